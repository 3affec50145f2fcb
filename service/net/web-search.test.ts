import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import type { SearchProviderKind } from '#contract/schema/search.ts';

import { createWebSearch } from './web-search.ts';

const neverAborted = new AbortController().signal;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a search engine that gives the same answer to every query. */
async function startEngine(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const body = answer(request, response);
    if (body !== undefined) response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const search = (kind: SearchProviderKind, query = 'night trains', apiKey: string | null = null) =>
    createWebSearch({ kind, baseUrl: `${baseUrl}/`, key: () => Promise.resolve(apiKey) }).find(query, neverAborted);
  return { requests, search };
}

const RESULTS = [
  { url: 'https://trains.example/night', title: 'Night trains', content: 'They are back.' },
  { url: 'javascript:alert(1)', title: 'No page' },
  { title: 'Nowhere' },
  { url: 'https://trains.example/untitled' },
];
const HITS = [
  { url: 'https://trains.example/night', title: 'Night trains', text: null },
  { url: 'https://trains.example/untitled', title: '', text: null },
];

test('sends SearXNG and Brave their documented requests, and keeps results with a URL', async () => {
  const searxng = await startEngine(() => ({ query: 'x', results: RESULTS, answers: [] }));
  expect(await searxng.search('searxng', '  a  b & c ')).toEqual({ ok: true, hits: HITS });
  expect(searxng.requests[0]?.url).toBe('/search?q=a+b+%26+c&format=json');
  expect(searxng.requests[0]?.headers['x-subscription-token']).toBeUndefined();

  const brave = await startEngine(() => ({ type: 'search', web: { results: RESULTS } }));
  expect(await brave.search('brave', 'night '.repeat(80), 'a-key')).toEqual({ ok: true, hits: HITS });
  const { url, headers } = brave.requests[0]!;
  expect(headers['x-subscription-token']).toBe('a-key');
  const query = new URL(url ?? '', 'http://x').searchParams.get('q') ?? '';
  expect([query.split(' ').length <= 50, query.length <= 400]).toEqual([true, true]);
  const emptyEngine = await startEngine(() => ({ type: 'search' }));
  expect(await emptyEngine.search('brave')).toEqual({ ok: true, hits: [] });
});

test('explains the errors of a search engine', async () => {
  const refusing = await startEngine((_, response) => response.writeHead(403) && '{}');
  expect(await refusing.search('searxng')).toEqual({
    ok: false,
    reason: 'The server responded with 403. Its settings must allow the JSON format (search: formats: json).',
  });
  expect(await refusing.search('brave', 'x', 'k')).toEqual({
    ok: false,
    reason: 'The server responded with 403. The key may be wrong.',
  });
  for (const answer of ['<html>', '[]', '{"results": 1}', 'null']) {
    const malformedEngine = await startEngine(() => answer);
    expect(await malformedEngine.search('searxng')).toEqual({
      ok: false,
      reason: 'The search engine’s response couldn’t be read.',
    });
  }
  // The key must not be sent to another address.
  const elsewhere = await startEngine(
    (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }) && '',
  );
  expect(await elsewhere.search('brave', 'x', 'k')).toMatchObject({ ok: false });
  const unreachableSearch = createWebSearch({
    kind: 'searxng',
    baseUrl: 'http://127.0.0.1:9',
    key: () => Promise.resolve(null),
  });
  expect(await unreachableSearch.find('x', neverAborted)).toMatchObject({ ok: false });
  await expect(unreachableSearch.find('x', AbortSignal.abort(new Error('Told to.')))).rejects.toThrow('Told to.');
});
