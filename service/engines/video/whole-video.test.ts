/**
 * Renders a script with the machine's own voice, music and captions, as people do, and checks that it is in sync and
 * has no fault that the quality report finds. test/bench/video.bench.ts measures how long that takes.
 */
import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { countWords } from '#markdown/words.ts';
import { getRounds } from '#test/support/rounds.ts';
import { createToneEngine } from '#test/support/tone.ts';
import {
  measureColourShare,
  writeVideo,
  readFrame,
  getLoudness,
  readPacketRange,
  readSound,
  probeStreams,
  measureTone,
} from '#test/support/video.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { NIGHT_TRAINS_SCRIPT } from '../../sample/data/night-trains.ts';
import { compositor } from '../image/compositor/compositor.ts';
import { createOsVoices } from '../speech/os-voices.ts';
import { silence } from '../speech/silence.ts';
import { measureBoxContrast } from './contrast.ts';
import { findFfmpeg } from './ffmpeg/find.ts';
import { drawInWorker } from './frames.ts';
import { measureVideo } from './measure.ts';
import { planVideo } from './plan.ts';
import { type RenderOptions, renderVideo } from './render.ts';
import type { RenderedVideo, TextPlace, VideoPlan } from './video.ts';

// Encoding is slow on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const WORD_COUNT = getRounds(12, 600);
const RATE = 16_000;
const { signal } = new AbortController();

