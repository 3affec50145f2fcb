import type { AddressInfo } from 'node:net';

import { createAdaptorServer, type HttpBindings, type ServerType } from '@hono/node-server';
import type { App } from './app.ts';

/** The address cannot be listened on, and why in plain words. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export interface Listening {
  readonly port: number;
  /** Takes no new connections, lets what is in flight finish, then resolves. */
  close(): Promise<void>;
}

const GRACE_MS = 10_000;
const IDLE_SWEEP_MS = 25;

function reason(error: Error, host: string, port: number): string {
  switch ('code' in error ? error.code : '') {
    case 'EADDRINUSE':
      return `Port ${port} is taken. Choose another one with --port, or --port 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} needs more rights than this user has. Choose one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Choose another one with --host.`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    // Kept-alive connections hold a closing server open; they are let go as soon as their request is answered.
    const idle = setInterval(() => 'closeIdleConnections' in server && server.closeIdleConnections(), IDLE_SWEEP_MS);
    const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}

/** @throws ListenError */
export function listen(app: App, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({ fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings) });
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error) => {
      reject(new ListenError(reason(error, host, port), { cause: error }));
    });
    server.listen(port, host, () => {
      resolve({ port: (server.address() as AddressInfo).port, close: () => close(server) });
    });
  });
}
