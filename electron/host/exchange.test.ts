import { createServer, type Server, type ServerResponse, type IncomingMessage } from 'node:http';
import { createServer as createTcp } from 'node:net';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { ApiClient, retryAfterMs, type ApiTarget } from './api-client.ts';

const servers: { close: () => void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const TOKEN = 'sk_live_verysecret';
type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void;

async function startServer(handler: Handler): Promise<{ target: ApiTarget; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server: Server = createServer((request, response) => {
    requests.push(request);
    handler(request, response, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push({ close: () => (server.closeAllConnections(), server.close()) });
  const { port } = server.address() as AddressInfo;
  return { target: { baseUrl: `http://127.0.0.1:${port}`, token: TOKEN, local: false, budget: null }, requests };
}

const delays: number[] = [];
const client = new ApiClient({
  sleep: async (ms) => void delays.push(ms),
  random: () => 0.5,
});
const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

test('sends method and path of the operation with the token, and returns the body unchanged', async () => {
  const { target, requests } = await startServer((_, response) =>
    sendJson(response, 200, { extra: 1 }, { ETag: '"v1"' }),
  );
  const answer = await client.send(target, {
    operation: 'scripts.export',
    params: { id: 14 },
    query: { format: 'markdown', include_headings: true },
  });
  expect(answer).toEqual({ kind: 'answer', status: 200, body: { extra: 1 }, etag: '"v1"' });
  expect(requests[0]?.url).toBe('/api/v1/scripts/14/export?format=markdown&include_headings=true');
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test('retries reads, but never a request that starts a generation', async () => {
  const { target, requests } = await startServer((_, response, count) =>
    sendJson(response, count === 3 ? 200 : 503, {}),
  );
  expect(await client.send(target, { operation: 'team.get' })).toMatchObject({ status: 200 });
  expect(requests).toHaveLength(3);
  const unavailable = await startServer((_, response) => sendJson(response, 503, {}));
  const answer = await client.send(unavailable.target, { operation: 'scripts.generateScript', params: { id: 1 } });
  expect(answer).toMatchObject({ status: 503 });
  expect(unavailable.requests).toHaveLength(1);
});

test('repeats a request that costs something only under the same key', async () => {
  const request = { operation: 'board.generate', params: { id: 1 }, body: { prompt: 'A bridge at night' } } as const;
  const withKey = await startServer((_, response, count) => sendJson(response, count === 1 ? 503 : 201, {}));
  const answer = await client.send(withKey.target, { ...request, idempotency_key: 'key-1' });
  expect(answer).toMatchObject({ status: 201 });
  expect(withKey.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1']);
  const withoutKey = await startServer((_, response) => sendJson(response, 503, {}));
  expect(await client.send(withoutKey.target, request)).toMatchObject({ status: 503 });
  expect(withoutKey.requests).toHaveLength(1);
});

test('waits for a short Retry-After, and returns a 429 with a long one', async () => {
  delays.length = 0;
  const { target } = await startServer((_, response, count) =>
    sendJson(response, count === 1 ? 429 : 200, {}, { 'Retry-After': '3' }),
  );
  expect(await client.send(target, { operation: 'team.get' })).toMatchObject({ status: 200 });
  expect(delays).toEqual([3000]);
  const busy = await startServer((_, response) => sendJson(response, 429, {}, { 'Retry-After': '60' }));
  expect(await client.send(busy.target, { operation: 'team.get' })).toMatchObject({ status: 429 });
  expect(busy.requests).toHaveLength(1);
  expect(retryAfterMs('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000);
  expect(retryAfterMs('soon')).toBe(null);
});

test('reports a connection lost after sending as unclear, and a refused one as not sent', async () => {
  const { target, requests } = await startServer((request) => request.socket.destroy());
  const brokenAnswer = await client.send(target, { operation: 'scripts.generateOutline', params: { id: 1 } });
  expect(brokenAnswer).toMatchObject({ kind: 'unreachable', sent: 'unclear' });
  expect(requests).toHaveLength(1);
  const unusedServer = createTcp();
  await new Promise<void>((resolve) => unusedServer.listen(0, '127.0.0.1', resolve));
  const { port } = unusedServer.address() as AddressInfo;
  await new Promise((resolve) => unusedServer.close(resolve));
  const refusedAnswer = await client.send(
    { ...target, baseUrl: `http://127.0.0.1:${port}` },
    { operation: 'scripts.generateOutline', params: { id: 1 } },
  );
  expect(refusedAnswer).toMatchObject({ kind: 'unreachable', sent: 'no' });
});

test('gives up on a service that never answers', async () => {
  const { target } = await startServer(() => undefined);
  const answer = await client.send(target, { operation: 'scripts.humanize', params: { id: 1 } }, { timeoutMs: 100 });
  expect(answer).toMatchObject({ kind: 'unreachable', sent: 'unclear', message: expect.stringMatching(/in time/) });
});

test('follows no redirect, so the token does not reach another host', async () => {
  const thief = await startServer((_, response) => sendJson(response, 200, {}));
  const { target } = await startServer((_, response) => {
    response.writeHead(307, { Location: `${thief.target.baseUrl}/api/v1/team` });
    response.end();
  });
  expect(await client.send(target, { operation: 'team.get' })).toMatchObject({ kind: 'answer', status: 307 });
  expect(thief.requests).toHaveLength(0);
});

test('reports an answer that is not JSON', async () => {
  const { target } = await startServer((_, response) => response.end('<html>'));
  expect(await client.send(target, { operation: 'team.get' })).toMatchObject({ kind: 'unreachable' });
  const failingServer = await startServer((_, response) => {
    response.writeHead(404);
    response.end('<html>');
  });
  expect(await client.send(failingServer.target, { operation: 'team.get' })).toMatchObject({
    status: 404,
    body: { message: expect.stringMatching(/404/) },
  });
});

test('aborts an answer that never ends', async () => {
  const { target } = await startServer((_, response) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    const writeMore = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', writeMore);
    };
    writeMore();
  });
  const answer = await client.send(target, { operation: 'scripts.content', params: { id: 1 } });
  expect(answer).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/too large/) });
});

test('removes a token that the service echoes', async () => {
  const { target } = await startServer((request, response) =>
    sendJson(response, 200, { echo: request.headers.authorization }),
  );
  expect(JSON.stringify(await client.send(target, { operation: 'team.get' }))).not.toContain(TOKEN);
});

test('sends nothing that the table of operations does not allow', async () => {
  const { target, requests } = await startServer((_, response) => sendJson(response, 200, {}));
  const badInput = { fault: 'bad_input' };
  const send = (request: Parameters<ApiClient['send']>[1]) => client.send(target, request);
  await expect(send({ operation: 'scripts.get', params: { id: '../team' } })).rejects.toMatchObject(badInput);
  await expect(send({ operation: 'scripts.get' })).rejects.toMatchObject(badInput);
  await expect(send({ operation: 'team.get', query: { a: 1 } })).rejects.toMatchObject(badInput);
  await expect(send({ operation: 'local.studio' })).rejects.toMatchObject(badInput);
  await expect(send({ operation: 'toString' as never })).rejects.toMatchObject(badInput);
  const invalidAnswer = await send({ operation: 'ideas.create', params: { id: 1 }, body: { title: '' } });
  expect(invalidAnswer).toMatchObject({ status: 422, body: { errors: { title: ['This field is required.'] } } });
  expect(requests).toHaveLength(0);
});
