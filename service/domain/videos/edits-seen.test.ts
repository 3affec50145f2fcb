/**
 * Applies every kind of staged edit to a real video and checks that only the part named by the manifest changes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { createToneEngine } from '#test/support/tone.ts';
import {
  measureColourShare,
  writeVideo,
  readFrame,
  readGreyFrames,
  getLoudness,
  getMeanDifference,
  readSound,
} from '#test/support/video.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { compositor } from '../../engines/image/compositor/compositor.ts';
import { findFfmpeg } from '../../engines/video/ffmpeg/find.ts';
import { drawInCurrentThread } from '../../engines/video/frames.ts';
import { planVideo } from '../../engines/video/plan.ts';
import { renderVideo } from '../../engines/video/render.ts';
import {
  USUAL_FRAME_RATE,
  type Overlay,
  type RenderedVideo,
  type TextPlace,
  type VideoPlan,
} from '../../engines/video/video.ts';
import { applyEdits, getPlace, type VideoEdit } from './edits.ts';
import { withFiles } from './plan.ts';

// Encoding is slow on a busy computer.
vi.setConfig({ testTimeout: 300_000 });

/**
 * Mean difference of a grey frame, 0 to 255: edits change more than MIN_VISIBLE, re-encoding less than MAX_REENCODED.
 */
const MIN_VISIBLE = 0.25;
const MAX_REENCODED = 1;
const [WIDTH, HEIGHT, RATE] = [1280, 720, 8000];
const WHITE = [255, 255, 255] as const;
const TEXT = WHITE;
const ACCENT = [255, 200, 69] as const;
const GREEN = [0x20, 0xc0, 0x40] as const;

const plannedVideo = planVideo(
  '# Night trains\n\nIt begins.\n\nIt costs 129 euros a night.\n\n[Cue: a night train]\n\nIt is full.',
  {
    title: 'Night trains',
    settings: { ...VIDEO_SETTINGS, design: 'signal' },
  },
);
const [TITLE, NUMBER, PICTURE] = plannedVideo.scenes.map(({ key }) => key) as [string, string, string];
const publishedOverlay: Overlay = { id: 'p', template: 'callout', inputs: { text: 'Berths' }, start: 1.9, end: 2.9 };
const plan: VideoPlan = {
  ...plannedVideo,
  scenes: plannedVideo.scenes.map((scene) => ({ ...scene, leastSeconds: 0 })),
  overlays: [publishedOverlay],
};

