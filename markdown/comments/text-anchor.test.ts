import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rounds } from '#test/support/rounds.ts';
import { anchorOf, findAnchor, keptPlaces } from './text-anchor.ts';

const TEXT = `## Opening\n\nThe line sold 41 berths in 1994. Nobody knew why.\n\nThe bridge was opened in May. The line sold 12 berths in 1995.\n`;

const placeOf = (text: string, words: string) => {
  const from = text.indexOf(words);
  return { from, to: from + words.length };
};
const anchored = (words: string, text = TEXT) => anchorOf(text, placeOf(text, words));
const found = (text: string, words: string): string | null => {
  const place = findAnchor(text, anchored(words));
  return place && text.slice(place.from, place.to);
};

describe('finding the words of a comment again', () => {
  it('finds the same words where they were, and where they moved to', () => {
    expect(findAnchor(TEXT, anchored('sold 41 berths'))).toEqual(placeOf(TEXT, 'sold 41 berths'));
    const moved = `Something new comes first.\n\n${TEXT}`;
    expect(found(moved, 'sold 41 berths')).toBe('sold 41 berths');
  });

  it('chooses among the same words by what is around them', () => {
    const text = TEXT.replace('## Opening\n\n', '');
    const second = TEXT.lastIndexOf('The line sold');
    const place = findAnchor(text, anchorOf(TEXT, { from: second, to: second + 'The line sold'.length }));
    expect(place?.from).toBe(text.lastIndexOf('The line sold'));
  });

  it('finds words that were edited between the same neighbours', () => {
    expect(found(TEXT.replace('sold 41 berths', 'sold about 41 beds'), 'line sold 41 berths')).toBe(
      'line sold about 41',
    );
  });

  it('finds words without anything around them where they are said to be, or if they are there once', () => {
    const bare = (quote: string, at: number) => ({ quote, before: '', after: '', at });
    const second = TEXT.lastIndexOf('The line');
    expect(findAnchor(TEXT, bare('The line', second))?.from).toBe(second);
    expect(findAnchor(TEXT, bare('berths', 0))).toBe(null);
    expect(findAnchor(TEXT, bare('May', 0))).toEqual(placeOf(TEXT, 'May'));
  });

  it('says that words are gone, and takes no other words for them', () => {
    expect(found(TEXT.replace(' Nobody knew why.', ''), 'Nobody knew why.')).toBe(null);
    expect(found('Something else entirely.', 'sold 41 berths')).toBe(null);
    expect(findAnchor('the cat and the dog', anchorOf('a house by the sea', { from: 11, to: 14 }))).toBe(null);
  });
});

describe('following words to another text', () => {
  it('keeps the words that are still there, and nothing around them', () => {
    const after = 'The line sold a few berths. Nobody knew.';
    const [place] = keptPlaces('The line sold 41 berths. Nobody knew.', after, [{ from: 9, to: 24 }]);
    expect(place && after.slice(place.from, place.to)).toBe('sold a few berths.');
    expect(keptPlaces('One. Two. Three.', 'One. Three.', [{ from: 5, to: 9 }])).toEqual([null]);
    // The word in the place of the removed one begins alike.
    const [cut] = keptPlaces('One. Wide.', 'One. Wild.', [{ from: 0, to: 9 }]);
    expect(cut && 'One. Wild.'.slice(cut.from, cut.to)).toBe('One.');
  });

  const word = fc.integer({ min: 0, max: 400 }).map((n) => `w${n}x`);
  const text = fc.uniqueArray(word, { minLength: 12, maxLength: 80 });
  const edits = fc.array(fc.record({ at: fc.nat(), remove: fc.nat(6), add: fc.array(fc.nat(), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 8,
  });

  it('random edits keep each comment on its remaining words, or say that they were removed', () => {
    fc.assert(
      fc.property(text, edits, fc.nat(), fc.nat(8), (words, changes, at, length) => {
        const start = at % words.length;
        const commented = words.slice(start, start + length + 1);
        const separated = (list: readonly string[]): string =>
          list.map((one, i) => one + (i % 7 === 6 ? '.\n\n' : ' ')).join('');
        const before = separated(words);
        const place = {
          from: before.indexOf(commented[0] ?? ''),
          to: before.indexOf(commented.at(-1) ?? '') + (commented.at(-1) ?? '').length,
        };
        const next = [...words];
        let fresh = 1000;
        for (const { at: where, remove, add } of changes)
          next.splice(where % (next.length + 1), remove, ...add.map(() => `n${(fresh += 1)}x`));
        const after = separated(next);
        const left = commented.filter((one) => next.includes(one));
        const [kept] = keptPlaces(before, after, [place]);
        if (left.length === 0) {
          expect(kept).toBe(null);
          return;
        }
        const shown = kept ? after.slice(kept.from, kept.to) : '';
        // All its remaining words are inside, and it begins and ends with one of them.
        const inside = shown.split(/[\s.]+/).filter((one) => one !== '');
        expect(inside.filter((one) => commented.includes(one))).toEqual(left);
        expect(commented).toContain(inside[0]);
        expect(commented).toContain(inside.at(-1));
      }),
      { numRuns: rounds(300, 5000) },
    );
  });
});
