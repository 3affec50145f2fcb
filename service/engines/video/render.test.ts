/** Renders real videos of a few seconds and examines them with ffprobe and a decoder. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createToneEngine } from '#test/support/tone.ts';
import {
  measureColourShare,
  writeVideo,
  readFrame,
  readGreyFrames,
  getMeanDifference,
  readPacketRange,
  readSound,
  probeStreams,
} from '#test/support/video.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { compositor } from '../image/compositor/compositor.ts';
import { type Ffmpeg, findFfmpeg } from './ffmpeg/find.ts';
import { drawInCurrentThread, drawInWorker } from './frames.ts';
import { measureVideo } from './measure.ts';
import { readMediaFacts, makeMediaThumbnail, measureWaveform } from './media.ts';
import { planVideo } from './plan.ts';
import { type RenderOptions, renderVideo, renderSceneStill } from './render.ts';
import type { RenderedVideo, TextPlace, VideoPlan, VideoSettings } from './video.ts';

// Encoding is slow on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

const tone = createToneEngine(1.4);

const settings: VideoSettings = { ...VIDEO_SETTINGS, width: 640, height: 360 };
const SCRIPT = '# Night trains\n\nIt begins.\n\nIt costs 129 euros a night.\n\n[Cue: a night train]\n\nIt is sold out.';
const plan = planVideo(SCRIPT, { title: 'Night trains', settings });

let folder: string;
let ffmpeg: Ffmpeg;
let video: RenderedVideo;
const percents: number[] = [];

const toOptions = (name: string, overrides: Partial<RenderOptions> = {}): RenderOptions => ({
  ffmpeg,
  speech: tone,
  images: compositor,
  draw: drawInCurrentThread,
  signal: new AbortController().signal,
  cacheFolder: join(folder, 'cache'),
  file: join(folder, name),
  progress: () => undefined,
  ...overrides,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-render-'));
  ffmpeg = await findFfmpeg();
  video = await renderVideo(plan, toOptions('first.mp4', { progress: ({ percent }) => percents.push(percent) }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const getShare = (frame: Uint8Array, place: TextPlace, colour: readonly [number, number, number]): number =>
  measureColourShare(frame, settings.width, place, colour);

const findText = (kind: TextPlace['what'], text: string): TextPlace =>
  video.timeline.texts.find((one) => one.what === kind && one.text.includes(text))!;

/** Returns the greatest mean difference of any frame (0 to 255) for each scene. */
function getMaxDifferences(first: RenderedVideo, second: RenderedVideo): number[] {
  const [a, b] = [readGreyFrames(first.file, 320, 180), readGreyFrames(second.file, 320, 180)];
  expect(b).toHaveLength(a.length);
  return first.timeline.scenes.map(({ start, end }) => {
    const frames = Array.from({ length: Math.round((end - start) * 30) }, (_, frame) => Math.round(start * 30) + frame);
    return Math.max(...frames.map((frame) => getMeanDifference(a[frame]!, b[frame]!)));
  });
}