let folder: string;
let base: RenderedVideo;
let greys: Uint8Array[];
let render: (plan: VideoPlan, name: string) => Promise<RenderedVideo>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-edits-'));
  const ffmpeg = await findFfmpeg();
  render = async (editedPlan, name) =>
    renderVideo(await withFiles(editedPlan, (id) => Promise.resolve(join(folder, id))), {
      ffmpeg,
      speech: createToneEngine(0.8),
      images: compositor,
      draw: drawInCurrentThread,
      signal: new AbortController().signal,
      cacheFolder: join(folder, 'cache'),
      file: join(folder, name),
      progress: () => undefined,
    });
  base = await render(plan, 'base.mp4');
  greys = readGreyFrames(base.file, 160, 90);
  const source = (colour: string): string[] => ['-f', 'lavfi', '-i', `color=${colour}:s=640x360:r=30:d=1`];
  writeVideo([...source('0x20c040'), '-frames:v', '1', join(folder, 'still.png')]);
  writeVideo([...source('0x20c040'), '-preset', 'ultrafast', join(folder, 'film.mp4')]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const getMiddle = ({ start, end }: { start: number; end: number }): number => (start + end) / 2;
const findText = (video: RenderedVideo, kind: TextPlace['what'], words: string): TextPlace =>
  video.timeline.texts.find((item) => item.what === kind && item.text.includes(words))!;
const findScene = (key: string) => base.timeline.scenes.find((item) => item.key === key)!;
/** Share of a text's area that has its colour once the text is fully visible. */
const measureTextCoverage = (
  video: RenderedVideo,
  place: TextPlace,
  colour: typeof WHITE | typeof TEXT | typeof ACCENT,
): number =>
  measureColourShare(
    readFrame(video.file, getMiddle({ start: Math.max(place.start, place.end - 0.8), end: place.end })),
    WIDTH,
    place,
    colour,
  );
const measureCaptionCoverage = (video: RenderedVideo, time: number): number => {
  const cue = base.timeline.cues.find(({ start }) => start >= time)!;
  const place = base.timeline.texts.find(({ id }) => id === cue.id)!;
  return measureColourShare(readFrame(video.file, getMiddle(cue)), WIDTH, place, WHITE);
};
const measureGreenShare = (video: RenderedVideo, key: string): number => {
  const frame = readFrame(video.file, getMiddle(findScene(key)));
  return measureColourShare(frame, WIDTH, { x: 240, y: 200, width: 800, height: 300 }, GREEN);
};

const CASES: readonly [string, VideoEdit, (video: RenderedVideo) => void][] = [
  [
    'a new overlay',
    {
      action: 'add_overlay',
      overlay: { id: 'n', template: 'lower_third', inputs: { name: 'Mara Lind', role: '' }, start: 3.7, end: 4.9 },
    },
    (video) => expect(measureTextCoverage(video, findText(video, 'overlay', 'Mara'), TEXT)).toBeGreaterThan(0.1),
  ],
  [
    'an overlay with another text',
    { action: 'update_overlay', overlay: { ...publishedOverlay, inputs: { text: 'Forty berths in all' } } },
    (video) => {
      const place = findText(video, 'overlay', 'Forty');
      expect(measureTextCoverage(video, place, TEXT)).toBeGreaterThan(0.1);
      expect(place.width).toBeGreaterThan(findText(base, 'overlay', 'Berths').width * 1.5);
    },
  ],
  [
    'a removed overlay',
    { action: 'remove_overlay', overlay: publishedOverlay },
    (video) => {
      const place = findText(base, 'overlay', 'Berths');
      expect(measureTextCoverage(base, place, TEXT)).toBeGreaterThan(0.1);
      expect(measureTextCoverage(video, place, TEXT)).toBeLessThan(0.02);
    },
  ],
  [
    'captions in another style',
    { action: 'update_captions', enabled: true, style: 'bar' },
    (video) => {
      const cue = base.timeline.cues[0]!;
      const measureDarkShare = (source: RenderedVideo): number =>
        measureColourShare(
          readFrame(source.file, getMiddle(cue)),
          WIDTH,
          { x: 1200, y: 645, width: 70, height: 20 },
          [12, 14, 15],
        );
      expect([measureDarkShare(base) < 0.5, measureDarkShare(video) > 0.95]).toEqual([true, true]);
      expect(measureCaptionCoverage(video, 0)).toBeGreaterThan(0.05);
    },
  ],
  [
    'disabled captions',
    { action: 'update_captions', enabled: false, style: 'default' },
    (video) => {
      for (const { start } of base.timeline.cues) {
        expect(measureCaptionCoverage(base, start)).toBeGreaterThan(0.06);
        expect(measureCaptionCoverage(video, start)).toBeLessThan(0.02);
      }
    },
  ],
  [
    'a caption with other words',
    { action: 'edit_caption', cue: `${NUMBER}-1-1`, text: 'A' },
    (video) => {
      const [original, edited] = [
        findText(base, 'caption', '129'),
        video.timeline.texts.find(({ text }) => text === 'A')!,
      ];
      expect(edited.width).toBeLessThan(original.width / 4);
      expect(measureTextCoverage(video, edited, WHITE)).toBeGreaterThan(0.06);
      expect(video.srt).not.toContain('129');
    },
  ],
  [
    'a slide with other texts',
    { action: 'edit_slide_text', block: NUMBER, fields: { number: '7' } },
    (video) => {
      const [original, edited] = [findText(base, 'slide', '129'), findText(video, 'slide', '7')];
      expect(measureTextCoverage(video, edited, ACCENT)).toBeGreaterThan(0.1);
      const left = edited.x + edited.width + 8;
      // The overlay covers the rest of the longer number.
      const removedArea = { ...original, x: left, width: findText(base, 'overlay', 'Berths').x - left };
      expect(measureTextCoverage(base, removedArea, ACCENT)).toBeGreaterThan(0.1);
      expect(measureTextCoverage(video, removedArea, ACCENT)).toBe(0);
    },
  ],
  [
    'a new picture',
    { action: 'regenerate_visual', block: PICTURE, prompt: 'A harbour at dawn', seed: 99 },
    (video) => {
      const frameIndex = Math.round(getMiddle(findScene(PICTURE)) * USUAL_FRAME_RATE);
      expect(getMeanDifference(greys[frameIndex]!, readGreyFrames(video.file, 160, 90)[frameIndex]!)).toBeGreaterThan(
        4,
      );
    },
  ],
  ...(['picture', 'video'] as const).map((kind): (typeof CASES)[number] => [
    `a ${kind} of one’s own`,
    {
      action: 'replace_with_media',
      block: PICTURE,
      media_type: kind,
      name: 'Green',
      asset: kind === 'video' ? 'film.mp4' : 'still.png',
    },
    (video) => {
      expect(measureGreenShare(base, PICTURE)).toBeLessThan(0.1);
      expect(measureGreenShare(video, PICTURE)).toBeGreaterThan(0.98);
    },
  ]),
  [
    'a picture of the presenter',
    { action: 'use_avatar_only', block: TITLE, note: '', media: { path: 'asset:still.png', kind: 'picture' } },
    (video) => {
      expect(measureGreenShare(base, TITLE)).toBeLessThan(0.1);
      expect(measureGreenShare(video, TITLE)).toBeGreaterThan(0.98);
    },
  ],
];

describe('a rendered staged edit', () => {
  test.each(CASES)('%s is visible for its duration and changes nothing else', async (_, edit, checkChange) => {
    const video = await render(applyEdits(plan, [edit]), 'edited.mp4');
    checkChange(video);
    const { start, end } = getPlace(edit, base.timeline);
    const [from, until] = [start ?? 0, end ?? base.seconds];
    const editedFrames = readGreyFrames(video.file, 160, 90);
    expect(editedFrames).toHaveLength(greys.length);
    const difference = editedFrames.map((frame, index) => getMeanDifference(frame, greys[index]!));
    const isInEditedScene = (time: number): boolean =>
      base.timeline.scenes.some(
        (item) => item.start < until && item.end > from && time >= item.start && time < item.end,
      );
    const isInEdit = (time: number): boolean => time >= from && time < until;
    const findMaxDifference = (includes: (time: number) => boolean): number =>
      Math.max(0, ...difference.filter((_each, frame) => includes((frame + 0.5) / USUAL_FRAME_RATE)));
    expect(findMaxDifference(isInEdit)).toBeGreaterThan(MIN_VISIBLE);
    // Other scenes must be identical; the rest of the edited scene was only encoded again.
    expect(findMaxDifference((time) => !isInEditedScene(time))).toBe(0);
    expect(findMaxDifference((time) => !isInEdit(time))).toBeLessThan(MAX_REENCODED);
    expect(readSound(video.file, RATE)).toEqual(readSound(base.file, RATE));
  });

  test('the music’s level changes the music and not the voice', async () => {
    const loud = await render(
      applyEdits(plan, [{ action: 'change_music', asset: null, name: '', level: 2 }]),
      'loud.mp4',
    );
    expect([loud.drawn, loud.reused]).toEqual([0, 3]);
    const [before, edited] = [readSound(base.file, RATE), readSound(loud.file, RATE)];
    const [{ start }] = base.timeline.sentences as [(typeof base.timeline.sentences)[number]];
    const measureMusicLoudness = (sound: typeof before): number => getLoudness(sound, RATE, start - 0.3, start - 0.05);
    expect(measureMusicLoudness(edited) / measureMusicLoudness(before)).toBeGreaterThan(1.6);
    expect(readGreyFrames(loud.file, 160, 90)).toEqual(greys);
  });

  test('removing the music keeps the voice and every frame', async () => {
    const video = await render(applyEdits(plan, [{ action: 'music_removal' }]), 'quiet.mp4');
    expect([video.drawn, video.reused]).toEqual([0, 3]);
    const [before, edited] = [readSound(base.file, RATE), readSound(video.file, RATE)];
    for (const { start, end } of base.timeline.sentences) {
      expect(getLoudness(before, RATE, start - 0.3, start - 0.05)).toBeGreaterThan(0.003);
      expect(getLoudness(edited, RATE, start - 0.3, start - 0.05)).toBeLessThan(0.001);
      const voice = getLoudness(edited, RATE, start + 0.1, end - 0.1);
      expect(voice / getLoudness(before, RATE, start + 0.1, end - 0.1)).toBeCloseTo(1, 0);
    }
    expect(readGreyFrames(video.file, 160, 90)).toEqual(greys);
  });
});

test('the test’s frame size is the size of the video', () => {
  expect([base.timeline.width, base.timeline.height]).toEqual([WIDTH, HEIGHT]);
});
