/** Compares the parts of a video with the video itself. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createToneEngine } from '#test/support/tone.ts';
import { readGreyFrames, readSound, probeStreams } from '#test/support/video.ts';

import { compositor } from '../image/compositor/compositor.ts';
import { findFfmpeg } from './ffmpeg/find.ts';
import { drawInCurrentThread } from './frames.ts';
import { type HandOffParts, handOffParts } from './hand-off.ts';
import { createCachedOnlyPictures, createCachedOnlyVoice } from './cached-only.ts';
import { planVideo } from './plan.ts';
import { renderVideo } from './render.ts';
import { type RenderedVideo, SAMPLE_RATE, type VideoPlan } from './video.ts';

const SIZE = { width: 320, height: 180 };
const plan: VideoPlan = planVideo(
  '# Night trains\n\nThey are back.\n\n## Why\n\nNobody expected that, and yet they are full.\n\n## Where\n\nIn Vienna.',
  {
    title: 'Night trains',
    settings: {
      ...SIZE,
      frameRate: 24,
      design: 'screening',
      narration: true,
      speakingRate: 1,
      voice: null,
      captions: { enabled: true, style: 'bar', notRepeated: false },
      music: { enabled: true, file: null },
    },
  },
);

let folder: string;
let video: RenderedVideo;
let parts: HandOffParts;

const createTools = async () => ({
  ffmpeg: await findFfmpeg(),
  speech: createToneEngine(0.6),
  images: compositor,
  draw: drawInCurrentThread,
  cacheFolder: join(folder, 'cache'),
  signal: new AbortController().signal,
  progress: () => undefined,
});

async function makeParts(name: string, overrides: object = {}): Promise<HandOffParts> {
  await mkdir(join(folder, name), { recursive: true });
  const options = { ...(await createTools()), folder: join(folder, name), published: video.timeline, ...overrides };
  return handOffParts(plan, {
    ...options,
    speech: createCachedOnlyVoice(options.speech),
    images: createCachedOnlyPictures(options.images),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-hand-off-'));
  video = await renderVideo(plan, { ...(await createTools()), file: join(folder, 'video.mp4') });
  parts = await makeParts('parts');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('each clip has the frames of its scene, without captions', () => {
  expect(parts.clips.map(({ key }) => key)).toEqual(video.timeline.scenes.map(({ key }) => key));
  expect(parts.clips.length).toBeGreaterThanOrEqual(3);
  const videoFrames = readGreyFrames(video.file, SIZE.width, SIZE.height);
  let frameOffset = 0;
  let captionedFrames = 0;
  for (const { file, frames } of parts.clips) {
    const { streams } = probeStreams(file);
    expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    const clipFrames = readGreyFrames(file, SIZE.width, SIZE.height);
    expect(clipFrames).toHaveLength(frames);
    for (const [index, frame] of clipFrames.entries()) {
      const videoFrame = videoFrames[frameOffset + index]!;
      const time = (frameOffset + index + 0.5) / 24;
      const captions = video.timeline.texts.filter(
        ({ what, start, end }) => what === 'caption' && start - 0.1 < time && time < end + 0.1,
      );
      const getRowDifference = (row: number): number => {
        const start = row * SIZE.width;
        return frame
          .subarray(start, start + SIZE.width)
          .reduce((sum, grey, x) => sum + Math.abs(grey - videoFrame[start + x]!), 0);
      };
      const isCaptionRow = (row: number): boolean =>
        captions.some(({ y, height }) => row > y - 12 && row < y + height + 12);
      const rows = Array.from({ length: SIZE.height }, (_, row) => row);
      const otherRows = rows.filter((row) => !isCaptionRow(row));
      const difference =
        otherRows.reduce((sum, row) => sum + getRowDifference(row), 0) / (otherRows.length * SIZE.width);
      expect(difference, `frame ${frameOffset + index}`).toBeLessThan(2);
      const box = captions[0];
      if (box && rows.filter(isCaptionRow).reduce((sum, row) => sum + getRowDifference(row), 0) / SIZE.width > 40)
        captionedFrames += 1;
    }
    frameOffset += frames;
  }
  expect(frameOffset).toBe(video.frames);
  expect(captionedFrames).toBeGreaterThan(10);
}, 120_000);

test('narration and music last exactly as long as the video', () => {
  const samples = (video.frames * SAMPLE_RATE) / 24;
  const facts = [parts.narration, parts.music].map((file) => {
    const [stream] = probeStreams(file!).streams;
    return [stream!.codec_name, stream!.sample_rate, readSound(file!, SAMPLE_RATE).length];
  });
  expect(facts).toEqual([
    ['pcm_s16le', '48000', samples],
    ['pcm_s16le', '48000', samples],
  ]);
  const [first] = video.timeline.sentences;
  const voice = readSound(parts.narration!, SAMPLE_RATE);
  const getPower = (from: number, to: number) =>
    voice.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE).reduce((sum, sample) => sum + sample * sample, 0);
  expect(getPower(0, first!.start)).toBe(0);
  expect(getPower(first!.start, first!.end)).toBeGreaterThan(10);
  expect([parts.srt, parts.vtt]).toEqual([video.srt, video.vtt]);
});

test('a second hand-off reuses cached parts', async () => {
  const before = await readdir(join(folder, 'cache'));
  const repeatedParts = await makeParts('again');
  expect(repeatedParts.clips).toEqual(parts.clips);
  expect(await readdir(join(folder, 'cache'))).toEqual(before);
});

test('a hand-off sends no paid request again', async () => {
  const message = 'Some of what this version was made from is no longer kept. Make the video again to hand it off.';
  const emptyCache = { cacheFolder: join(folder, 'empty') };
  await expect(makeParts('lost', emptyCache)).rejects.toThrow(message);
  // Another voice would take a different time.
  await expect(makeParts('other', { ...emptyCache, published: { ...video.timeline, frames: 3 } })).rejects.toThrow(
    message,
  );
});
