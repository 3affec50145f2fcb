/** Tests that the transcript of a video shows every spoken word of its script once, in order, at increasing times. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { listSpokenPieces } from '#markdown/spoken-pieces.ts';
import { getWords } from '#markdown/words.ts';
import { splitIntoWords } from '#renderer/features/videos/transcript.ts';
import { createCues } from '#service/engines/video/captions.ts';
import { planVideo } from '#service/engines/video/plan.ts';
import { placeScenes } from '#service/engines/video/placing.ts';
import { SAMPLE_RATE } from '#service/engines/video/video.ts';
import { anyScript } from '#test/support/any-script.ts';
import { getRounds } from '#test/support/rounds.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

test('the transcript shows every spoken word once, in order, at times that follow each other', () => {
  fc.assert(
    fc.property(anyScript, (markdown) => {
      const plan = planVideo(markdown, {
        title: 'A title',
        settings: VIDEO_SETTINGS,
      });
      const lengths = plan.scenes.map(({ narration }) => narration.map((text) => SAMPLE_RATE + text.length * 1000));
      const spokenSentences = placeScenes(plan, lengths).flatMap(({ speech }) =>
        speech.map(({ sentence }) => sentence),
      );
      const cues = createCues(spokenSentences, {}, plan.language).map((cue) => ({
        ...cue,
        words: cue.words.map(({ text, start }) => ({ text, start_time: start })),
      }));
      const cueTexts = cues.map((cue) => splitIntoWords(cue).join(''));
      expect(cueTexts.flatMap(getWords)).toEqual(listSpokenPieces(markdown).flatMap(({ text }) => getWords(text)));
      expect(new Set(cues.map(({ id }) => id)).size).toBe(cues.length);
      const times = cues.flatMap(({ words }) => words.map(({ start_time }) => start_time));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }),
    { numRuns: getRounds(200, 5000) },
  );
});
