import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { type Answers, type FakeServer, serveAnswers, SERVERS } from '#test/support/model-servers.ts';

import { findModelServers, type ModelServerPorts, USUAL_PORTS } from './model-servers.ts';

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** Nothing listens there. */
const NOWHERE: ModelServerPorts = { ollama: 9, lmstudio: 9, llamacpp: 9, jan: 9 };

async function served(answers: Answers): Promise<FakeServer> {
  const server = await serveAnswers(answers);
  open.push(server);
  return server;
}

test('the usual ports are those the servers document', () => {
  expect(USUAL_PORTS).toEqual({ ollama: 11434, lmstudio: 1234, llamacpp: 8080, jan: 1337 });
});

test('each server is found with its models, their size and context as far as it says', async () => {
  const ports = {
    ollama: (await served(SERVERS.ollama)).port,
    lmstudio: (await served(SERVERS.lmstudio)).port,
    llamacpp: (await served(SERVERS.llamacpp)).port,
    jan: (await served(SERVERS.jan)).port,
  };
  const at = (port: number): string => `http://127.0.0.1:${port}/v1`;
  expect(await findModelServers(ports)).toEqual([
    {
      server: 'ollama',
      base_url: at(ports.ollama),
      needs_key: false,
      models: [
        { name: 'llama3.1:8b', bytes: 4_920_753_328, parameters: '8.0B', context: 131_072, elsewhere: false },
        { name: 'gpt-oss:120b-cloud', bytes: null, parameters: null, context: null, elsewhere: true },
      ],
    },
    {
      server: 'lmstudio',
      base_url: at(ports.lmstudio),
      needs_key: false,
      models: [
        { name: 'qwen2-vl-7b-instruct', bytes: null, parameters: null, context: 32_768, elsewhere: false },
        { name: 'meta-llama-3.1-8b-instruct', bytes: null, parameters: null, context: 8192, elsewhere: false },
      ],
    },
    {
      server: 'llamacpp',
      base_url: at(ports.llamacpp),
      needs_key: false,
      models: [
        {
          name: '/models/gemma-3-4b-it-Q4_K_M.gguf',
          bytes: 2_489_757_856,
          parameters: '3.9B',
          context: 16_384,
          elsewhere: false,
        },
      ],
    },
    {
      server: 'jan',
      base_url: at(ports.jan),
      needs_key: false,
      models: [{ name: 'jan-nano-4b', bytes: null, parameters: null, context: null, elsewhere: false }],
    },
  ]);
});

test('a server that wants a key is listed without models', async () => {
  const { port } = await served({ 'GET /v1/models': 401 });
  expect(await findModelServers({ ...NOWHERE, jan: port })).toMatchObject([{ server: 'jan', needs_key: true }]);
});

test('other programs on these ports are left alone', async () => {
  const { port: other } = await served({ 'GET /v1/models': { data: [{ id: 'm', owned_by: 'me' }] } });
  const page = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Mine</h1>'));
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  open.push(page);
  const { port } = page.address() as AddressInfo;
  expect(await findModelServers({ ollama: port, lmstudio: port, jan: port, llamacpp: other })).toEqual([]);
  expect(await findModelServers(NOWHERE)).toEqual([]);
});

test('a redirect to another address is not followed', async () => {
  const target = await served(SERVERS.jan);
  const moved = createServer((_, response) =>
    response.writeHead(302, { Location: `http://127.0.0.1:${target.port}/v1/models` }).end(),
  );
  await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
  open.push(moved);
  expect(await findModelServers({ ...NOWHERE, jan: (moved.address() as AddressInfo).port })).toEqual([]);
  expect(target.asked).toEqual([]);
});
