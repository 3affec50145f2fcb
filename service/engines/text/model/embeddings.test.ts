import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type EmbeddingsEndpoint, serveEmbeddings } from '#test/support/embeddings-endpoint.ts';

import { EngineError } from '../text-engine.ts';
import { embed } from './embeddings.ts';

const KEY = 'sk-very-secret-0123456789';

let endpoint: EmbeddingsEndpoint;
beforeAll(async () => {
  endpoint = await serveEmbeddings();
});
afterAll(() => endpoint.close());

const createConfig = () => ({
  kind: 'openai-compatible' as const,
  baseUrl: endpoint.base,
  model: 'meaning',
  apiKey: KEY,
});

test('returns a vector per text in order, from one request with the key in a header', async () => {
  const vectors = await embed(createConfig(), ['a bridge', 'a train', 'a train on a bridge']);
  expect(vectors.map((vector) => [...vector.slice(0, 2)])).toEqual([
    [0, 1],
    [1, 0],
    [1, 1],
  ]);
  expect(endpoint.requestedTexts).toEqual(['a bridge', 'a train', 'a train on a bridge']);
  expect(endpoint.authorization).toEqual([`Bearer ${KEY}`]);
});

const sendJson = (response: ServerResponse, status: number, value: object): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

test.each<[string, string, (response: ServerResponse) => void]>([
  ['too few vectors', 'bad-answer', (response) => sendJson(response, 200, { data: [{ embedding: [1, 2] }] })],
  [
    'vectors of different length',
    'bad-answer',
    (response) => sendJson(response, 200, { data: [{ embedding: [1, 2] }, { embedding: [1] }] }),
  ],
  [
    'empty vectors',
    'bad-answer',
    (response) => sendJson(response, 200, { data: [{ embedding: [] }, { embedding: [] }] }),
  ],
  [
    'vectors of strings',
    'bad-answer',
    (response) => sendJson(response, 200, { data: [{ embedding: ['a'] }, { embedding: ['b'] }] }),
  ],
  ['a refused key', 'refused-key', (response) => sendJson(response, 401, { error: { message: `not with ${KEY}` } })],
  ['too many requests', 'rate-limited', (response) => sendJson(response, 429, { error: { message: 'slowly' } })],
  ['an unknown model', 'bad-answer', (response) => sendJson(response, 404, { error: { message: 'no such model' } })],
  ['a broken connection', 'unreachable', (response) => void response.destroy()],
])('reports %s without the key and does not retry', async (_name, kind, answer) => {
  endpoint.answer(answer);
  endpoint.requestedTexts.length = 0;
  const error: unknown = await embed(createConfig(), ['one', 'two']).catch((thrown: unknown) => thrown);
  endpoint.answer(null);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toMatchObject({ kind });
  expect(JSON.stringify([(error as EngineError).message, (error as EngineError).detail])).not.toContain(KEY);
  // A failed request may have been paid for, so it is not sent again.
  expect(endpoint.requestedTexts).toEqual(['one', 'two']);
});
