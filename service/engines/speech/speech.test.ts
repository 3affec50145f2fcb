import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { serveSpeech, type SpeechEndpoint } from '#test/support/speech-endpoint.ts';

import { createOpenaiVoice } from './openai-voice.ts';
import { createOsVoices, parseVoice } from './os-voices.ts';
import { silence } from './silence.ts';
import { SPEECH_RATE, SpeechEngineError } from './speech-engine.ts';
import { decodeSamples, createWaveFile } from './wave.ts';

const request = { sentence: 'The last train leaves at nine.', rate: 1, voice: null, language: 'en' };
const { signal } = new AbortController();
const findLoudest = (samples: Int16Array): number =>
  samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);

test('without a voice, silence lasts as long as the words would take', async () => {
  const samples = await silence.speak(request, signal);
  expect(findLoudest(samples)).toBe(0);
  expect(samples.length / SPEECH_RATE).toBeCloseTo((6 * 60) / 150, 1);
  expect((await silence.speak({ ...request, rate: 2 }, signal)).length).toBeCloseTo(samples.length / 2, -2);
});

test('the system voice speaks at the given rate and stops when aborted', async () => {
  const voice = createOsVoices();
  expect(voice?.isVoice, 'this test needs espeak-ng').toBe(true);
  const samples = await voice!.speak(request, signal);
  expect(findLoudest(samples)).toBeGreaterThan(2000);
  expect(samples.length / SPEECH_RATE).toBeGreaterThan(1);
  expect((await voice!.speak({ ...request, rate: 1.8 }, signal)).length).toBeLessThan(samples.length * 0.8);
  // Text that looks like an option or a command is spoken like any other sentence.
  const oddSamples = await voice!.speak({ ...request, sentence: '-w /tmp/x; $(id) `id` "quotes"' }, signal);
  expect(findLoudest(oddSamples)).toBeGreaterThan(2000);
  await expect(voice!.speak(request, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('lists system voices by language, each one able to speak', async () => {
  const voice = createOsVoices()!;
  const voices = await voice.listVoices(signal);
  expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
  const british = voices.find(({ language }) => language === 'en-gb')!;
  expect(british.label).toBe('English (Great Britain)');
  const [britishSamples, germanSamples] = await Promise.all(
    [british.id, voices.find(({ language }) => language === 'de')!.id].map((id) =>
      voice.speak({ ...request, voice: id }, signal),
    ),
  );
  expect(findLoudest(britishSamples!)).toBeGreaterThan(2000);
  expect(germanSamples).not.toEqual(britishSamples);
  await expect(voice.speak({ ...request, voice: 'nobody' }, signal)).rejects.toThrow(SpeechEngineError);
  // A language without a voice stays silent instead of failing the whole video.
  expect(await voice.speak({ ...request, language: 'tl' }, signal)).toHaveLength(0);
});

test('parses the voice lists of macOS and Windows', () => {
  const lines = {
    darwin: 'Anna (Enhanced)     de_DE    # Hallo! Ich heiße Anna.',
    win32: 'Microsoft Zira Desktop\ten-US',
  };
  expect(parseVoice('darwin', lines.darwin)).toEqual({
    id: 'Anna (Enhanced)',
    label: 'Anna (Enhanced)',
    language: 'de-DE',
  });
  expect(parseVoice('win32', lines.win32)).toMatchObject({ id: 'Microsoft Zira Desktop', language: 'en-US' });
  expect(parseVoice('win32', '')).toBeNull();
  expect(parseVoice('linux', 'Pty Language       Age/Gender VoiceName          File')).toBeNull();
});

describe('a speech endpoint', () => {
  const sound = Int16Array.from({ length: 4800 }, (_, index) => Math.sin(index / 10) * 9000);
  let endpoint: SpeechEndpoint;
  beforeEach(async () => {
    endpoint = await serveSpeech();
  });
  afterEach(() => endpoint.close());
  const createVoice = () => createOpenaiVoice({ baseUrl: endpoint.base, apiKey: 'k', model: 'speaker', voice: 'alto' });

  test('receives the documented request, with its own voice instead of a system voice', async () => {
    endpoint.answer((response) => void response.end(createWaveFile(sound, 1)));
    expect([...(await createVoice().speak({ ...request, voice: 'a-voice-of-the-system' }, signal))]).toEqual([
      ...sound,
    ]);
    const body = { model: 'speaker', voice: 'alto', input: request.sentence, speed: 1, response_format: 'wav' };
    expect(endpoint.requests).toEqual([{ authorization: 'Bearer k', body }]);
  });

  test.each([
    [401, /refused the key.*Settings, Speech/],
    [402, /no credit left/],
    [404, /doesn’t know this model/],
    [429, /too many requests/],
    [400, /responded with 400/],
    [503, /having problems/],
  ])('turns status %i into a readable error', async (status, message) => {
    endpoint.answer((response) => void response.writeHead(status).end('sk-secret'));
    const error: unknown = await createVoice()
      .speak(request, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SpeechEngineError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('sk-secret');
  });

  test('turns an invalid answer and an unreachable address into readable errors', async () => {
    endpoint.answer((response) => void response.end('no sound at all'));
    await expect(createVoice().speak(request, signal)).rejects.toThrow(SpeechEngineError);
    endpoint.close();
    await expect(createVoice().speak(request, signal)).rejects.toThrow('couldn’t be reached');
  });

  test('is not called again for a sentence that was paid for', async () => {
    endpoint.answer((response) => void response.end(createWaveFile(sound, 1)));
    let storedAnswer: string | null = null;
    const paidRequest = {
      before: () => Promise.resolve(storedAnswer),
      keep: (answer: string) => Promise.resolve(void (storedAnswer = answer)),
    };
    await createVoice().speak(request, signal, paidRequest);
    expect([...(await createVoice().speak(request, signal, paidRequest))]).toEqual([...sound]);
    expect(endpoint.requests).toHaveLength(1);
    const failingRequest = {
      ...paidRequest,
      before: () => Promise.reject(new Error('It is not known whether it was paid for.')),
    };
    await expect(createVoice().speak(request, signal, failingRequest)).rejects.toThrow(SpeechEngineError);
    expect(endpoint.requests).toHaveLength(1);
  });
});

test('resamples sound without changing its length, and rejects invalid files', () => {
  const file = createWaveFile(new Int16Array(2400).fill(500), 1);
  file.writeUInt32LE(24_000, 24);
  expect(decodeSamples(file)).toHaveLength(4800);
  for (const invalidFile of [Buffer.alloc(0), Buffer.from('RIFF....WAVE'), file.subarray(0, 30)]) {
    expect(() => decodeSamples(invalidFile)).toThrow(SpeechEngineError);
  }
});
