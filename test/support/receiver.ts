/** Receives webhook deliveries over TLS; the path selects the answer. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { CERTIFICATE } from './net.ts';
import { readBody } from './read-body.ts';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly requests: readonly ReceivedRequest[];
  getUrl(path: string, host?: string): string;
  close(): void;
}

type Handler = (response: ServerResponse, count: number, port: number) => void;

const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(307, { Location: location }).end();
};

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/ok': (response) => response.end('Thank you.'),
  '/error': (response) => response.writeHead(500).end('Out of order.'),
  '/second-time': (response, count) => response.writeHead(count === 1 ? 503 : 200).end(),
  '/hang': () => undefined,
  '/early': (response) => response.destroy(),
  '/half': (response) => {
    response.writeHead(200, { 'Content-Length': '100' });
    response.write('Half of', () => response.destroy());
  },
  '/endless': (response) => {
    response.write('a'.repeat(100_000));
  },
  '/to-private': (response) => redirect(response, 'https://private.test/steal'),
  '/to-plain': (response) => redirect(response, 'http://other.test/plain'),
  '/to-other': (response, _times, port) => redirect(response, `https://other.test:${port}/ok`),
  '/round': (response) => redirect(response, '/round'),
};

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let port = 0;
  const server = createServer(CERTIFICATE, (request, response) => {
    const path = request.url ?? '';
    void readBody(request).then((body) => {
      received.push({ path, headers: request.headers, body: body.toString() });
      const handler = HANDLERS[path.replace(/\?.*$/, '')];
      if (handler) handler(response, received.filter((other) => other.path === path).length, port);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  return {
    requests: received,
    getUrl: (path, host = 'receiver.test') => `https://${host}:${port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
