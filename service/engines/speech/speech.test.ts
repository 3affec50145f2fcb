import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { serveSpeech, type SpeechEndpoint } from '#test/support/speech-endpoint.ts';

import { openaiVoice } from './openai-voice.ts';
import { osVoices, voiceOf } from './os-voices.ts';
import { silence } from './silence.ts';
import { SPEECH_RATE, SpeechEngineError } from './speech-engine.ts';
import { samplesOf, waveFile } from './wave.ts';

const asked = { sentence: 'The last train leaves at nine.', rate: 1, voice: null, language: 'en' };
const { signal } = new AbortController();
const loudest = (samples: Int16Array): number => samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);

test('without a voice there is silence, as long as the words would take', async () => {
  const said = await silence.speak(asked, signal);
  expect(loudest(said)).toBe(0);
  expect(said.length / SPEECH_RATE).toBeCloseTo((6 * 60) / 150, 1);
  expect((await silence.speak({ ...asked, rate: 2 }, signal)).length).toBeCloseTo(said.length / 2, -2);
});

test('the machine’s voice speaks, faster when told, and ends when nobody wants it any more', async () => {
  const voice = osVoices();
  expect(voice?.isVoice, 'this test needs espeak-ng').toBe(true);
  const said = await voice!.speak(asked, signal);
  expect(loudest(said)).toBeGreaterThan(2000);
  expect(said.length / SPEECH_RATE).toBeGreaterThan(1);
  expect((await voice!.speak({ ...asked, rate: 1.8 }, signal)).length).toBeLessThan(said.length * 0.8);
  // Text that looks like an option or a command is spoken like any other sentence.
  const odd = await voice!.speak({ ...asked, sentence: '-w /tmp/x; $(id) `id` "quotes"' }, signal);
  expect(loudest(odd)).toBeGreaterThan(2000);
  await expect(voice!.speak(asked, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
});

test('the machine’s voices are listed by language, and each is one that speaks', async () => {
  const voice = osVoices()!;
  const voices = await voice.voices(signal);
  expect(new Set(voices.map(({ id }) => id)).size).toBe(voices.length);
  const british = voices.find(({ language }) => language === 'en-gb')!;
  expect(british.label).toBe('English (Great Britain)');
  const [one, other] = await Promise.all(
    [british.id, voices.find(({ language }) => language === 'de')!.id].map((id) =>
      voice.speak({ ...asked, voice: id }, signal),
    ),
  );
  expect(loudest(one!)).toBeGreaterThan(2000);
  expect(other).not.toEqual(one);
  await expect(voice.speak({ ...asked, voice: 'nobody' }, signal)).rejects.toThrow(SpeechEngineError);
  // A language without a voice stays silent instead of failing the whole video.
  expect(await voice.speak({ ...asked, language: 'tl' }, signal)).toHaveLength(0);
});

test('lists of other systems are read as they are written', () => {
  const lines = {
    darwin: 'Anna (Enhanced)     de_DE    # Hallo! Ich heiße Anna.',
    win32: 'Microsoft Zira Desktop\ten-US',
  };
  expect(voiceOf('darwin', lines.darwin)).toEqual({
    id: 'Anna (Enhanced)',
    label: 'Anna (Enhanced)',
    language: 'de-DE',
  });
  expect(voiceOf('win32', lines.win32)).toMatchObject({ id: 'Microsoft Zira Desktop', language: 'en-US' });
  expect(voiceOf('win32', '')).toBeNull();
  expect(voiceOf('linux', 'Pty Language       Age/Gender VoiceName          File')).toBeNull();
});

describe('an endpoint’s voice', () => {
  const sound = Int16Array.from({ length: 4800 }, (_, at) => Math.sin(at / 10) * 9000);
  let endpoint: SpeechEndpoint;
  beforeEach(async () => {
    endpoint = await serveSpeech();
  });
  afterEach(() => endpoint.close());
  const voice = () => openaiVoice({ baseUrl: endpoint.base, apiKey: 'k', model: 'speaker', voice: 'alto' });

  test('is asked as the API says; what was chosen of other voices is not asked for', async () => {
    endpoint.answer((response) => void response.end(waveFile(sound, 1)));
    expect([...(await voice().speak({ ...asked, voice: 'a-voice-of-the-system' }, signal))]).toEqual([...sound]);
    const body = { model: 'speaker', voice: 'alto', input: asked.sentence, speed: 1, response_format: 'wav' };
    expect(endpoint.asked).toEqual([{ authorization: 'Bearer k', body }]);
  });

  test.each([
    [401, /refused the key.*Settings, Speech/],
    [402, /no credit left/],
    [404, /doesn’t know this model/],
    [429, /too many requests/],
    [400, /responded with 400/],
    [503, /having problems/],
  ])('says what %i means', async (status, words) => {
    endpoint.answer((response) => void response.writeHead(status).end('sk-secret'));
    const error: unknown = await voice()
      .speak(asked, signal)
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SpeechEngineError);
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).not.toContain('sk-secret');
  });

  test('what is no sound, and nobody at the address, are sentences too', async () => {
    endpoint.answer((response) => void response.end('no sound at all'));
    await expect(voice().speak(asked, signal)).rejects.toThrow(SpeechEngineError);
    endpoint.close();
    await expect(voice().speak(asked, signal)).rejects.toThrow('couldn’t be reached');
  });

  test('a sentence that was paid for is not asked for again, whatever became of its sound', async () => {
    endpoint.answer((response) => void response.end(waveFile(sound, 1)));
    let kept: string | null = null;
    const paid = {
      before: () => Promise.resolve(kept),
      keep: (answer: string) => Promise.resolve(void (kept = answer)),
    };
    await voice().speak(asked, signal, paid);
    expect([...(await voice().speak(asked, signal, paid))]).toEqual([...sound]);
    expect(endpoint.asked).toHaveLength(1);
    const unclear = { ...paid, before: () => Promise.reject(new Error('It is not known whether it was paid for.')) };
    await expect(voice().speak(asked, signal, unclear)).rejects.toThrow(SpeechEngineError);
    expect(endpoint.asked).toHaveLength(1);
  });
});

test('sound of another rate keeps its length; what is none is refused', () => {
  const file = waveFile(new Int16Array(2400).fill(500), 1);
  file.writeUInt32LE(24_000, 24);
  expect(samplesOf(file)).toHaveLength(4800);
  for (const bad of [Buffer.alloc(0), Buffer.from('RIFF....WAVE'), file.subarray(0, 30)]) {
    expect(() => samplesOf(bad)).toThrow(SpeechEngineError);
  }
});
