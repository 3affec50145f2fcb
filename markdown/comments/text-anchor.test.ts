import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';
import { toAnchor, findAnchor, followPlaces } from './text-anchor.ts';

const TEXT = `## Opening\n\nThe line sold 41 berths in 1994. Nobody knew why.\n\nThe bridge was opened in May. The line sold 12 berths in 1995.\n`;

const getPlace = (text: string, words: string) => {
  const from = text.indexOf(words);
  return { from, to: from + words.length };
};
const createAnchor = (words: string, text = TEXT) => toAnchor(text, getPlace(text, words));
const findWords = (text: string, words: string): string | null => {
  const place = findAnchor(text, createAnchor(words));
  return place && text.slice(place.from, place.to);
};

describe('finding the words of a comment again', () => {
  it('finds the same words where they were, and where they moved to', () => {
    expect(findAnchor(TEXT, createAnchor('sold 41 berths'))).toEqual(getPlace(TEXT, 'sold 41 berths'));
    const movedText = `Something new comes first.\n\n${TEXT}`;
    expect(findWords(movedText, 'sold 41 berths')).toBe('sold 41 berths');
  });

  it('chooses among the same words by the text around them', () => {
    const text = TEXT.replace('## Opening\n\n', '');
    const second = TEXT.lastIndexOf('The line sold');
    const place = findAnchor(text, toAnchor(TEXT, { from: second, to: second + 'The line sold'.length }));
    expect(place?.from).toBe(text.lastIndexOf('The line sold'));
  });

  it('finds words that were edited between the same neighbours', () => {
    expect(findWords(TEXT.replace('sold 41 berths', 'sold about 41 beds'), 'line sold 41 berths')).toBe(
      'line sold about 41',
    );
  });

  it('finds words without context at their position, or if they occur once', () => {
    const createAnchorWithoutContext = (quote: string, position: number) => ({
      quote,
      before: '',
      after: '',
      at: position,
    });
    const second = TEXT.lastIndexOf('The line');
    expect(findAnchor(TEXT, createAnchorWithoutContext('The line', second))?.from).toBe(second);
    expect(findAnchor(TEXT, createAnchorWithoutContext('berths', 0))).toBe(null);
    expect(findAnchor(TEXT, createAnchorWithoutContext('May', 0))).toEqual(getPlace(TEXT, 'May'));
  });

  it('reports removed words, and matches no other words instead', () => {
    expect(findWords(TEXT.replace(' Nobody knew why.', ''), 'Nobody knew why.')).toBe(null);
    expect(findWords('Something else entirely.', 'sold 41 berths')).toBe(null);
    expect(findAnchor('the cat and the dog', toAnchor('a house by the sea', { from: 11, to: 14 }))).toBe(null);
  });
});

describe('following words to another text', () => {
  it('keeps the words that are still there, and nothing around them', () => {
    const after = 'The line sold a few berths. Nobody knew.';
    const [place] = followPlaces('The line sold 41 berths. Nobody knew.', after, [{ from: 9, to: 24 }]);
    expect(place && after.slice(place.from, place.to)).toBe('sold a few berths.');
    expect(followPlaces('One. Two. Three.', 'One. Three.', [{ from: 5, to: 9 }])).toEqual([null]);
    // The word in the place of the removed one begins alike.
    const [shortened] = followPlaces('One. Wide.', 'One. Wild.', [{ from: 0, to: 9 }]);
    expect(shortened && 'One. Wild.'.slice(shortened.from, shortened.to)).toBe('One.');
  });

  const word = fc.integer({ min: 0, max: 400 }).map((index) => `w${index}x`);
  const text = fc.uniqueArray(word, { minLength: 12, maxLength: 80 });
  const edits = fc.array(fc.record({ at: fc.nat(), remove: fc.nat(6), add: fc.array(fc.nat(), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 8,
  });

  it('random edits keep each comment on its remaining words, or say that they were removed', () => {
    fc.assert(
      fc.property(text, edits, fc.nat(), fc.nat(8), (words, changes, position, length) => {
        const start = position % words.length;
        const commentedWords = words.slice(start, start + length + 1);
        const joinWords = (list: readonly string[]): string =>
          list.map((token, index) => token + (index % 7 === 6 ? '.\n\n' : ' ')).join('');
        const before = joinWords(words);
        const place = {
          from: before.indexOf(commentedWords[0] ?? ''),
          to: before.indexOf(commentedWords.at(-1) ?? '') + (commentedWords.at(-1) ?? '').length,
        };
        const editedWords = [...words];
        let newWordCount = 1000;
        for (const { at: position, remove, add } of changes)
          editedWords.splice(position % (editedWords.length + 1), remove, ...add.map(() => `n${(newWordCount += 1)}x`));
        const after = joinWords(editedWords);
        const remainingWords = commentedWords.filter((token) => editedWords.includes(token));
        const [followed] = followPlaces(before, after, [place]);
        if (remainingWords.length === 0) {
          expect(followed).toBe(null);
          return;
        }
        const followedText = followed ? after.slice(followed.from, followed.to) : '';
        // All its remaining words are inside, and it begins and ends with one of them.
        const followedWords = followedText.split(/[\s.]+/).filter((token) => token !== '');
        expect(followedWords.filter((token) => commentedWords.includes(token))).toEqual(remainingWords);
        expect(commentedWords).toContain(followedWords[0]);
        expect(commentedWords).toContain(followedWords.at(-1));
      }),
      { numRuns: getRounds(300, 5000) },
    );
  });
});
