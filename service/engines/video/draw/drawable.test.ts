import { expect, test, vi } from 'vitest';

import { splitGraphemes } from '#markdown/captions/rules.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import type * as FallbackFonts from '../../image/fallback-fonts.ts';
import { planVideo } from '../plan.ts';
import { placeScenes } from '../placing.ts';
import { createJob, buildTimeline } from '../timing.ts';
import type { VideoSettings } from '../video.ts';
import { toDrawableText, listFontWarnings, isReadable } from './drawable.ts';

/** A computer whose fonts have no Thai and no emoji. */
vi.mock('../../image/fallback-fonts.ts', async (importOriginal): Promise<typeof FallbackFonts> => ({
  ...(await importOriginal<typeof FallbackFonts>()),
  listUndrawable: (text: string) =>
    [...new Set(splitGraphemes(text))].filter((grapheme) =>
      /[\p{Script=Thai}\p{Extended_Pictographic}]/u.test(grapheme),
    ),
}));

const settings: VideoSettings = {
  ...VIDEO_SETTINGS,
  captions: { enabled: true, style: 'highlight' },
  music: { enabled: false, file: null },
};
const getPlan = (script: string) => planVideo(script, { title: 'Night trains', settings, language: 'th' });

function createJobs(script: string) {
  const plan = getPlan(script);
  const placedScenes = placeScenes(
    plan,
    plan.scenes.map(({ narration }) => narration.map(() => 96_000)),
  );
  const jobs = placedScenes.map((_, index) => createJob(plan, placedScenes, index, { picture: null, levels: [] }));
  return { jobs, timeline: buildTimeline(plan, placedScenes) };
}

test('leaves text without a font out of the picture, keeps it in caption files and warns', () => {
  const { jobs, timeline } = createJobs('# รถไฟกลางคืน\n\nThey are back.\n\nรถไฟกลางคืนกลับมา');
  expect(jobs.flatMap(({ cues }) => cues.map(({ text }) => text))).toEqual(['They are back.']);
  expect(timeline.cues.map(({ text }) => text)).toContain('รถไฟกลางคืนกลับมา');
  expect(jobs.flatMap(({ texts }) => Object.values(texts)).join('')).not.toMatch(/\p{Script=Thai}/u);
  expect(listFontWarnings(getPlan('รถไฟกลางคืนกลับมา'))).toEqual([
    'No font on this computer has these letters, so texts and captions with them are left out of the picture: Thai. The caption files have them. Install a font such as Noto Sans and render again.',
  ]);
});

test('leaves an emoji without a font out of the caption and its highlighted words', () => {
  const { jobs } = createJobs('Night trains 🚆 are back.');
  const [cue] = jobs.flatMap(({ cues }) => cues);
  expect(cue?.text).toBe('Night trains are back.');
  expect(cue?.words.map(({ text }) => text)).toEqual(['Night', 'trains', 'are', 'back.']);
  expect(listFontWarnings(getPlan('Night trains 🚆 are back.'))).toEqual([
    'These characters can’t be drawn on this computer and are left out of the picture: 🚆',
  ]);
  expect(toDrawableText('Night trains are back.')).toBe('Night trains are back.');
  expect([isReadable('🚆 Night'), isReadable('รถไฟ')]).toEqual([true, false]);
  expect(listFontWarnings(getPlan('Night trains are back.'))).toEqual([]);
});
