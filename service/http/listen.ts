import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import type { App } from './app.ts';
import { toErrorAnswer } from './errors.ts';

/** Reports in plain words why the address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Listener {
  readonly port: number;
  /** Stops accepting connections, waits for requests in flight, then resolves. */
  close(): Promise<void>;
}

/** Exceeds the minute after which proxies close, so that no connection closes as a request is about to use it. */
const KEEP_ALIVE_MS = 75_000;
const GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 25;

function explainListenError(error: Error, host: string, port: number): string {
  switch ('code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} is already in use. Choose another one with --port, or --port 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} needs more permissions than this user has. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This computer has no address ${host}. Choose another one with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}

/** Follows the connections over which no request has come yet; a client may open one ahead of its next request. */
function trackUnusedConnections(server: ServerType): ReadonlySet<Socket> {
  const unusedSockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unusedSockets.add(socket);
    socket.once('close', () => unusedSockets.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unusedSockets.delete(socket));
  return unusedSockets;
}

function close(server: ServerType, unusedSockets: ReadonlySet<Socket>): Promise<void> {
  return new Promise((resolve) => {
    // Node counts these as busy.
    for (const socket of unusedSockets) socket.destroy();
    // Kept-alive connections would hold the closing server open, so close them once their request is answered.
    const idleSweep = setInterval(
      () => 'closeIdleConnections' in server && server.closeIdleConnections(),
      IDLE_SWEEP_MS,
    );
    const forceTimer = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(idleSweep);
      clearTimeout(forceTimer);
      resolve();
    });
  });
}

/** Formats the HTTP server's own refusals like every other failure. */
function refuseBadRequest(error: Error, socket: Duplex): void {
  if (!socket.writable) return;
  const tooLarge = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
  const { status, body } = toErrorAnswer(tooLarge ? 'headers_too_large' : 'malformed_request');
  const json = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(json)}`,
      'Connection: close',
      '',
      json,
    ].join('\r\n'),
  );
}

/** A certificate with its chain and its key, as PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

export interface Tls {
  readonly current: TlsFiles;
  /** Passes each certificate that replaces the current one. */
  follow(use: (files: TlsFiles) => void): void;
}

function createHttpServer(app: App, tls: Tls | undefined): ServerType {
  const fetch: Parameters<typeof createAdaptorServer>[0]['fetch'] = (request, bindings) =>
    app.fetch(request, bindings as HttpBindings);
  if (!tls) return createAdaptorServer({ fetch });
  const { cert, key } = tls.current;
  const server = createAdaptorServer({ fetch, createServer: createTlsServer, serverOptions: { cert, key } });
  tls.follow((files) => (server as TlsServer).setSecureContext(files));
  return server;
}

/** Redirects plain HTTP to the public URL. @throws ListenError */
export function listenToRedirect(publicUrl: string, host: string, port: number): Promise<Listener> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', publicUrl);
    response.writeHead(308, { Location: `${publicUrl}${pathname}${search}`, Connection: 'close' }).end();
  });
  return listenWith(server, host, port);
}

/** @param tls is plain HTTP if absent. @throws ListenError */
export function listen(app: App, host: string, port: number, tls?: Tls): Promise<Listener> {
  return listenWith(createHttpServer(app, tls), host, port);
}

function listenWith(server: ServerType, host: string, port: number): Promise<Listener> {
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_ALIVE_MS;
  const unusedSockets = trackUnusedConnections(server);
  return new Promise((resolve, reject) => {
    server.on('clientError', refuseBadRequest);
    server.once('error', (error: Error) => {
      reject(new ListenError(explainListenError(error, host, port), { cause: error }));
    });
    server.listen(port, host, () => {
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server, unusedSockets) });
    });
  });
}
