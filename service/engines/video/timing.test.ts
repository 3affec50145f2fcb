import { expect, test } from 'vitest';

import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';
import { placeScenes } from './placing.ts';
import { planVideo } from './plan.ts';
import { createJob, buildTimeline } from './timing.ts';
import { SAMPLE_RATE, type VideoSettings } from './video.ts';

const settings: VideoSettings = {
  ...VIDEO_SETTINGS,
  captions: { enabled: true, style: 'default', notRepeated: true },
};

/** Returns the captions that are drawn in each scene. */
function placeCaptions(script: string, captions: VideoSettings['captions']) {
  const plan = planVideo(script, { title: 'Bread', settings: { ...settings, captions } });
  const placedScenes = placeScenes(
    plan,
    plan.scenes.map(({ narration }) => narration.map((text) => (text.length / 15) * SAMPLE_RATE)),
  );
  const drawnCaptions = placedScenes.map((_, index) =>
    createJob(plan, placedScenes, index, { picture: null, levels: [] }).cues.map(({ text }) => text),
  );
  return { drawn: drawnCaptions, timeline: buildTimeline(plan, placedScenes) };
}

test('a caption is left out if the slide shows its words, but stays in the caption file', () => {
  const script = '# Bread\n\n[Cue: an oven]\n\nIt was cold that night.\n\nAnd nobody came.\n\n- Rye and water\n- Salt';
  const withoutRepeated = placeCaptions(script, settings.captions);
  expect(withoutRepeated.drawn).toEqual([['It was cold that night.'], ['It was cold that night.'], [], []]);
  const words = ['It was cold that night.', 'And nobody came.', 'Rye and water', 'Salt'];
  expect(withoutRepeated.timeline.cues.map(({ text }) => text)).toEqual(words);
  const everywhere = placeCaptions(script, { enabled: true, style: 'default' });
  expect(new Set(everywhere.drawn.flat())).toEqual(new Set(words));
});
