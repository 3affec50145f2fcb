import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

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
  // What looks like an option or a command is a sentence like any other.
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
  // A language that none of them speaks stays silent instead of ending the whole video.
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

test('an endpoint’s voice is asked as the API says, and its faults are sentences', async () => {
  const sound = Int16Array.from({ length: 4800 }, (_, at) => Math.sin(at / 10) * 9000);
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push([request.url, request.headers.authorization, JSON.parse(Buffer.concat(chunks).toString())]);
      if (bodies.length === 1) response.end(waveFile(sound, 1));
      else if (bodies.length === 2) response.writeHead(401).end('no');
      else response.end('no sound at all');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const voice = openaiVoice({ baseUrl, apiKey: 'k', model: 'm', voice: 'v' });
  expect([...(await voice.speak(asked, signal))]).toEqual([...sound]);
  const body = { model: 'm', voice: 'v', input: asked.sentence, speed: 1, response_format: 'wav' };
  expect(bodies[0]).toEqual(['/v1/audio/speech', 'Bearer k', body]);
  await expect(voice.speak(asked, signal)).rejects.toThrow('answered 401');
  await expect(voice.speak(asked, signal)).rejects.toThrow(SpeechEngineError);
  await new Promise((resolve) => server.close(resolve));
  await expect(voice.speak(asked, signal)).rejects.toThrow('could not be reached');
});

test('sound of another rate keeps its length; what is none is refused', () => {
  const file = waveFile(new Int16Array(2400).fill(500), 1);
  file.writeUInt32LE(24_000, 24);
  expect(samplesOf(file)).toHaveLength(4800);
  for (const bad of [Buffer.alloc(0), Buffer.from('RIFF....WAVE'), file.subarray(0, 30)]) {
    expect(() => samplesOf(bad)).toThrow(SpeechEngineError);
  }
});
