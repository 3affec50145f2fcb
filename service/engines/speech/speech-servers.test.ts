import { afterEach, expect, test } from 'vitest';

import { type Answers, serveAnswers } from '#test/support/model-servers.ts';

import { findSpeechServers, SPEECH_PORTS } from './speech-servers.ts';

const openServers: { close(): void }[] = [];
afterEach(() => openServers.splice(0).forEach((server) => server.close()));

/** Ports on which nothing listens. */
const CLOSED_PORTS = { kokoro: 9, piper: 9, localai: 9 };

async function startServer(answers: Answers): Promise<number> {
  const server = await serveAnswers(answers);
  openServers.push(server);
  return server.port;
}

const createModels = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

test('uses the ports that the servers document', () => {
  expect(SPEECH_PORTS).toEqual({ kokoro: 8880, piper: 8000, localai: 8080 });
});

test('finds each server with its speech models and voices', async () => {
  const ports = {
    kokoro: await startServer({
      'GET /v1/models': createModels('tts-1', 'kokoro'),
      'GET /v1/audio/voices': { voices: ['af_heart', 'bm_george'] },
    }),
    piper: await startServer({
      'GET /v1/models': createModels('speaches-ai/piper-en_US-amy-low', 'Systran/faster-whisper-small'),
      'GET /v1/audio/voices': [{ id: 'amy' }, { name: 'ryan' }, 7],
    }),
    localai: await startServer({ 'GET /v1/models': createModels('llama-3', 'tts-1') }),
  };
  const createEndpoint = (port: number) => ({ base_url: `http://127.0.0.1:${port}/v1`, needs_key: false });
  expect(await findSpeechServers(ports)).toEqual([
    {
      server: 'kokoro',
      ...createEndpoint(ports.kokoro),
      models: ['tts-1', 'kokoro'],
      voices: ['af_heart', 'bm_george'],
    },
    {
      server: 'piper',
      ...createEndpoint(ports.piper),
      models: ['speaches-ai/piper-en_US-amy-low'],
      voices: ['amy', 'ryan'],
    },
    { server: 'localai', ...createEndpoint(ports.localai), models: ['tts-1'], voices: [] },
  ]);
});

test('ignores servers without speech models and other programs', async () => {
  const textServer = await startServer({ 'GET /v1/models': createModels('llama-3', 'qwen') });
  const otherServer = await startServer({
    'GET /v1/models': { pages: [] },
    'GET /v1/audio/voices': { voices: 'none' },
  });
  expect(await findSpeechServers({ ...CLOSED_PORTS, localai: textServer, piper: otherServer })).toEqual([]);
});
