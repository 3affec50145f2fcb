import type { CustomScheme } from 'electron';
import { getPage } from '../host/language.ts';
import { readRendererFile } from '../host/renderer-files.ts';
import { isServedByHost, type MediaRequest } from '../host/media/media.ts';
import { buildContentSecurityPolicy, createStyleNonce, buildSecurityHeaders, withStyleNonce } from '../host/csp.ts';

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

function emptyResponse(status: 404 | 405): Response {
  const headers = {
    ...buildSecurityHeaders(buildContentSecurityPolicy({ connect: [] })),
    'Content-Type': 'text/plain',
  };
  return new Response(null, { status, headers });
}

type Media = (request: MediaRequest) => Promise<Response>;

interface RendererParts {
  readonly media: Media;
  readonly getPageName: () => Promise<string>;
  readonly streamPage: (html: string) => AsyncIterable<string>;
}

/** Forwards videos and pictures from the host. */
async function forwardToHost(request: Request, pathname: string, media: Media): Promise<Response> {
  const { method, headers } = request;
  const response = await media({ pathname, method, range: headers.get('range') });
  const securityDefaults = buildSecurityHeaders(buildContentSecurityPolicy({ connect: [] }));
  return new Response(response.body, {
    status: response.status,
    headers: { ...securityDefaults, ...Object.fromEntries(response.headers) },
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
 * `getPageName` names the page among the files.
 */
export function serveRenderer(
  root: string,
  { media, getPageName, streamPage }: RendererParts,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return emptyResponse(405);
    if (!isAppUrl(request.url)) return emptyResponse(404);
    const { pathname } = new URL(request.url);
    if (isServedByHost(pathname)) return forwardToHost(request, pathname, media);
    const isPage = pathname === '/';
    let file = await readRendererFile(root, isPage ? `/${await getPageName()}` : pathname);
    // Falls back to English if the page is missing in the chosen language.
    if (isPage && file === null) file = await readRendererFile(root, `/${getPage('en')}`);
    // The window reports a page that failed, but would show nothing for one that is answered with 404.
    if (isPage && file === null) return Response.error();
    if (file === null) return emptyResponse(404);
    const nonce = file.type.startsWith('text/html') ? createStyleNonce() : undefined;
    const policy = buildContentSecurityPolicy({ connect: [], ...(nonce === undefined ? {} : { styleNonce: nonce }) });
    const body =
      nonce === undefined ? file.content : toStream(streamPage(withStyleNonce(file.content.toString('utf8'), nonce)));
    return new Response(request.method === 'HEAD' ? null : body, {
      headers: {
        ...buildSecurityHeaders(policy),
        'Content-Type': file.type,
        'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    });
  };
}