/** Plans enough of the script for that many spoken words; headings and cues do not count. */
function createPlan(wordCount: number): VideoPlan {
  const pieces = NIGHT_TRAINS_SCRIPT.split(/(?<=\s)(?=\S)/);
  const plan = planVideo(pieces.slice(0, Math.ceil(wordCount * 1.12) + 20).join(''), {
    title: 'Night trains',
    settings: VIDEO_SETTINGS,
  });
  const spokenWords = countWords(plan.scenes.flatMap(({ narration }) => narration).join(' '));
  expect(spokenWords).toBeGreaterThanOrEqual(wordCount);
  return plan;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-whole-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function render(plan: VideoPlan, name: string, overrides: Partial<RenderOptions> = {}): Promise<RenderedVideo> {
  const program = new URL('../../../test/support/children/scene-worker.mjs', import.meta.url);
  return renderVideo(plan, {
    ffmpeg: await findFfmpeg(),
    speech: silence,
    images: compositor,
    draw: drawInWorker(program),
    signal,
    cacheFolder: join(folder, `${name} cache`),
    file: join(folder, name),
    progress: () => undefined,
    ...overrides,
  });
}

/** Checks streams, length and sync of a file with ffprobe and a decoder. */
function checkFile(video: RenderedVideo, codecs: readonly [string, string]): void {
  const { streams, seconds } = probeStreams(video.file);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(codecs);
  expect([streams[0]!.width, streams[0]!.height]).toEqual([video.timeline.width, video.timeline.height]);
  expect(Number(streams[0]!.nb_read_frames)).toBe(video.frames);
  expect(Math.abs(seconds - video.seconds)).toBeLessThan(0.04);
  const [picture, sound] = [readPacketRange(video.file, 'v'), readPacketRange(video.file, 'a')];
  expect(Math.abs(picture.start - Math.max(0, sound.start))).toBeLessThan(0.04);
  expect(Math.abs(picture.end - sound.end)).toBeLessThan(0.04);
  expect(Math.abs(readSound(video.file, RATE).length / RATE - video.seconds)).toBeLessThan(0.04);
}

/** Checks that texts stand out from their background, in a frame in which they have fully appeared. */
function checkTexts(video: RenderedVideo, texts: readonly TextPlace[]): void {
  const { width, height } = video.timeline;
  for (const text of texts) {
    const time = text.what === 'caption' ? (text.start + text.end) / 2 : Math.max(text.start + 0.7, text.end - 0.6);
    expect(measureBoxContrast(readFrame(video.file, time), width, height, text), text.text).toBeGreaterThan(3);
  }
}

test(`a script of ${WORD_COUNT} words becomes a complete video`, { timeout: 600_000 }, async () => {
  const plan = createPlan(WORD_COUNT);
  const speech = createOsVoices();
  expect(speech, 'this test needs espeak-ng').not.toBeNull();
  const video = await render(plan, 'whole.mp4', { speech: speech! });
  expect(plan.scenes.length).toBeGreaterThanOrEqual(getRounds(3, 8));
  // The only warning must say that the compositor arranged the pictures.
  expect(video.warnings).toEqual([expect.stringContaining('offline compositor')]);
  checkFile(video, ['h264', 'aac']);
  const { texts, cues, sentences } = video.timeline;
  checkTexts(video, [
    ...texts.filter(({ what, end, start }) => what === 'slide' && end - start > 1.4),
    ...cues.flatMap(({ id }) => texts.find((text) => text.what === 'caption' && text.id === id) ?? []),
  ]);
  // Each sentence must be heard at its caption: louder than the pause before it.
  const sound = readSound(video.file, RATE);
  for (const { start, end, text } of sentences) {
    expect(getLoudness(sound, RATE, start, end), text).toBeGreaterThan(
      2 * getLoudness(sound, RATE, start - 0.2, start),
    );
  }
  const ffmpeg = await findFfmpeg();
  const report = await measureVideo(video.file, video.timeline, { ffmpeg, targetSeconds: video.seconds, signal });
  expect(report.findings).toEqual([]);
  expect(report.driftMs).toBeLessThan(40);
});

const shortPlan = planVideo('# Night trains\n\nThey are back.', { title: 'Night trains', settings: VIDEO_SETTINGS });
const large: VideoPlan = { ...shortPlan, settings: { ...VIDEO_SETTINGS, width: 1920, height: 1080 } };

test('custom music loops, ducks under the voice and comes back', async () => {
  const music = join(folder, 'music.wav');
  writeVideo(['-f', 'lavfi', '-i', 'sine=880:d=1:r=44100', music]);
  const scenes = shortPlan.scenes.map((scene) => ({ ...scene, leastSeconds: 8 }));
  const plan = { ...shortPlan, scenes, settings: { ...VIDEO_SETTINGS, music: { enabled: true, file: music } } };
  const video = await render(plan, 'music.mp4', { speech: createToneEngine(1.4) });
  const sound = readSound(video.file, RATE);
  const getLevel = (from: number, until: number): number => measureTone(sound, RATE, 880, from, until);
  const [spokenSentence] = video.timeline.sentences;
  expect(getLevel(spokenSentence!.start + 0.5, spokenSentence!.end)).toBeLessThan(0.6 * getLevel(4.2, 5.2));
  expect(getLevel(0.05, 0.3)).toBeGreaterThan(0.7 * getLevel(4.2, 5.2));
  expect(getLevel(video.seconds - 0.2, video.seconds)).toBeLessThan(0.2 * getLevel(4.2, 5.2));
});

test('a video of 1920 x 1080 shows the same picture, larger', async () => {
  const video = await render(large, 'large.mp4');
  checkFile(video, ['h264', 'aac']);
  const title = video.timeline.texts.find(({ what }) => what === 'slide')!;
  const frame = readFrame(video.file, title.start + 1.2);
  expect(frame).toHaveLength(1920 * 1080 * 3);
  expect(measureColourShare(frame, 1920, title, [243, 241, 236])).toBeGreaterThan(0.1);
  checkTexts(video, video.timeline.texts);
});

test('a video uses VP9 with Opus if ffmpeg has no H.264', async () => {
  const ffmpeg = { ...(await findFfmpeg()), video: 'libvpx-vp9', audio: 'libopus' } as const;
  const video = await render(large, 'large.webm', { ffmpeg });
  expect(video.type).toBe('video/webm');
  checkFile(video, ['vp9', 'opus']);
  checkTexts(video, video.timeline.texts);
});

test('the bundled old ffmpeg renders and measures the same', async () => {
  const path = createRequire(import.meta.url).resolve(`@ffmpeg-installer/${process.platform}-${process.arch}/ffmpeg`);
  const ffmpeg = await findFfmpeg({ path });
  const video = await render(shortPlan, 'packaged.mp4', { ffmpeg });
  checkFile(video, ['h264', 'aac']);
  checkTexts(video, video.timeline.texts);
  const report = await measureVideo(video.file, video.timeline, { ffmpeg, targetSeconds: video.seconds, signal });
  expect(report.findings).toEqual([]);
});