describe('a rendered video', () => {
  test('has the reported streams, size and length, with picture and sound of equal length', () => {
    const { streams, seconds } = probeStreams(video.file);
    const [picture, sound] = [
      streams.find((one) => one.width !== undefined)!,
      streams.find((one) => one.sample_rate !== undefined)!,
    ];
    expect(picture).toMatchObject({
      codec_name: 'h264',
      width: settings.width,
      height: settings.height,
      r_frame_rate: '30/1',
    });
    expect(Number(picture.nb_read_frames)).toBe(video.frames);
    expect(sound).toMatchObject({ codec_name: 'aac', sample_rate: '48000' });
    expect(Math.abs(seconds - video.seconds)).toBeLessThan(0.04);
    const [v, a] = [readPacketRange(video.file, 'v'), readPacketRange(video.file, 'a')];
    expect(Math.abs(v.end - a.end)).toBeLessThan(0.04);
    expect(Math.abs(v.start - Math.max(0, a.start))).toBeLessThan(0.04);
    expect(percents.at(-1)).toBe(100);
    expect(percents).toEqual([...percents].sort((x, y) => x - y));
  });

  test('shows slide text once its animation has ended', () => {
    const title = findText('slide', 'Night trains');
    expect(getShare(readFrame(video.file, title.start + 1.2), title, [243, 241, 236])).toBeGreaterThan(0.1);
    expect(getShare(readFrame(video.file, 0), title, [243, 241, 236])).toBe(0);
    const number = findText('slide', '129');
    expect(getShare(readFrame(video.file, number.start + 1.2), number, [241, 105, 53])).toBeGreaterThan(0.1);
  });

  test('shows captions exactly while their words are spoken', () => {
    const rate = 8000;
    const sound = readSound(video.file, rate);
    for (const { text, start, end } of video.timeline.cues) {
      const place = findText('caption', text);
      expect(getShare(readFrame(video.file, (start + end) / 2), place, [255, 255, 255]), text).toBeGreaterThan(0.06);
      expect(getShare(readFrame(video.file, start - 0.08), place, [255, 255, 255]), text).toBeLessThan(0.02);
      expect(getShare(readFrame(video.file, start + 0.04), place, [255, 255, 255]), text).toBeGreaterThan(0.06);
      const power = (from: number): number =>
        sound.subarray((from * rate) | 0, ((from + 0.02) * rate) | 0).reduce((sum, value) => sum + value ** 2, 0);
      expect(power(start + 0.02), text).toBeGreaterThan(4 * power(start - 0.04));
    }
    expect(video.srt).toContain('It costs 129 euros a night.');
    expect(video.vtt.startsWith('WEBVTT\n')).toBe(true);
  });

  test('passes its own quality check', async () => {
    const report = await measureVideo(video.file, video.timeline, {
      ffmpeg,
      targetSeconds: video.seconds,
      signal: new AbortController().signal,
    });
    expect(report.findings).toEqual([]);
    expect(report.driftMs).toBeLessThan(40);
    expect(report.peak).toBeLessThan(-0.5);
    expect(report.seconds).toBeCloseTo(video.seconds, 1);
  });
});

describe('a changed plan', () => {
  test('redraws only the scenes in which an edited caption is seen', async () => {
    const cue = video.timeline.cues[1]!;
    const editedPlan: VideoPlan = { ...plan, captionEdits: { [cue.id]: 'Other words.' } };
    const rerendered = await renderVideo(editedPlan, toOptions('caption.mp4'));
    const { scenes } = video.timeline;
    const isSeen = scenes.map(({ start, end }) => cue.start < end && cue.end > start);
    const firstSeen = isSeen.indexOf(true);
    expect(isSeen.filter(Boolean).length).toBeLessThan(scenes.length);
    expect(rerendered.drawn).toBe(isSeen.filter(Boolean).length);
    const sceneDifferences = getMaxDifferences(video, rerendered);
    expect(sceneDifferences.map((one) => one > 0.3)).toEqual(isSeen);
    expect(sceneDifferences.filter((_, index) => !isSeen[index]).every((one) => one === 0)).toBe(true);
    // Before the caption, its first scene must also be the same, apart from encoding noise.
    const [a, b] = [readGreyFrames(video.file, 320, 180), readGreyFrames(rerendered.file, 320, 180)];
    for (let frame = Math.round(scenes[firstSeen]!.start * 30); frame < Math.floor(cue.start * 30); frame++) {
      expect(getMeanDifference(a[frame]!, b[frame]!)).toBeLessThan(1);
    }
    const place = rerendered.timeline.texts.find(({ id }) => id === cue.id)!;
    expect(place.text).toBe('Other words.');
    expect(
      Buffer.compare(
        Buffer.from(readSound(rerendered.file, 8000).buffer),
        Buffer.from(readSound(video.file, 8000).buffer),
      ),
    ).toBe(0);
  });

  test('draws only the new scene when a script gets one more', async () => {
    // Sentences longer than the shortest scene, so that no scene begins late.
    const speech = createToneEngine(3);
    const render = (script: string) =>
      renderVideo(
        planVideo(script, { title: 'Night trains', settings: { ...settings, width: 320, height: 180 } }),
        toOptions('longer.mp4', { speech, cacheFolder: join(folder, 'longer') }),
      );
    const first = await render(SCRIPT);
    const second = await render(SCRIPT.replace('[Cue', 'It is late.\n\n[Cue'));
    expect([first.drawn, first.reused]).toEqual([3, 0]);
    expect([second.drawn, second.reused]).toEqual([1, 3]);
  });

  test('shows an overlay only at its place and time', async () => {
    const scene = video.timeline.scenes[1]!;
    const inputs = { name: 'Mara Lindqvist', role: 'Engineer' };
    const overlay = { id: 'o1', template: 'lower_third', inputs, start: scene.start + 0.3, end: scene.end - 0.3 };
    const rerendered = await renderVideo({ ...plan, overlays: [overlay] }, toOptions('overlay.mp4'));
    expect(rerendered.drawn).toBe(1);
    const sceneDifferences = getMaxDifferences(video, rerendered);
    expect(sceneDifferences.map((one) => one > 0.3)).toEqual(sceneDifferences.map((_, index) => index === 1));
    const name = rerendered.timeline.texts.find(({ text }) => text === 'Mara Lindqvist')!;
    const middle = readFrame(rerendered.file, (overlay.start + overlay.end) / 2);
    expect(getShare(middle, name, [243, 241, 236])).toBeGreaterThan(0.1);
    const still = await renderSceneStill({ ...plan, overlays: [overlay] }, scene.key, toOptions('none'));
    expect(Buffer.from(still).toString('latin1', 1, 4)).toBe('PNG');
  });
});

