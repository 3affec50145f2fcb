/** Checks that every word of a script is spoken, captioned and shown exactly once, in order, without overlap. */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { FRAME_RATES } from '#contract/schema/video.ts';
import { listScriptPieces } from '#markdown/spoken-pieces.ts';
import { getWords } from '#markdown/words.ts';
import { anyScript } from '#test/support/any-script.ts';
import { getRounds } from '#test/support/rounds.ts';
import { VIDEO_SETTINGS } from '#test/support/video-settings.ts';

import { createCues } from './captions.ts';
import { planVideo } from './plan.ts';
import { placeScenes } from './placing.ts';
import { type FrameRate, SAMPLE_RATE } from './video.ts';

/** Plans a script and gives each sentence a length. */
function planAndPlace(markdown: string, frameRate: FrameRate = 30) {
  const plan = planVideo(markdown, { title: 'A title', settings: { ...VIDEO_SETTINGS, frameRate } });
  const lengths = plan.scenes.map(({ narration }) => narration.map((text) => SAMPLE_RATE + text.length * 1000));
  return { plan, placedScenes: placeScenes(plan, lengths) };
}

test('a list right under a heading is spoken and shown, whatever follows it', () => {
  const { plan } = planAndPlace('# Bread\n\n## The flours\n\n- Rye\n- Spelt\n\nBoth were old.');
  expect(plan.scenes.map(({ key, layout, narration }) => [key, layout, narration])).toEqual([
    ['block-1', 'title', []],
    ['block-2', 'section', []],
    ['block-3', 'points', ['Rye', 'Spelt']],
    ['block-4', 'statement', ['Both were old.']],
  ]);
});

const listTexts = (markdown: string) =>
  planAndPlace(markdown).plan.scenes.map(({ layout, kind, narration, fields }) => [
    kind === 'slide' ? layout : kind,
    narration.join(' '),
    ...fields.map(({ value }) => value).filter((value) => value !== ''),
  ]);

test('directions and the author of a quote are shown and not spoken', () => {
  const script = [
    '# Engines',
    'On-screen: The *first* program.\nIt was ==new==.',
    'B-roll: cogs',
    '[Cue: a **brass** wheel]\n\nWheels turn.',
    '**On-screen:** 1843',
    '> We may say most aptly that it weaves.\n> — Ada Lovelace',
  ].join('\n\n');
  expect(listTexts(script)).toEqual([
    ['title', '', 'Engines'],
    ['statement', 'It was new.', 'The first program.'],
    ['picture', 'Wheels turn.', 'A brass wheel'],
    ['statement', '', '1843'],
    ['quote', 'We may say most aptly that it weaves.', 'We may say most aptly that it weaves.', 'Ada Lovelace'],
  ]);
});

test('only the items of a list become points, and only numbered items have numbers', () => {
  expect(listTexts('Loose one. Loose two.\n\n- Rye\n- Spelt\n\n3. Mix\n4. Rest\n   - *an hour*.\n5. Bake')).toEqual([
    ['title', 'Loose one.', 'A title'],
    ['statement', 'Loose two.', 'Loose two'],
    ['points', 'Rye Spelt', 'Rye', 'Spelt'],
    ['points', 'Mix Rest an hour. Bake', '3. Mix', '4. Rest', 'An hour', '5. Bake'],
  ]);
});

test('every spoken word is spoken and captioned exactly once, in order', () => {
  fc.assert(
    fc.property(anyScript, (markdown) => {
      const spokenWords = listScriptPieces(markdown)
        .filter(({ kind }) => kind === 'spoken')
        .flatMap(({ text }) => getWords(text));
      const { plan, placedScenes } = planAndPlace(markdown);
      expect(plan.scenes.flatMap(({ narration }) => narration.flatMap(getWords))).toEqual(spokenWords);
      const cues = createCues(
        placedScenes.flatMap(({ speech }) => speech.map((timed) => timed.sentence)),
        {},
      );
      expect(cues.flatMap(({ text }) => getWords(text))).toEqual(spokenWords);
    }),
    { numRuns: getRounds(200, 5000) },
  );
});

test('blocks and sentences have unique keys and follow each other without a gap', () => {
  fc.assert(
    fc.property(anyScript, fc.constantFrom(...FRAME_RATES), (markdown, rate) => {
      const { plan, placedScenes } = planAndPlace(markdown, rate);
      expect(new Set(plan.scenes.map(({ key }) => key)).size).toBe(plan.scenes.length);
      let frame = 0;
      let end = 0;
      for (const { firstFrame, frames, speech } of placedScenes) {
        expect(firstFrame).toBe(frame);
        expect(frames).toBeGreaterThan(0);
        frame += frames;
        for (const { from, samples } of speech) {
          const start = (firstFrame * SAMPLE_RATE) / rate + from;
          expect(start % (SAMPLE_RATE / rate)).toBe(0);
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + samples;
        }
      }
      expect(end).toBeLessThanOrEqual((frame * SAMPLE_RATE) / rate);
    }),
    { numRuns: getRounds(200, 5000) },
  );
});

test('speech starts at once and pauses for at most 0.7 seconds, whatever is shown', () => {
  fc.assert(
    fc.property(anyScript, (markdown) => {
      const { placedScenes } = planAndPlace(markdown);
      const sentences = placedScenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
      const gaps = sentences.map(({ start }, index) => start - (sentences[index - 1]?.end ?? 0));
      expect(Math.max(0, ...gaps)).toBeLessThanOrEqual(0.7);
    }),
    { numRuns: getRounds(200, 5000) },
  );
});

test('a pause in the script is kept, within a sentence and after it', () => {
  const { plan, placedScenes } = planAndPlace(
    '# Bread\n\nIt was late [pause 2 s], and dark. [beat]\n\n[long pause]\n\nNobody came.',
  );
  const sentences = placedScenes.flatMap(({ speech }) => speech.map(({ sentence }) => sentence));
  expect(plan.scenes.flatMap(({ narration }) => narration)).toEqual(['It was late,', 'and dark.', 'Nobody came.']);
  const gaps = sentences
    .slice(1)
    .map(({ start }, index) => Math.round((start - (sentences[index]?.end ?? 0)) * 10) / 10);
  expect(gaps).toEqual([2, 2.7]);
});
