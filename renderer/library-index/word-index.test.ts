import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fold, snippetOf, WordIndex, wordsOf } from './word-index.ts';

/** Searches every text word by word. */
const scan = (texts: readonly (string | null)[], query: string): number[] =>
  texts.flatMap((text, at) => {
    const words = wordsOf(text ?? '');
    return text !== null && wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted))) ? [at] : [];
  });

const found = (index: WordIndex, query: string, texts: readonly (string | null)[]): number[] => {
  const hits = index.search(query, texts.length);
  return texts.flatMap((text, at) => (text !== null && hits?.[at] === 1 ? [at] : []));
};

const word = fc.constantFrom(
  'night',
  'nights',
  'train',
  'Trains',
  'é',
  'café',
  'cafe',
  'the',
  '7',
  '70',
  'Über',
  '夜',
  'Ä',
);
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' – '));

describe('WordIndex', () => {
  it('finds what a plain scan finds, packed, not packed, and after texts went', () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.nat(40),
        fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
        fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ').slice(0, 6)),
        (all, packAt, packAgainAt, gone, query) => {
          const index = new WordIndex();
          let texts: string[] = [];
          all.forEach((one, at) => {
            index.add(texts.length, one);
            texts.push(one);
            if (at !== packAt && at !== packAgainAt) return;
            let next = 0;
            index.pack(Int32Array.from(texts, (_, document) => (gone[document] ? -1 : next++)));
            texts = texts.filter((_, document) => !gone[document]);
          });
          if (wordsOf(query).length === 0) expect(index.search(query, texts.length)).toBeNull();
          else expect(found(index, query, texts)).toEqual(scan(texts, query));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is the same when it was stored and read again', () => {
    const first = new WordIndex();
    first.add(0, 'Night trains');
    first.add(300, 'The night mail');
    const packed = first.pack(Int32Array.from({ length: 301 }, (_, at) => at));
    const again = new WordIndex(structuredClone(packed));
    expect(again.search('NIGHT', 301)?.[300]).toBe(1);
    expect(again.search('night mai', 301)?.[0]).toBe(0);
    expect(again.search('…', 301)).toBeNull();
  });
});

describe('snippetOf', () => {
  it('shows the words around a hit and marks every one of them', () => {
    const { text, marks } = snippetOf(`${'Long before. '.repeat(20)}A Café at night, cafés everywhere.`, 'cafe nig')!;
    expect(marks.map(([from, to]) => fold(text.slice(from, to)))).toEqual(['cafe', 'nig', 'cafe']);
    expect(text.startsWith('… ')).toBe(true);
    expect(snippetOf('Nothing here', 'cafe')).toBeNull();
  });
});
