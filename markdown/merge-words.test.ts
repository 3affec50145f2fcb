import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeWords } from './three-way-merge.ts';

const BASE = 'The train is late. Nobody waits for it here. The yard is dark.\n\nThe town came later.';

describe('merging by words', () => {
  it('merges edits of different words, even in one sentence', () => {
    const mine = BASE.replace('Nobody waits', 'Nobody really waits').replace('later.', 'later, much later.');
    const theirs = BASE.replace('for it here', 'for it anywhere').replace('dark', 'empty');
    expect(mergeWords(BASE, mine, theirs)).toBe(
      'The train is late. Nobody really waits for it anywhere. The yard is empty.\n\nThe town came later, much later.',
    );
  });

  it('merges an insertion beside a word that the other side changes', () => {
    expect(mergeWords(BASE, BASE.replace('is dark', 'is very dark'), BASE.replace('is dark', 'is empty'))).toContain(
      'The yard is very empty.',
    );
  });

  it('applies an edit that both sides made once', () => {
    const editedText = BASE.replace('late.', 'very late.');
    expect(mergeWords(BASE, editedText, editedText.replace('dark', 'empty'))).toBe(editedText.replace('dark', 'empty'));
  });

  it('returns null if both sides change the same words or insert at the same place', () => {
    expect(mergeWords(BASE, BASE.replace('dark', 'wet'), BASE.replace('dark', 'empty'))).toBeNull();
    expect(mergeWords(BASE, BASE.replace(' dark', ''), BASE.replace('dark', 'empty'))).toBeNull();
    expect(mergeWords(BASE, BASE.replace('is late', 'is so late'), BASE.replace('is late', 'is too late'))).toBeNull();
    expect(mergeWords(BASE, BASE.replace('yard', 'old yard'), 'All of it is said in other words now.')).toBeNull();
  });

  it('keeps every word of both sides if they edit different paragraphs', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 6, maxLength: 14 }),
        fc.array(fc.tuple(fc.nat(5), word, fc.boolean()), { minLength: 1, maxLength: 5 }),
        (words, edits) => {
          const paragraphs = Array.from({ length: 6 }, (_, index) => `${words.join(' ')} ${index}.`);
          const [mine, theirs, merged] = [[...paragraphs], [...paragraphs], [...paragraphs]];
          for (const [index, addedWord, isMine] of edits) {
            const paragraphIndex = Math.floor(index / 2) * 2 + (isMine ? 0 : 1);
            (isMine ? mine : theirs)[paragraphIndex] += ` ${addedWord}`;
            merged[paragraphIndex] += ` ${addedWord}`;
          }
          const joinText = (parts: readonly string[]): string => parts.join('\n\n');
          expect(mergeWords(joinText(paragraphs), joinText(mine), joinText(theirs))).toBe(joinText(merged));
        },
      ),
    );
  });
});
