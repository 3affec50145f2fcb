import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createToneEngine } from '#test/support/tone.ts';

import type { SpeechEngine } from '../speech/speech-engine.ts';
import { Cache } from './cache.ts';
import { Speaker } from './narration.ts';
import { getSentences } from './placing.ts';
import { planVideo } from './plan.ts';
import type { VideoPlan } from './video.ts';

const plan = planVideo('# Night trains\n\nThe train to Łódź is late. Nobody knows why.', {
  title: 'Night trains',
  settings: {
    width: 320,
    height: 180,
    design: 'screening',
    narration: true,
    speakingRate: 1,
    voice: null,
    captions: { enabled: true, style: 'default' },
    music: { enabled: false, file: null },
    pronunciations: [{ written: 'late', spoken: 'layt' }],
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-narration-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Speaks all sentences and returns those that the voice was asked for. */
async function listSpoken(spokenPlan: VideoPlan): Promise<string[]> {
  const sentences: string[] = [];
  const tone = createToneEngine(0.4);
  const speech: SpeechEngine = {
    ...tone,
    speak: (request, signal) => {
      sentences.push(request.sentence);
      return tone.speak(request, signal);
    },
  };
  const speaker = new Speaker(new Cache(folder), { speech, signal: new AbortController().signal }, spokenPlan);
  for (const sentence of spokenPlan.scenes.flatMap(getSentences)) await speaker.getClip(sentence);
  return sentences;
}

test('requests only the sentence that is spoken again, once for each take', async () => {
  expect(await listSpoken(plan)).toEqual(['The train to Łódź is layt.', 'Nobody knows why.']);
  expect(await listSpoken(plan)).toEqual([]);
  const [first] = plan.scenes.flatMap(getSentences);
  const respeak = (saidAs: string, take: number): VideoPlan => ({
    ...plan,
    respoken: { [first!.id]: { saidAs, take, cutFor: 0.4 } },
  });
  expect(await listSpoken(respeak('The train to woodge is late.', 1))).toEqual(['The train to woodge is layt.']);
  expect(await listSpoken(respeak('The train to woodge is late.', 1))).toEqual([]);
  expect(await listSpoken(respeak('The train to woodge is late.', 2))).toEqual(['The train to woodge is layt.']);
  expect(await listSpoken(plan)).toEqual([]);
});
