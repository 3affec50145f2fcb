import { expect, test } from 'vitest';

import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';
import { countFrames, placeScenes, moveOverlays } from './placing.ts';
import { planVideo } from './plan.ts';
import { createJob, buildTimeline } from './timing.ts';
import { SAMPLE_RATE, type VideoPlan } from './video.ts';

/** Places a plan whose sentences take a tenth of a second for each letter, and the first one `extraSamples` longer. */
function placePlan(plan: VideoPlan, extraSamples = 0) {
  let extra = extraSamples;
  const lengths = plan.scenes.map(({ narration }) =>
    narration.map((text) => {
      const samples = text.length * (SAMPLE_RATE / 12) + extra;
      extra = 0;
      return samples;
    }),
  );
  return placeScenes(plan, lengths);
}
const getPlan = (script: string): VideoPlan => planVideo(script, { title: 'Night trains', settings: VIDEO_SETTINGS });

const SCRIPT = `# Night trains

The last train left at nine, and nobody in the ministry could say who was still on it.

## The price

A berth costs 129 euros. It is sold out.

- Seats
- Couchettes`;

test('a sentence that gets longer redraws its own scenes and no others', () => {
  const plan = getPlan(SCRIPT);
  const [before, after] = [placePlan(plan), placePlan(plan, 12_345)];
  expect(countFrames(after)).toBeGreaterThan(countFrames(before));
  const createJobs = (scenes: typeof before) =>
    scenes.map((_, index) => JSON.stringify(createJob(plan, scenes, index, { picture: null, levels: [] })));
  const [jobsBefore, jobsAfter] = [createJobs(before), createJobs(after)];
  const changedKeys = plan.scenes.filter((_, index) => jobsBefore[index] !== jobsAfter[index]).map(({ key }) => key);
  const section = plan.scenes.findIndex(({ layout }) => layout === 'section');
  expect(changedKeys.length).toBeGreaterThan(0);
  expect(changedKeys.every((key) => plan.scenes.findIndex((scene) => scene.key === key) < section)).toBe(true);
});

test('a heading’s slide stays while the next words begin, and leaves time for their scene', () => {
  const scenes = placePlan(
    getPlan('# Night trains\n\n## The price\n\n[Cue: a berth]\n\nIt is sold out.\n\nNobody knows why.'),
  );
  const [title, section, picture] = scenes;
  expect([title, section].map((scene) => scene?.scene.layout)).toEqual(['title', 'section']);
  expect(picture?.speech[0]?.sentence.start).toBeLessThan(0.5);
  for (const { frames } of scenes) expect(frames).toBeGreaterThanOrEqual(1.3 * 30);
});

test('a silent last scene adds no silence if the words before it leave enough time', () => {
  const scenes = placePlan(
    getPlan('# Trains\n\nThey are coming back, and nobody had expected it.\n\n[Cue: an empty platform]'),
  );
  const lastSpeech = scenes.flatMap(({ speech }) => speech).at(-1);
  expect(countFrames(scenes) / 30 - (lastSpeech?.sentence.end ?? 0)).toBeLessThan(0.7);
  expect(scenes.at(-1)?.frames).toBeGreaterThanOrEqual(2.6 * 30);
});

test('overlays move with their words if an earlier sentence gets longer', () => {
  const plan = getPlan(SCRIPT);
  const before = placePlan(plan);
  const listSentences = (scenes: typeof before) =>
    scenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  const [first, last] = [listSentences(before)[0]!, listSentences(before).at(-1)!];
  const createOverlay = (start: number) => ({
    id: String(start),
    template: 'circle',
    inputs: {},
    start,
    end: start + 0.5,
  });
  const overlays = [createOverlay(first.start + 0.2), createOverlay(last.start + 0.1), createOverlay(last.end + 0.1)];
  const shownPlan = { ...plan, overlays };
  const publishedTimeline = buildTimeline(shownPlan, before);
  expect(moveOverlays(shownPlan, before, publishedTimeline).overlays).toEqual(overlays);
  const after = placePlan(plan, 12_345);
  const shift = listSentences(after).at(-1)!.start - last.start;
  expect(shift).toBeGreaterThan(0.2);
  const movedOverlays = moveOverlays(shownPlan, after, publishedTimeline).overlays;
  expect(movedOverlays[0]).toEqual(overlays[0]);
  for (const [index, { start, end }] of movedOverlays.slice(1).entries()) {
    expect(start).toBeCloseTo(overlays[index + 1]!.start + shift, 6);
    expect(end - start).toBeCloseTo(0.5, 6);
  }
});

test('a sentence that is spoken again keeps its caption breaks', () => {
  const plan = getPlan(SCRIPT);
  const listCues = (changedPlan: VideoPlan, extraSamples: number) =>
    buildTimeline(changedPlan, placePlan(changedPlan, extraSamples)).cues;
  const cuesBefore = listCues(plan, 0);
  const { id } = placePlan(plan)[1]!.speech[0]!.sentence;
  const cutFor = (plan.scenes[1]!.narration[0] ?? '').length / 12;
  const respokenPlan = { ...plan, respoken: { [id]: { saidAs: 'Slowly.', take: 1, cutFor } } };
  const slower = listCues(respokenPlan, 10 * SAMPLE_RATE);
  expect(slower.map((cue) => [cue.id, cue.text])).toEqual(cuesBefore.map((cue) => [cue.id, cue.text]));
  expect(listCues(plan, 10 * SAMPLE_RATE).length).toBeGreaterThan(cuesBefore.length);
});
