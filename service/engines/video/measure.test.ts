/** Plants faults in small videos and checks that they are found. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { writeVideo } from '#test/support/video.ts';

import { type Ffmpeg, findFfmpeg } from './ffmpeg/find.ts';
import { measureVideo } from './measure.ts';
import type { TextPlace, Timeline } from './video.ts';

let folder: string;
let ffmpeg: Ffmpeg;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-measure-'));
  ffmpeg = await findFfmpeg();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SECONDS = 18;
const box = { x: 40, y: 60, width: 120, height: 40 };
const slideText: TextPlace = { ...box, what: 'slide', id: 'title', scene: 'one', text: 'Words', start: 0, end: 3 };
const timeline: Timeline = {
  width: 320,
  height: 180,
  frames: SECONDS * 30,
  narration: true,
  music: true,
  cues: [],
  overlays: [],
  texts: [],
  scenes: [
    { key: 'one', kind: 'slide', start: 0, end: 3 },
    { key: 'two', kind: 'slide', start: 3, end: SECONDS },
  ],
  sentences: [{ scene: 'two', start: 5, end: 8, text: 'It is said.' }],
};

/** Shows three seconds of motion, two of black, ten of a still picture and three of motion. */
const PICTURES = [
  ...['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=3', '-f', 'lavfi', '-i', 'color=black:s=320x180:r=30:d=2'],
  ...['-f', 'lavfi', '-i', 'color=0x808080:s=320x180:r=30:d=10', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30:d=3'],
];
const makeVideo = (name: string, sound: string, seconds = SECONDS): string => {
  const file = join(folder, name);
  const graph = `[0][1][2][3]concat=n=4:v=1:a=0[v];${sound},atrim=end=${seconds},aformat=channel_layouts=stereo[a]`;
  const encodeArgs = ['-preset', 'ultrafast', '-c:a', 'aac', '-ar', '48000'];
  writeVideo([...PICTURES, '-filter_complex', graph, '-map', '[v]', '-map', '[a]', ...encodeArgs, file]);
  return file;
};
const measure = (file: string, expected: Timeline = timeline, targetSeconds: number | null = null) =>
  measureVideo(file, expected, { ffmpeg, targetSeconds, signal: new AbortController().signal });

test('finds black, frozen and silent ranges with their times and blocks', async () => {
  const quiet = "aevalsrc='0.15*sin(440*2*PI*t)*(lt(t,4)+gt(t,10))':s=48000:d=20";
  const { findings, loudness, driftMs } = await measure(makeVideo('planted.mp4', quiet));
  const getFindings = (category: string) => findings.filter((finding) => finding.category === category);
  expect(getFindings('black')).toMatchObject([{ severity: 'severe', block_key: 'two' }]);
  expect(getFindings('black')[0]!.start_time).toBeCloseTo(3, 1);
  expect(getFindings('black')[0]!.end_time).toBeCloseTo(5, 1);
  expect(getFindings('frozen')).toMatchObject([{ severity: 'info', block_key: 'two' }]);
  expect(getFindings('frozen')[0]!.start_time).toBeCloseTo(5, 1);
  expect(getFindings('silent')).toMatchObject([
    { severity: 'severe', message: expect.stringContaining('narration is missing') },
  ]);
  expect(getFindings('silent')[0]!.start_time).toBeCloseTo(4, 0);
  expect(findings).toHaveLength(3);
  expect(loudness).toBeLessThan(-12);
  expect(driftMs).toBeLessThan(40);
});

test('finds loud, clipping, drifting and missing sound', async () => {
  const loud = await measure(
    makeVideo(
      'loud.mp4',
      "aevalsrc='1.2*sin(440*2*PI*t)|1.2*sin(440*2*PI*t)':s=48000:d=20,alimiter=level=disabled:limit=1",
    ),
  );
  expect(loud.findings.map(({ category }) => category)).toEqual(expect.arrayContaining(['loudness', 'peak']));
  expect(loud.findings.find(({ category }) => category === 'loudness')).toMatchObject({
    block_key: null,
    start_time: 0,
  });
  const shortReport = await measure(
    makeVideo('short.mp4', 'aevalsrc=0.15*sin(440*2*PI*t):s=48000:d=20', SECONDS - 0.5),
  );
  expect(shortReport.driftMs).toBeGreaterThan(400);
  expect(shortReport.findings.map(({ category }) => category)).toContain('drift');
  const mute = await measure(makeVideo('mute.mp4', 'anullsrc=r=48000'));
  expect(mute.findings).toContainEqual(expect.objectContaining({ category: 'missing_audio', severity: 'severe' }));
  const intended = await measure(join(folder, 'mute.mp4'), { ...timeline, narration: false, music: false });
  expect(intended.findings.map(({ category }) => category)).not.toContain('missing_audio');
}, 300_000);

test('finds unreadable, cramped and rushed texts, and overlapping overlays', async () => {
  const file = join(folder, 'texts.mp4');
  const light = `drawbox=x=60:y=70:w=60:h=14:color=0xf4f4f4:t=fill`;
  const dark = `drawbox=x=60:y=120:w=60:h=14:color=0x101010:t=fill`;
  writeVideo([
    ...['-f', 'lavfi', '-i', `color=0xffffff:s=320x180:r=30:d=3,${light},${dark}`],
    ...['-f', 'lavfi', '-i', 'sine=d=3:r=48000', '-af', 'volume=0.8', '-shortest', '-preset', 'ultrafast', file],
  ]);
  const cue = { id: 'c', scene: 'one', start: 1, end: 2, text: 'Far too many words for one second', words: [] };
  const overlay = { template: 'number', inputs: {}, start: 0.5, end: 2 };
  const { findings } = await measure(
    file,
    {
      ...timeline,
      frames: 90,
      sentences: [],
      narration: false,
      cues: [cue],
      scenes: timeline.scenes.slice(0, 1),
      texts: [
        { ...slideText, text: 'Faint' },
        { ...slideText, x: 40, y: 110, text: 'Clear' },
        { ...slideText, x: 1, y: 110, width: 130, text: 'Edge' },
        { ...slideText, x: 2, y: 110, width: 130, text: 'Rim' },
        { ...slideText, what: 'caption', id: 'c', y: 110, text: cue.text, start: 1, end: 2 },
      ],
      overlays: [
        { ...overlay, id: 'a', x: 200, y: 10, width: 50, height: 50 },
        { ...overlay, id: 'b', x: 240, y: 40, width: 50, height: 50 },
        { ...overlay, id: 'c', x: 240, y: 120, width: 50, height: 50 },
      ],
    },
    60,
  );
  const getMessages = (category: string) =>
    findings.filter((finding) => finding.category === category).map(({ message }) => message);
  expect(getMessages('contrast')).toEqual([expect.stringContaining('“Faint”')]);
  expect(getMessages('safe_area')).toEqual([expect.stringContaining('“Edge”'), expect.stringContaining('“Rim”')]);
  // Ids must differ even for two findings of one kind at the same time.
  expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
  expect(getMessages('caption_speed')).toEqual([expect.stringContaining('33 characters per second')]);
  expect(getMessages('overlap')).toHaveLength(1);
  expect(getMessages('duration')).toEqual([expect.stringContaining('the target was 60')]);
});

test('rejects a file that is not a video', async () => {
  await expect(measure(join(folder, 'nothing.mp4'))).rejects.toMatchObject({ fault: 'bad_media' });
});
