import { afterEach, expect, test } from 'vitest';

import { type Answers, serveAnswers } from '#test/support/model-servers.ts';

import { findSpeechServers, SPEECH_PORTS } from './speech-servers.ts';

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** Names a port on which nothing listens. */
const NOWHERE = { kokoro: 9, piper: 9, localai: 9 };

async function portOf(answers: Answers): Promise<number> {
  const server = await serveAnswers(answers);
  open.push(server);
  return server.port;
}

const models = (...ids: string[]) => ({ object: 'list', data: ids.map((id) => ({ id, object: 'model' })) });

test('the usual ports are those the servers document', () => {
  expect(SPEECH_PORTS).toEqual({ kokoro: 8880, piper: 8000, localai: 8080 });
});

test('each server is found with the models that speak and the voices it lists', async () => {
  const ports = {
    kokoro: await portOf({
      'GET /v1/models': models('tts-1', 'kokoro'),
      'GET /v1/audio/voices': { voices: ['af_heart', 'bm_george'] },
    }),
    piper: await portOf({
      'GET /v1/models': models('speaches-ai/piper-en_US-amy-low', 'Systran/faster-whisper-small'),
      'GET /v1/audio/voices': [{ id: 'amy' }, { name: 'ryan' }, 7],
    }),
    localai: await portOf({ 'GET /v1/models': models('llama-3', 'tts-1') }),
  };
  const at = (port: number) => ({ base_url: `http://127.0.0.1:${port}/v1`, needs_key: false });
  expect(await findSpeechServers(ports)).toEqual([
    { server: 'kokoro', ...at(ports.kokoro), models: ['tts-1', 'kokoro'], voices: ['af_heart', 'bm_george'] },
    {
      server: 'piper',
      ...at(ports.piper),
      models: ['speaches-ai/piper-en_US-amy-low'],
      voices: ['amy', 'ryan'],
    },
    { server: 'localai', ...at(ports.localai), models: ['tts-1'], voices: [] },
  ]);
});

test('what writes and does not speak, or answers something else, is left alone', async () => {
  const writer = await portOf({ 'GET /v1/models': models('llama-3', 'qwen') });
  const other = await portOf({ 'GET /v1/models': { pages: [] }, 'GET /v1/audio/voices': { voices: 'none' } });
  expect(await findSpeechServers({ ...NOWHERE, localai: writer, piper: other })).toEqual([]);
});
