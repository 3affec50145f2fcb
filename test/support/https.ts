/** Asks servers that have the certificate of these tests, for the name `localhost`. */
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { createServer } from 'node:net';
import { join } from 'node:path';

export const LOCAL_HOST = '127.0.0.1';
const ca = readFileSync(join(import.meta.dirname, 'tls/server.crt'), 'utf8');

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Asked {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Is told of each piece of the answer as it arrives. */
  onText?(text: string): void;
  readonly signal?: AbortSignal;
}

/** Resolves with the answer once all of it has arrived; follows no redirect. */
export function ask(
  url: string,
  { method = 'GET', token, headers, body, onText, signal }: Asked = {},
): Promise<Answer> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const options = {
    ...{ method, ca, ...(signal && { signal }) },
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        onText?.(chunk.toString());
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        const bytes = Buffer.concat(chunks);
        resolve({ status, headers, bytes, text: bytes.toString() });
      });
      response.on('error', reject);
    });
    request.once('error', reject);
    request.end(body && JSON.stringify(body));
  });
}

const givenPorts = new Set<number>();

/** Resolves with a port that is free at present, and another one each time, for servers that must name their address. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOCAL_HOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('The port is unknown.');
  if (givenPorts.has(address.port)) return freePort();
  givenPorts.add(address.port);
  return address.port;
}
