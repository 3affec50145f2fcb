import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CustomScheme } from 'electron';
import { CONTENT_TYPES } from '../host/content-types.ts';
import { pageOf } from '../host/language.ts';
import { servedByHost, type MediaRequest } from '../host/media/media.ts';
import { contentSecurityPolicy, createStyleNonce, securityHeaders, withStyleNonce } from '../host/csp.ts';

/** The app's own scheme avoids file: and a local port, and keeps IndexedDB under one stable origin. */
export const APP_SCHEME = 'cutaway-app';
const APP_HOST = 'studio';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const APP_URL = `${APP_ORIGIN}/`;

/** Must be registered before the app is ready. */
export const APP_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true },
};

export function isAppUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST;
}

/**
 * Returns the file a URL path names, relative to the renderer's folder. Returns undefined if the path leaves the
 * folder, has a leading dot, is encoded twice or has a file type the app does not ship.
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

function emptyResponse(status: 404 | 405): Response {
  const headers = { ...securityHeaders(contentSecurityPolicy({ connect: [] })), 'Content-Type': 'text/plain' };
  return new Response(null, { status, headers });
}

/** Reads a file in `root`; returns undefined if it is missing or a link leads outside. */
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
  readonly page: () => Promise<string>;
  readonly chunks: (html: string) => AsyncIterable<string>;
}

/** Forwards videos and pictures from the host. */
async function forwardToHost(request: Request, pathname: string, media: Media): Promise<Response> {
  const { method, headers } = request;
  const answer = await media({ pathname, method, range: headers.get('range') });
  const securityDefaults = securityHeaders(contentSecurityPolicy({ connect: [] }));
  return new Response(answer.body, {
    status: answer.status,
    headers: { ...securityDefaults, ...Object.fromEntries(answer.headers) },
  });
}

function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder();
      for await (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
      controller.close();
    },
  });
}

/**
 * Serves the app's page and its files from `root` (dist/renderer), `media` where the host answers, and nothing else.
 * `page` names the page among the files.
 */
export function serveRenderer(
  root: string,
  { media, page, chunks }: RendererParts,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return emptyResponse(405);
    if (!isAppUrl(request.url)) return emptyResponse(404);
    const { pathname } = new URL(request.url);
    if (servedByHost(pathname)) return forwardToHost(request, pathname, media);
    let path = pathname === '/' ? await page() : rendererPath(pathname);
    let content = path === undefined ? undefined : await readInside(root, path);
    // Falls back to English if the page is missing in the chosen language.
    if (pathname === '/' && content === undefined) content = await readInside(root, (path = pageOf('en')));
    // The window reports a page that failed, but would show nothing for one that is answered with 404.
    if (pathname === '/' && content === undefined) return Response.error();
    if (path === undefined || content === undefined) return emptyResponse(404);
    const nonce = extname(path) === '.html' ? createStyleNonce() : undefined;
    const policy = contentSecurityPolicy({ connect: [], ...(nonce === undefined ? {} : { styleNonce: nonce }) });
    const body =
      nonce === undefined ? content : toStream(chunks(withStyleNonce(new TextDecoder().decode(content), nonce)));
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...securityHeaders(policy),
        'Content-Type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
        // Names under assets/ contain a content hash; the page itself contains a nonce and must not be cached.
        'Cache-Control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    });
  };
}
