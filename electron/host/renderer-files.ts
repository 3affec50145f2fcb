/** Reads the files of the built renderer and nothing else. */
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** Files of other types are not served. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.txt': 'text/plain; charset=utf-8',
};

interface RendererFile {
  readonly content: Buffer<ArrayBuffer>;
  /** The content type. */
  readonly type: string;
  /** True if the name contains a hash of the content; the page itself contains a nonce and must not be cached. */
  readonly isImmutable: boolean;
}

/**
 * Returns the file that a URL path names, relative to the renderer's folder. Returns null if the path leaves the
 * folder, has a leading dot, is encoded twice or has a file type the app does not ship.
 */
export function toRendererPath(pathname: string): string | null {
  let decodedPath: string;
  try {
    decodedPath = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (/[\\:%]/.test(decodedPath) || [...decodedPath].some((character) => character < ' ')) return null;
  const segments = decodedPath.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment.startsWith('.'))) return null;
  const path = segments.join('/') || 'index.html';
  return extname(path) in CONTENT_TYPES ? path : null;
}

/** Returns null if the path names no file of the renderer, there is no such file, or a link leads outside `root`. */
export async function readRendererFile(root: string, pathname: string): Promise<RendererFile | null> {
  const path = toRendererPath(pathname);
  const type = path === null ? undefined : CONTENT_TYPES[extname(path)];
  if (path === null || type === undefined) return null;
  try {
    const [base, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!file.startsWith(base + sep)) return null;
    return { content: await readFile(file), type, isImmutable: path.startsWith('assets/') };
  } catch {
    return null;
  }
}
