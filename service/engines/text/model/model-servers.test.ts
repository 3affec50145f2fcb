import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { type Answers, type FakeServer, serveAnswers, SERVERS } from '#test/support/model-servers.ts';

import { findModelServers, type ModelServerPorts, USUAL_PORTS } from './model-servers.ts';

const openServers: { close(): void }[] = [];
afterEach(() => openServers.splice(0).forEach((server) => server.close()));

/** An address on which nothing listens. */
const CLOSED_PORTS: ModelServerPorts = { ollama: 9, lmstudio: 9, llamacpp: 9, jan: 9 };

async function startServer(answers: Answers): Promise<FakeServer> {
  const server = await serveAnswers(answers);
  openServers.push(server);
  return server;
}

test('uses the ports that the servers document', () => {
  expect(USUAL_PORTS).toEqual({ ollama: 11434, lmstudio: 1234, llamacpp: 8080, jan: 1337 });
});

test('finds each server with its models, their size and context if known', async () => {
  const ports = {
    ollama: (await startServer(SERVERS.ollama)).port,
    lmstudio: (await startServer(SERVERS.lmstudio)).port,
    llamacpp: (await startServer(SERVERS.llamacpp)).port,
    jan: (await startServer(SERVERS.jan)).port,
  };
  const toBaseUrl = (port: number): string => `http://127.0.0.1:${port}/v1`;
  expect(await findModelServers(ports)).toEqual([
    {
      server: 'ollama',
      base_url: toBaseUrl(ports.ollama),
      needs_key: false,
      models: [
        { name: 'llama3.1:8b', bytes: 4_920_753_328, parameters: '8.0B', context: 131_072, elsewhere: false },
        { name: 'gpt-oss:120b-cloud', bytes: null, parameters: null, context: null, elsewhere: true },
      ],
    },
    {
      server: 'lmstudio',
      base_url: toBaseUrl(ports.lmstudio),
      needs_key: false,
      models: [
        { name: 'qwen2-vl-7b-instruct', bytes: null, parameters: null, context: 32_768, elsewhere: false },
        { name: 'meta-llama-3.1-8b-instruct', bytes: null, parameters: null, context: 8192, elsewhere: false },
      ],
    },
    {
      server: 'llamacpp',
      base_url: toBaseUrl(ports.llamacpp),
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
      base_url: toBaseUrl(ports.jan),
      needs_key: false,
      models: [{ name: 'jan-nano-4b', bytes: null, parameters: null, context: null, elsewhere: false }],
    },
  ]);
});

test('lists a server that requires a key without models', async () => {
  const { port } = await startServer({ 'GET /v1/models': 401 });
  expect(await findModelServers({ ...CLOSED_PORTS, jan: port })).toMatchObject([{ server: 'jan', needs_key: true }]);
});

test('ignores other programs on these ports', async () => {
  const { port: otherPort } = await startServer({ 'GET /v1/models': { data: [{ id: 'm', owned_by: 'me' }] } });
  const webPage = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Mine</h1>'));
  await new Promise<void>((resolve) => webPage.listen(0, '127.0.0.1', resolve));
  openServers.push(webPage);
  const { port } = webPage.address() as AddressInfo;
  expect(await findModelServers({ ollama: port, lmstudio: port, jan: port, llamacpp: otherPort })).toEqual([]);
  expect(await findModelServers(CLOSED_PORTS)).toEqual([]);
});

test('follows no redirect to another address', async () => {
  const target = await startServer(SERVERS.jan);
  const redirecting = createServer((_, response) =>
    response.writeHead(302, { Location: `http://127.0.0.1:${target.port}/v1/models` }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  openServers.push(redirecting);
  expect(await findModelServers({ ...CLOSED_PORTS, jan: (redirecting.address() as AddressInfo).port })).toEqual([]);
  expect(target.requests).toEqual([]);
});
