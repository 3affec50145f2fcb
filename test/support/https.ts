/** Sends requests to servers with the test certificate for `localhost`. */
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

export interface RequestOptions {
  readonly method?: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Receives each piece of the answer as it arrives. */
  onText?(text: string): void;
  readonly signal?: AbortSignal;
}

/** Resolves with the complete answer; follows no redirect. */
export function sendRequest(
  url: string,
  { method = 'GET', token, headers, body, onText, signal }: RequestOptions = {},
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

const usedPorts = new Set<number>();

/** Resolves with a free port, a different one each time, for servers that must know their address beforehand. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOCAL_HOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('The port is unknown.');
  if (usedPorts.has(address.port)) return findFreePort();
  usedPorts.add(address.port);
  return address.port;
}
