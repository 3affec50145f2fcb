/**
 * Serves one data folder on 127.0.0.1 over HTTP and WebSocket: checks the sender, serves the page, carries the bridge.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

import { buildContentSecurityPolicy, createStyleNonce, buildSecurityHeaders, withStyleNonce } from '../host/csp.ts';
import type { Host } from '../host/host.ts';
import { getPage } from '../host/language.ts';
import { isServedByHost } from '../host/media/media.ts';
import { readRendererFile } from '../host/renderer-files.ts';
import { attachSockets, type Sockets } from './bridge-socket.ts';
import type { Sessions } from './sessions.ts';

export const ADDRESS = '127.0.0.1';

export interface LoopbackServerOptions {
  host: Pick<Host, 'dispatch' | 'language' | 'media' | 'onEvent' | 'page'>;
  sessions: Sessions;
  renderer: string;
}

export interface LoopbackServer {
  /** Rejects with code EADDRINUSE if the port is taken. */
  listen(port: number): Promise<number>;
  close(): Promise<void>;
}

const SIGN_IN_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cutaway</title>
<h1>This window isn’t signed in</h1>
<p>Open the address that Cutaway printed when it started. It works once; to open another window, restart Cutaway.</p>
<p>Nothing you wrote is lost.</p></html>`;

/** The name contains the port, as cookies ignore ports and two instances may run at the same time. */
const getCookieName = (port: number): string => `cutaway-${port}`;

function readCookie(request: IncomingMessage, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const separator = part.indexOf('=');
    if (separator > 0 && part.slice(0, separator).trim() === name) return part.slice(separator + 1).trim();
  }
  return null;
}

/** Returns the browser's languages in its order. */
const listPreferredLanguages = (request: IncomingMessage): string[] =>
  (request.headers['accept-language'] ?? '').split(',').map((part) => part.split(';')[0]?.trim() ?? '');

const createHeaders = (host: string, nonce?: string): Record<string, string> => ({
  ...buildSecurityHeaders(
    buildContentSecurityPolicy({ connect: [`ws://${host}`], ...(nonce === undefined ? {} : { styleNonce: nonce }) }),
  ),
  'Cache-Control': 'no-store',
});

function respond(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Buffer,
): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const respondWithText = (
  response: ServerResponse,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): void => respond(response, status, { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, `${sentence}\n`);

class RequestHandler {
  readonly #options: LoopbackServerOptions;
  port = 0;

  constructor(options: LoopbackServerOptions) {
    this.#options = options;
  }

  /** Returns the request's host if it is this server's; any other name for this address is DNS rebinding. */
  getAllowedHost(request: IncomingMessage): string | null {
    const { host } = request.headers;
    return host === `${ADDRESS}:${this.port}` || host === `localhost:${this.port}` ? host : null;
  }

  isSameOrigin(request: IncomingMessage, host: string): boolean {
    return request.headers.origin === `http://${host}`;
  }

  isSignedIn(request: IncomingMessage): boolean {
    const secret = readCookie(request, getCookieName(this.port));
    return secret !== null && this.#options.sessions.isValid(secret);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = this.getAllowedHost(request);
    if (host === null) return respondWithText(response, 421, 'This address isn’t Cutaway’s.');
    const headers = createHeaders(host);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && !this.isSameOrigin(request, host))
      return respondWithText(response, 403, 'Only Cutaway can request this.', headers);
    if (!isRead) return respondWithText(response, 405, 'Only GET.', { ...headers, Allow: 'GET, HEAD' });
    const url = URL.canParse(request.url ?? '', `http://${host}`) ? new URL(request.url ?? '', `http://${host}`) : null;
    if (url === null) return respondWithText(response, 400, 'This isn’t a valid address.', headers);
    const ticket = url.pathname === '/' ? url.searchParams.get('ticket') : null;
    if (ticket !== null && (await this.#redeemTicket(ticket, request, response, headers))) return;
    if (!this.isSignedIn(request)) {
      return respond(response, 401, { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, SIGN_IN_PAGE);
    }
    if (isServedByHost(url.pathname)) return this.#forwardToHost(url.pathname, request, response, headers);
    if (url.pathname !== '/') return this.#serveFile(url.pathname, host, response);
    const page = getPage(await this.#options.host.language(listPreferredLanguages(request)));
    // Fall back to English if the page is missing in the chosen language.
    const isTranslated = (await readRendererFile(this.#options.renderer, `/${page}`)) !== null;
    return this.#serveFile(`/${isTranslated ? page : getPage('en')}`, host, response);
  }

  async #forwardToHost(
    pathname: string,
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Promise<void> {
    const range = request.headers.range ?? null;
    const answer = await this.#options.host.media({ pathname, method: request.method ?? 'GET', range });
    const allHeaders = new Headers(headers);
    for (const [name, value] of answer.headers) allHeaders.set(name, value);
    response.writeHead(answer.status, Object.fromEntries(allHeaders));
    if (!answer.body) return void response.end();
    // A window that seeks or closes aborts the request, which is normal.
    await pipeline(answer.body, response).catch(() => undefined);
  }

  /** Returns whether it has responded: the ticket was valid, or the window already has a session. */
  async #redeemTicket(
    ticket: string,
    request: IncomingMessage,
    response: ServerResponse,
    headers: Record<string, string>,
  ): Promise<boolean> {
    const secret = request.method === 'GET' ? await this.#options.sessions.redeemTicket(ticket) : null;
    if (secret === null && !this.isSignedIn(request)) return false;
    const year = 365 * 24 * 3600;
    const session = `${getCookieName(this.port)}=${secret}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${year}`;
    respond(response, 303, { ...headers, Location: '/', ...(secret === null ? {} : { 'Set-Cookie': session }) }, '');
    return true;
  }

  async #serveFile(pathname: string, host: string, response: ServerResponse): Promise<void> {
    const file = await readRendererFile(this.#options.renderer, pathname);
    if (file === null) return respondWithText(response, 404, 'This file doesn’t exist.', createHeaders(host));
    if (file.type.startsWith('text/html')) {
      const nonce = createStyleNonce();
      response.writeHead(200, { ...createHeaders(host, nonce), 'Content-Type': file.type });
      const page = this.#options.host.page(withStyleNonce(file.content.toString('utf8'), nonce));
      return pipeline(response.req.method === 'HEAD' ? [] : page, response);
    }
    const cacheHeaders = file.isImmutable ? { 'Cache-Control': 'private, max-age=31536000, immutable' } : {};
    respond(response, 200, { ...createHeaders(host), 'Content-Type': file.type, ...cacheHeaders }, file.content);
  }
}

export function createLoopbackServer(options: LoopbackServerOptions): LoopbackServer {
  const handler = new RequestHandler(options);
  const server: Server = createServer((request, response) => {
    handler.handle(request, response).catch(() => {
      if (!response.headersSent) respondWithText(response, 500, 'Cutaway couldn’t respond. Nothing was lost.');
      else response.destroy();
    });
  });
  const sockets: Sockets = attachSockets(server, options.host, (request) => {
    const host = handler.getAllowedHost(request);
    if (host === null) return 421;
    if (!handler.isSameOrigin(request, host)) return 403;
    return handler.isSignedIn(request) ? null : 401;
  });
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: ADDRESS, port, exclusive: true }, () => {
          server.off('error', reject);
          handler.port = (server.address() as AddressInfo).port;
          resolve(handler.port);
        });
      }),
    close: async () => {
      sockets.close();
      if (!server.listening) return;
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
