/** Stands in for an OpenAI-compatible embeddings endpoint that knows the meaning of a few words. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Each group of synonyms is one dimension; the last one stands for all other text. */
const MEANINGS = [
  /train|rail|sleeper|couchette|bunk|wagon-lit/gi,
  /bridge|canal|tunnel|viaduct/gi,
  /meal|dining|cuisine/gi,
];

const embedding = (text: string): number[] => [...MEANINGS.map((meaning) => text.match(meaning)?.length ?? 0), 0.2];

export interface EmbeddingsEndpoint {
  readonly base: string;
  readonly asked: string[];
  readonly authorization: (string | undefined)[];
  /** Overrides its answers until called with null. */
  answer(other: ((response: ServerResponse, texts: readonly string[]) => void) | null): void;
  close(): void;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
  return body;
}

function sayOk(response: ServerResponse): void {
  const choices = [{ index: 0, delta: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }];
  response.setHeader('Content-Type', 'text/event-stream');
  response.end(`data: ${JSON.stringify({ id: '1', created: 1, model: 'm', choices })}\n\ndata: [DONE]\n\n`);
}

/** Also answers the tiny request that tests a model before it is connected. */
export async function serveEmbeddings(): Promise<EmbeddingsEndpoint> {
  const asked: string[] = [];
  const authorization: (string | undefined)[] = [];
  let other: Parameters<EmbeddingsEndpoint['answer']>[0] = null;
  const json = (response: ServerResponse, value: object): void =>
    void response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (request.url === '/v1/chat/completions') return sayOk(response);
      if (request.url !== '/v1/embeddings') return json(response, { data: [{ id: 'm' }, { id: 'meaning' }] });
      const texts = (JSON.parse(body) as { input: string[] }).input;
      asked.push(...texts);
      authorization.push(request.headers.authorization);
      if (other) return other(response, texts);
      return json(response, { data: texts.map((text, index) => ({ index, embedding: embedding(text) })) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    authorization,
    answer: (next) => void (other = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
