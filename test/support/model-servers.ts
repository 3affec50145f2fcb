/** Plays the model servers of this computer, with the answers from their documentation. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { ModelServerName } from '#contract/schema/text-model.ts';

/** Answers by "GET /path": JSON, or a status. */
export type Answers = Readonly<Record<string, object | number>>;

const ollama: Answers = {
  'GET /api/tags': {
    models: [
      {
        name: 'llama3.1:8b',
        model: 'llama3.1:8b',
        size: 4_920_753_328,
        details: { family: 'llama', parameter_size: '8.0B', quantization_level: 'Q4_K_M' },
      },
      { name: 'nomic-embed-text:latest', size: 274_302_450, details: { parameter_size: '137M' } },
      { name: 'gpt-oss:120b-cloud', size: 384, remote_host: 'https://ollama.com:443', details: {} },
    ],
  },
  'POST /api/show llama3.1:8b': {
    capabilities: ['completion', 'tools'],
    model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
  },
  'POST /api/show nomic-embed-text:latest': {
    capabilities: ['embedding'],
    model_info: { 'nomic-bert.context_length': 2048 },
  },
  'POST /api/show gpt-oss:120b-cloud': { capabilities: ['completion'], model_info: {} },
};

const lmstudio: Answers = {
  'GET /api/v0/models': {
    object: 'list',
    data: [
      { id: 'qwen2-vl-7b-instruct', type: 'vlm', state: 'not-loaded', max_context_length: 32_768 },
      {
        id: 'meta-llama-3.1-8b-instruct',
        type: 'llm',
        state: 'loaded',
        max_context_length: 131_072,
        loaded_context_length: 8192,
      },
      { id: 'text-embedding-nomic-embed-text-v1.5', type: 'embeddings', max_context_length: 2048 },
    ],
  },
};

const llamacpp: Answers = {
  'GET /v1/models': {
    object: 'list',
    data: [
      {
        id: '/models/gemma-3-4b-it-Q4_K_M.gguf',
        owned_by: 'llamacpp',
        meta: { n_ctx_train: 131_072, n_params: 3_880_099_328, size: 2_489_757_856 },
      },
    ],
  },
  'GET /props': { default_generation_settings: { n_ctx: 16_384 }, total_slots: 1 },
};

const jan: Answers = { 'GET /v1/models': { object: 'list', data: [{ id: 'jan-nano-4b', object: 'model' }] } };

export const SERVERS: Readonly<Record<ModelServerName, Answers>> = { ollama, lmstudio, llamacpp, jan };

export interface FakeServer {
  readonly port: number;
  /** The requests it got, such as "GET /api/tags". */
  readonly requests: string[];
  /** Called with the Authorization of each request. */
  onKey: ((authorization: string | undefined) => void) | null;
  close(): void;
}

/** @param port 0 picks a free one. Rejects if it is taken. */
export async function serveAnswers(answers: Answers, port = 0): Promise<FakeServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    fake.onKey?.(request.headers.authorization);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const requestLine = `${request.method} ${request.url}`;
      const model = body === '' ? '' : ` ${(JSON.parse(body) as { model: string }).model}`;
      requests.push(requestLine + model);
      const answer = answers[requestLine + model] ?? answers[requestLine] ?? 404;
      if (typeof answer === 'number') return void response.writeHead(answer).end();
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.end(JSON.stringify(answer));
    });
  });
  const fake: FakeServer = {
    get port() {
      return (server.address() as AddressInfo).port;
    },
    requests,
    onKey: null,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return fake;
}
