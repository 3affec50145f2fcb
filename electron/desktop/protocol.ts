import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { CONTENT_TYPES } from '../host/content-types.ts';
import { pageOf } from '../host/language.ts';
import type { MediaRequest } from '../host/media/media.ts';
import { contentSecurityPolicy, createStyleNonce, securityHeaders, withStyleNonce } from '../host/csp.ts';

/** Scheme of the studio's own page: no file:// and no local port, and IndexedDB stays under one origin for good. */
export const STUDIO_SCHEME = 'cutaway-app';
const STUDIO_HOST = 'studio';
export const STUDIO_ORIGIN = `${STUDIO_SCHEME}://${STUDIO_HOST}`;
export const STUDIO_URL = `${STUDIO_ORIGIN}/`;

/** To be registered before the app is ready. */
export const STUDIO_PRIVILEGES: CustomScheme = {
  scheme: STUDIO_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
};

/** Whether an address is a page of the studio itself. */
export function isStudioUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${STUDIO_SCHEME}:` && url.host === STUDIO_HOST;
}

/**
 * The file an address path names, relative to the renderer's folder, or undefined when it names none that may be served:
 * anything that climbs, hides (leading dot), is encoded twice or has a type the studio does not ship.
 */
export function rendererPath(pathname: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
  if (/[\\:%]/.test(decoded) || [...decoded].some((character) => character < ' ')) return undefined;
  const segments = decoded.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment.startsWith('.'))) return undefined;
  if (segments.length === 0) return 'index.html';
  const path = segments.join('/');
  return extname(path) in CONTENT_TYPES ? path : undefined;
}

function refused(status: 404 | 405): Response {
  const headers = { ...securityHeaders(contentSecurityPolicy({ connect: [] })), 'Content-Type': 'text/plain' };
  return new Response(null, { status, headers });
}

/** The bytes of a file in `root`, or undefined when it is missing or a link leads outside. */
async function readInside(root: string, path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const [base, file] = await Promise.all([realpath(root), realpath(join(root, path))]);
    if (!file.startsWith(base + sep)) return undefined;
    return new Uint8Array(await readFile(file));
  } catch {
    return undefined;
  }
}

type Media = (request: MediaRequest) => Promise<Response>;

interface RendererParts {
  readonly media: Media;
  /** The name of the page. */
  readonly page: () => Promise<string>;
  /** The page as it is answered, piece by piece. */
  readonly pieces: (html: string) => AsyncIterable<string>;
}

/** An account's videos and pictures, as the host passes them on. */
async function passOn(request: Request, pathname: string, media: Media): Promise<Response> {
  const { method, headers } = request;
  const answer = await media({ pathname, method, range: headers.get('range') });
  const own = securityHeaders(contentSecurityPolicy({ connect: [] }));
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...own, ...Object.fromEntries(answer.headers) },
  });
}

function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder();
      for await (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
}

/**
 * Answers requests for the studio's page and its files out of `root` (dist/renderer), for `media` below `/media/`, and
 * for nothing else. `page` names the page among them.
 */
export function serveRenderer(
  root: string,
  { media, page, pieces }: RendererParts,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refused(405);
    if (!isStudioUrl(request.url)) return refused(404);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/media/')) return passOn(request, pathname, media);
    let path = pathname === '/' ? await page() : rendererPath(pathname);
    let content = path === undefined ? undefined : await readInside(root, path);
    // A language that is missing is no reason to open nothing.
    if (pathname === '/' && content === undefined) content = await readInside(root, (path = pageOf('en')));
    if (path === undefined || content === undefined) return refused(404);
    const nonce = extname(path) === '.html' ? createStyleNonce() : undefined;
    const policy = contentSecurityPolicy({ connect: [], ...(nonce === undefined ? {} : { styleNonce: nonce }) });
    const body =
      nonce === undefined ? content : streamOf(pieces(withStyleNonce(new TextDecoder().decode(content), nonce)));
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...securityHeaders(policy),
        'Content-Type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
        // Names under assets/ carry a hash of the content; the page itself carries a nonce and must not be kept.
        'Cache-Control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    });
  };
}
