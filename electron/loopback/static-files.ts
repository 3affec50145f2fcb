/** Serves the files of the built renderer and nothing else. */
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { CONTENT_TYPES } from '../host/content-types.ts';

export interface StaticFile {
  content: Buffer;
  type: string;
  /** Whether its name contains a content hash. */
  isImmutable: boolean;
}

/** Returns the path below the root, or null if it leaves the root, has a leading dot or is encoded twice. */
export function filePath(pathname: string): string | null {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  if (/[\\:%]/.test(decoded) || [...decoded].some((character) => character < ' ')) return null;
  const segments = decoded.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment.startsWith('.'))) return null;
  return segments.length === 0 ? 'index.html' : segments.join('/');
}

/** Returns null if there is no such file, its type is not allowed, or a link leads outside. */
export async function readStatic(root: string, pathname: string): Promise<StaticFile | null> {
  const path = filePath(pathname);
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
