/** Renders scripts with the machine's own voice and measures their pace and loudness with ffmpeg's meters. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { measurePace } from '#test/support/pace.ts';
import { getRounds } from '#test/support/rounds.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { compositor } from '../image/compositor/compositor.ts';
import { createOsVoices } from '../speech/os-voices.ts';
import { estimateSeconds, measureSpoken } from './estimate.ts';
import { findFfmpeg } from './ffmpeg/find.ts';
import { drawInCurrentThread } from './frames.ts';
import { trimSilence } from './narration.ts';
import { planVideo } from './plan.ts';
import { renderVideo } from './render.ts';
import type { VideoPlan, VideoSettings } from './video.ts';

// Encoding is slow on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

/** Without captions and music, which would hide a still slide and a silence. */
const BARE_SETTINGS: VideoSettings = {
  ...VIDEO_SETTINGS,
  captions: { enabled: false, style: 'default' },
  music: { enabled: false, file: null },
};

const SCRIPTS = [
  `# Why night trains came back

For thirty years the last sleeper left every evening and nobody, not even the man who signed the timetable, could say who still rode on it.

## What a berth costs

- A seat costs 49 euros
- A couchette costs 79 euros and comes with a blanket, a small bottle of water and a breakfast that nobody has finished

It is sold out.`,
  `[Cue: a brass wheel, turning slowly]

In 1843 Ada Lovelace published her notes. Nobody built the machine.

> We may say most aptly that the engine weaves algebraic patterns, just as the loom weaves flowers and leaves, and nobody asked it to.
> — Ada Lovelace

[Cue: a table of numbers]

## End

Thank you.`,
  `# Bread

## The flours

- Rye
- Spelt

On-screen: Two old flours

They were old, nobody wanted them, and that is the reason why the mill kept both of them for as long as it could. Why?`,
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-pace-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();

async function render(plan: VideoPlan, name: string) {
  const speech = createOsVoices();
  if (!speech) throw new Error('This test needs espeak-ng.');
  return renderVideo(plan, {
    ffmpeg: await findFfmpeg(),
    speech,
    images: compositor,
    draw: drawInCurrentThread,
    signal,
    cacheFolder: join(folder, 'cache'),
    file: join(folder, name),
    progress: () => undefined,
  });
}

test.each(SCRIPTS.slice(0, getRounds(1, SCRIPTS.length)).map((script, index) => ({ script, number: index + 1 })))(
  'the video of script $number has no long silence or still picture, and the promised length and loudness',
  async ({ script, number }) => {
    const plan = planVideo(script, { title: 'A title', settings: BARE_SETTINGS });
    const speech = createOsVoices();
    const video = await render(plan, `bare-${number}.mp4`);
    const barePace = measurePace(video.file, video.seconds);
    expect(barePace.firstSound).toBeLessThan(1.2);
    expect(barePace.longestSilence).toBeLessThan(0.8);
    expect(barePace.longestStill).toBeLessThan(7);
    const estimated = await estimateSeconds(plan, speech && measureSpoken(speech, plan, signal));
    expect(Math.abs(estimated / video.seconds - 1)).toBeLessThan(0.05);

    const music = { ...plan, settings: { ...BARE_SETTINGS, music: { enabled: true, file: null } } };
    const mixed = await render(music, `mixed-${number}.mp4`);
    for (const { loudness, peak } of [barePace, measurePace(mixed.file, mixed.seconds)]) {
      expect(Math.abs(loudness + 14)).toBeLessThan(0.5);
      expect(peak).toBeLessThan(-1);
    }
  },
);

test('estimates a long script from a part of its sentences, within 5 % of what all of them take', async () => {
  const numbers = Array.from(
    { length: 60 },
    (_, index) =>
      `In ${1900 + index} they sold ${index * 37} berths${index % 3 ? '' : ', which was more than anyone in the ministry had thought possible'}.`,
  );
  const plan = planVideo(numbers.join(' '), { title: 'Numbers', settings: BARE_SETTINGS });
  let requestCount = 0;
  const speak = (text: string): Promise<number> => {
    requestCount += 1;
    return Promise.resolve(20_000 + text.length * 2500);
  };
  const estimated = await estimateSeconds(plan, speak);
  expect(requestCount).toBeLessThanOrEqual(24);
  const totalSamples = plan.scenes
    .flatMap(({ narration }) => narration)
    .reduce((sum, text) => sum + 20_000 + text.length * 2500, 0);
  const pauseSeconds = estimated - totalSamples / 48_000;
  expect(pauseSeconds).toBeGreaterThan(0);
  expect(pauseSeconds / 60).toBeLessThan(0.62);
});

test('removes the silence around the words and shortens a long pause between them', () => {
  const tone = new Int16Array(24_000).fill(0).map((_, index) => Math.sin(index / 20) * 9000);
  const silence = new Int16Array(96_000);
  const samples = Int16Array.from([...silence, ...tone, ...silence, ...tone, ...silence]);
  const seconds = trimSilence(samples).length / 48_000;
  expect(seconds).toBeGreaterThan(1);
  expect(seconds).toBeLessThan(1.7);
  expect(trimSilence(silence)).toHaveLength(silence.length);
});
