import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { measureDiff, textHunks, wordDiff } from './text-diff.ts';
import { threeWayMerge } from './three-way-merge.ts';

const shown = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `{+${text}+}` : `{-${text}-}`))
    .join('');

/** Texts from few words and many line ends, so that they share some parts. */
const texts = fc
  .array(fc.constantFrom('night', 'train', 'sleeps.', '\n', '\n\n', ' ', ', ', '\r\n', 'Café', '日本', '## ', '🚆'), {
    maxLength: 40,
  })
  .map((words) => words.join(' '));

describe('word diff', () => {
  it('marks the words that changed and no more', () => {
    expect(shown('The train leaves at five.\nNobody waits.', 'The train leaves at six.\nNobody waits.')).toBe(
      'The train leaves at {-five-}{+six+}.\nNobody waits.',
    );
  });

  it('shows a sentence that shares hardly a word with another as replaced whole', () => {
    expect(shown('A berth costs a hundred euros.', 'Seats, then: who sleeps upright?')).toBe(
      '{-A berth costs a hundred euros.-}{+Seats, then: who sleeps upright?+}',
    );
  });

  it('gives both texts back, whatever they are', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const parts = wordDiff(before, after);
        const without = (kind: string): string =>
          parts
            .filter((part) => part.kind !== kind)
            .map(({ text }) => text)
            .join('');
        expect(without('added')).toBe(before);
        expect(without('removed')).toBe(after);
        expect(parts.every(({ text }) => text !== '')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('gives hunks of whole lines that make one text the other', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        let [made, at] = ['', 0];
        for (const { from, to, text } of textHunks(before, after)) {
          expect(from === 0 || before[from - 1] === '\n').toBe(true);
          made += before.slice(at, from) + text;
          at = to;
        }
        expect(made + before.slice(at)).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it('counts places and words', () => {
    expect(measureDiff(wordDiff('one two three\nfour', 'one 2 three\nfour five six'))).toEqual({
      places: 2,
      added: 3,
      removed: 1,
    });
    expect(measureDiff(wordDiff('same', 'same'))).toEqual({ places: 0, added: 0, removed: 0 });
  });
});

describe('three-way merge', () => {
  const base = 'First here. Second here.\n\nThird here.\n\nFourth here.\n';

  it('puts changes together that do not touch each other, within a paragraph too', () => {
    const mine = base.replace('First here.', 'First, mine.');
    const theirs = base.replace('Fourth here.', 'Fourth, theirs.').replace('Third here.\n\n', '');
    expect(threeWayMerge(base, mine, theirs)).toEqual({
      mine: 'First, mine. Second here.\n\nFourth, theirs.\n',
      theirs: 'First, mine. Second here.\n\nFourth, theirs.\n',
      conflicts: 0,
      taken: 2,
    });
  });

  it('tells sentences side by side apart, where none was added or taken away', () => {
    const mine = base.replace('Second here.', 'Second, mine.').replace('Third here.', 'Third, mine.');
    const theirs = base.replace('First here.', 'First, theirs.').replace('Second here.', 'Second, theirs.');
    expect(threeWayMerge(base, mine, theirs)).toEqual({
      mine: 'First, theirs. Second, mine.\n\nThird, mine.\n\nFourth here.\n',
      theirs: 'First, theirs. Second, theirs.\n\nThird, mine.\n\nFourth here.\n',
      conflicts: 1,
      taken: 1,
    });
  });

  it('keeps both sides of what both changed', () => {
    const merge = threeWayMerge(base, base.replace('Third', 'My third'), base.replace('Third', 'Their third'));
    expect(merge).toMatchObject({ conflicts: 1, taken: 0 });
    expect(merge.mine).toContain('My third here.');
    expect(merge.theirs).toContain('Their third here.');
  });

  it('counts what both changed alike once, and takes the line ends of mine', () => {
    const mine = base.replace('Third', 'The third').replaceAll('\n', '\r\n');
    expect(threeWayMerge(base, mine, base.replace('Third', 'The third'))).toEqual({
      mine,
      theirs: mine,
      conflicts: 0,
      taken: 0,
    });
  });

  it('is theirs where only they wrote, mine where only I did', () => {
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const plain = from.replaceAll('\r', '');
        const other = to.replaceAll('\r', '');
        expect(threeWayMerge(plain, plain, other)).toMatchObject({ mine: other, theirs: other, conflicts: 0 });
        expect(threeWayMerge(plain, other, plain)).toMatchObject({
          mine: other,
          theirs: other,
          conflicts: 0,
          taken: 0,
        });
      }),
      { numRuns: 300 },
    );
  });
});