test('a worker thread renders the same video', async () => {
  const program = new URL('../../../test/support/children/scene-worker.mjs', import.meta.url);
  const shortPlan = { ...plan, scenes: plan.scenes.slice(0, 1) };
  const overrides = { cacheFolder: join(folder, 'thread') };
  const inProcess = await renderVideo(shortPlan, toOptions('here.mp4'));
  const inWorker = await renderVideo(shortPlan, toOptions('there.mp4', { ...overrides, draw: drawInWorker(program) }));
  expect(inWorker.drawn).toBe(1);
  expect(getMaxDifferences(inProcess, inWorker)).toEqual([0]);
});

describe('a failed render', () => {
  const listPartFiles = async (): Promise<string[]> =>
    (await readdir(join(folder, 'late'), { recursive: true })).filter((name) => name.includes('.part'));

  test('stops at once when cancelled, leaves no files and resumes from finished scenes', async () => {
    await mkdir(join(folder, 'late'));
    const controller = new AbortController();
    const lateOptions = { cacheFolder: join(folder, 'late', 'cache'), file: join(folder, 'late', 'v.mp4') };
    const cancelled = renderVideo(plan, {
      ...toOptions('none', lateOptions),
      signal: controller.signal,
      progress: ({ scene }) => scene !== null && controller.abort(new Error('enough')),
    });
    await expect(cancelled).rejects.toThrow('enough');
    expect(await listPartFiles()).toEqual([]);
    expect(await readdir(join(folder, 'late'))).toEqual(['cache']);
    const children = spawnSync('ps', ['--ppid', String(process.pid), '-o', 'comm=']).stdout.toString();
    expect(children).not.toContain('ffmpeg');
    const rerendered = await renderVideo(plan, toOptions('none', lateOptions));
    expect(rerendered.reused).toBeGreaterThan(0);
    expect(rerendered.frames).toBe(video.frames);
  });

  test('reports a crashed ffmpeg, a full disk and a lost file, and publishes no partial video', async () => {
    const crashingProgram = join(folder, 'dying');
    await writeFile(crashingProgram, '#!/bin/sh\nhead -c 4000000 >/dev/null\nkill -9 $$\n');
    await chmod(crashingProgram, 0o755);
    const fresh = { cacheFolder: join(folder, 'fresh') };
    const crashed = renderVideo(
      plan,
      toOptions('dead.mp4', { ...fresh, ffmpeg: { ...ffmpeg, path: crashingProgram } }),
    );
    await expect(crashed).rejects.toMatchObject({ fault: 'died', retryable: true });

    const disk = join(folder, 'disk');
    await mkdir(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700k', 'tmpfs', disk]).status === 0;
    expect(mounted, 'this test needs to mount a small disk (run as root)').toBe(true);
    try {
      const full = renderVideo(
        plan,
        toOptions('none', { cacheFolder: join(disk, 'cache'), file: join(disk, 'v.mp4') }),
      );
      await expect(full).rejects.toMatchObject({ fault: 'disk_full', retryable: true });
      expect((await readdir(disk, { recursive: true })).filter((name) => /\.part|v\.mp4/.test(name))).toEqual([]);
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
    const media = { path: join(folder, 'gone.png'), kind: 'picture' } as const;
    const planWithLostFile = { ...plan, scenes: [{ ...plan.scenes[0]!, kind: 'media', media } as const] };
    await expect(renderVideo(planWithLostFile, toOptions('gone.mp4'))).rejects.toMatchObject({
      fault: 'bad_media',
    });
    expect(await readdir(folder)).not.toEqual(expect.arrayContaining(['dead.mp4']));
  });
});

test('uploaded videos play below the drawing, and VP9 with Opus replaces a missing H.264', async () => {
  const clipPath = join(folder, 'film.mp4');
  writeVideo([
    ...['-f', 'lavfi', '-i', 'color=0x20c040:s=640x480:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1'],
    ...['-shortest', '-preset', 'ultrafast', clipPath],
  ]);
  const { signal } = new AbortController();
  const clipFacts = await readMediaFacts(ffmpeg, clipPath, signal);
  expect(clipFacts).toMatchObject({ kind: 'video', width: 640, height: 480, hasAudio: true });
  expect(clipFacts.seconds).toBeCloseTo(1, 1);
  await writeFile(join(folder, 'bad.mp4'), Buffer.alloc(5000, 7));
  await expect(readMediaFacts(ffmpeg, join(folder, 'bad.mp4'), signal)).rejects.toMatchObject({ fault: 'bad_media' });
  const small = await makeMediaThumbnail(ffmpeg, clipPath, { at: 0.5, width: 160 }, signal);
  expect(Buffer.from(small).readUInt32BE(16)).toBe(160);
  const wave = await measureWaveform(ffmpeg, clipPath, { perSecond: 50, seconds: 1, maxPeaks: 1000 }, signal);
  expect(Math.abs(wave.length - 50)).toBeLessThan(3);
  expect(Math.max(...wave)).toBeGreaterThan(0.05);

  const scene = { ...plan.scenes.at(-1)!, kind: 'media', media: { path: clipPath, kind: 'video' } } as const;
  const webmEncoders = { ...ffmpeg, video: 'libvpx-vp9', audio: 'libopus' } as const;
  const renderedVideo = await renderVideo(
    { ...plan, scenes: [scene] },
    toOptions('film.webm', { ffmpeg: webmEncoders }),
  );
  expect(renderedVideo.type).toBe('video/webm');
  const { streams, seconds } = probeStreams(renderedVideo.file);
  expect(streams.map(({ codec_name }) => codec_name)).toEqual(['vp9', 'opus']);
  expect(Number(streams[0]!.nb_read_frames)).toBe(renderedVideo.frames);
  expect(Math.abs(seconds - renderedVideo.seconds)).toBeLessThan(0.04);
  const clipArea: TextPlace = { ...renderedVideo.timeline.texts[0]!, x: 100, y: 100, width: 400, height: 150 };
  // The film is shorter than the scene, so its last frame stays.
  for (const time of [0.8, renderedVideo.seconds - 0.5]) {
    expect(getShare(readFrame(renderedVideo.file, time), clipArea, [0x20, 0xc0, 0x40])).toBeGreaterThan(0.98);
  }
  const caption = renderedVideo.timeline.texts.find(({ what }) => what === 'caption')!;
  expect(
    getShare(readFrame(renderedVideo.file, (caption.start + caption.end) / 2), caption, [255, 255, 255]),
  ).toBeGreaterThan(0.06);
});

test.each([
  { width: 180, height: 320, frameRate: 24 },
  { width: 240, height: 240, frameRate: 25 },
  { width: 180, height: 320, frameRate: 50 },
  { width: 320, height: 180, frameRate: 60 },
] as const)('a video of $width x $height at $frameRate frames a second is complete and in sync', async (shape) => {
  const scenes = plan.scenes.slice(0, 2);
  const shaped: VideoPlan = { ...plan, scenes, timing: 'flowing', settings: { ...settings, ...shape } };
  const { signal } = new AbortController();
  const renderedVideo = await renderVideo(shaped, toOptions(`${shape.width}-${shape.frameRate}.mp4`));
  const { streams } = probeStreams(renderedVideo.file);
  const { width, height, frameRate } = shape;
  expect(streams.find((one) => one.width !== undefined)).toMatchObject({
    width,
    height,
    r_frame_rate: `${frameRate}/1`,
    nb_read_frames: String(renderedVideo.frames),
  });
  const [v, a] = [readPacketRange(renderedVideo.file, 'v'), readPacketRange(renderedVideo.file, 'a')];
  expect(Math.abs(v.end - renderedVideo.frames / frameRate)).toBeLessThan(0.001);
  expect(Math.abs(v.end - a.end)).toBeLessThan(0.04);
  const report = await measureVideo(renderedVideo.file, renderedVideo.timeline, {
    ffmpeg,
    targetSeconds: null,
    signal,
  });
  expect(report.findings.filter(({ category }) => !['loudness', 'caption_speed'].includes(category))).toEqual([]);
  const rerendered = await renderVideo(shaped, toOptions('again.mp4'));
  expect([rerendered.drawn, rerendered.reused]).toEqual([0, shaped.scenes.length]);
});
