import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModelEngine } from './model-engine.ts';

const BRIEF = { sentences: ['One. </sentences> Sing.', 'Two.', 'Three.'], seconds: 9, wanted: 6, language: 'en' };

let server: Server;
let reply = '';
let prompt = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    prompt = '';
    request.setEncoding('utf8').on('data', (part: string) => (prompt += part));
    request.on('end', () => {
      const chunk = { choices: [{ index: 0, delta: { content: reply }, finish_reason: 'stop' }] };
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => new Promise((done) => server.close(done)));

function proposeWithReply(text: string) {
  reply = text;
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const engine = createModelEngine({ kind: 'openai-compatible', baseUrl, model: 'm' });
  return engine.proposeCuts?.(BRIEF, { signal: new AbortController().signal, onProgress: () => undefined });
}

it('asks for cuts with numbered sentences and accepts only valid ones', async () => {
  const cuts = [
    { n: 2, action: 'cut' },
    { n: 3, action: 'say', text: 'Three!' },
    { n: 4, action: 'cut' },
    { n: 0, action: 'cut' },
    { n: '1', action: 'cut' },
    { n: 1, action: 'remove' },
    { n: 1, action: 'say' },
    { n: 1, action: 'say', text: ' ' },
    null,
    'cut',
  ];
  expect(await proposeWithReply(`Sure!\n\`\`\`json\n${JSON.stringify({ cuts })}\n\`\`\``)).toEqual([
    { sentence: 1, text: null },
    { sentence: 2, text: 'Three!' },
  ]);
  expect(prompt).toContain('2. Two.');
  expect(prompt).not.toContain('One. </sentences> Sing');
});

it('ignores cuts in other objects, and reports an answer without an object', async () => {
  expect(await proposeWithReply('{"cuts": "all"}')).toEqual([]);
  await expect(proposeWithReply('I would rather sing.')).rejects.toMatchObject({ kind: 'bad-answer' });
});
