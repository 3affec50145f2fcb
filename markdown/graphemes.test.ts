import fc from 'fast-check';
import { expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { listSegments } from './graphemes.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter('th', { granularity: 'word' });

it('segments long texts into the graphemes that the segmenter finds in one go', () => {
  const sample = fc.constantFrom(
    'a',
    'é',
    'e\u0301',
    '\r\n',
    '👩‍👩‍👧',
    '🇩🇪',
    '🇫',
    '각',
    'ᄀ',
    'ก็',
    '中',
    '😀🏽',
    '\u200d',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(sample, { minLength: 600, maxLength: 1_500 }), (samples) => {
      const text = samples.join('');
      const expectedSegments = Array.from(graphemes.segment(text), ({ segment, index }) => [segment, index]);
      expect(Array.from(listSegments(text, graphemes), ({ segment, index }) => [segment, index])).toEqual(
        expectedSegments,
      );
    }),
    { numRuns: getRounds(5, 200), endOnFailure: true },
  );
});

it('splits no word at the boundary of two parts of a long text', () => {
  const text = 'ประเทศไทยมีรถไฟกลางคืน'.repeat(200);
  const expectedWords = Array.from(wordSegmenter.segment(text), ({ segment }) => segment);
  expect(Array.from(listSegments(text, wordSegmenter), ({ segment }) => segment)).toEqual(expectedWords);
});
