/** Stands in for an OpenAI-compatible embeddings endpoint that knows the meaning of a few words. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { readBody } from './read-body.ts';

/** Each group of synonyms is one dimension; the last one stands for all other text. */
const MEANINGS = [
  /train|rail|sleeper|couchette|bunk|wagon-lit/gi,
  /bridge|canal|tunnel|viaduct/gi,
  /meal|dining|cuisine/gi,
];

const toEmbedding = (text: string): number[] => [...MEANINGS.map((meaning) => text.match(meaning)?.length ?? 0), 0.2];

export interface EmbeddingsEndpoint {
  readonly base: string;
  readonly requestedTexts: string[];
  readonly authorization: (string | undefined)[];
  /** Replaces its answers until called with null. */
  answer(override: ((response: ServerResponse, texts: readonly string[]) => void) | null): void;
  close(): void;
}

function sendOk(response: ServerResponse): void {
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }];
  response.setHeader('Content-Type', 'text/event-stream');
  response.end(`data: ${JSON.stringify({ id: '1', created: 1, model: 'm', choices })}\n\ndata: [DONE]\n\n`);
}

/** Answers the tiny request that tests a model before it is connected, too. */
export async function serveEmbeddings(): Promise<EmbeddingsEndpoint> {
  const requestedTexts: string[] = [];
  const authorization: (string | undefined)[] = [];
  let override: Parameters<EmbeddingsEndpoint['answer']>[0] = null;
  const sendJson = (response: ServerResponse, value: object): void =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.url === '/v1/chat/completions') return sendOk(response);
      if (request.url !== '/v1/embeddings') return sendJson(response, { data: [{ id: 'm' }, { id: 'meaning' }] });
      const texts = (JSON.parse(body.toString()) as { input: string[] }).input;
      requestedTexts.push(...texts);
      authorization.push(request.headers.authorization);
      if (override) return override(response, texts);
      return sendJson(response, { data: texts.map((text, index) => ({ index, embedding: toEmbedding(text) })) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requestedTexts,
    authorization,
    answer: (newAnswer) => void (override = newAnswer),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
