import fc from 'fast-check';
import { expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';

import { splitWordTokens } from './word-tokens.ts';

/** Covers blocks of many scripts, of signs and of emoji. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [0x09, 0x7e],
  [0xa0, 0x24f],
  [0x300, 0x7bf],
  [0x900, 0xdff],
  [0xe00, 0x13ff],
  [0x1780, 0x17ff],
  [0x1e00, 0x214f],
  [0x2600, 0x27bf],
  [0x3000, 0x30ff],
  [0x4e00, 0x4f00],
  [0xac00, 0xd7fb],
  [0xff00, 0xffef],
  [0x1f1e6, 0x1f1ff],
  [0x1f3f0, 0x1f650],
  [0x1f900, 0x1f9ff],
];
const letter = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...BLOCKS)
      .chain(([first, last]) => fc.integer({ min: first, max: last }))
      .map((code) => String.fromCodePoint(code)),
  },
  { weight: 2, arbitrary: fc.constantFrom(..."\u200d\ufe0f\u00ad.'’, _1aかำ🏽", '\r\n') },
);
const texts = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));

it('splits only at word and grapheme boundaries', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const boundarySets = (['word', 'grapheme'] as const).map(
        (granularity) =>
          new Set(Array.from(new Intl.Segmenter('en', { granularity }).segment(text), (segment) => segment.index)),
      );
      let position = 0;
      for (const token of splitWordTokens(text)) {
        expect(boundarySets.every((boundaries) => boundaries.has(position))).toBe(true);
        position += token.length;
      }
      expect(position).toBe(text.length);
    }),
    { numRuns: getRounds(300, 20_000) },
  );
});

it('splits long text without spaces like short text', () => {
  const text = '私は東京に行きます、夜行列車が好きで'.repeat(300);
  const sentence = splitWordTokens('私は東京に行きます、');
  const tokens = splitWordTokens(text);
  expect(tokens.join('')).toBe(text);
  expect(tokens.slice(0, sentence.length)).toEqual(sentence);
  expect(splitWordTokens('ก'.repeat(5000)).join('')).toBe('ก'.repeat(5000));
});
