import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringSource } from './text-change.ts';
import { countWords, WordCounter, wordsOf } from './words.ts';

describe('countWords', () => {
  it.each([
    ['', 0],
    ['  \n\t ', 0],
    ['Nobody designed that for comfort.', 5],
    ['don’t stop, it’s six-berth', 4],
    ['It costs €109, or 20,000.50 in all', 7],
    ['## A *heading* with **marks**', 4],
    ['— – … !? 👋🏽', 0],
    ['naïve café Ελλάδα Москва', 4],
    ['cafe\u0301 is one', 3],
  ])('%j has %i', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('lists what it counts', () => {
    for (const text of ['don’t stop, it’s six-berth', 'the 夜行列車 came back', '— – …', 'It costs €109'])
      expect(wordsOf(text)).toHaveLength(countWords(text));
    expect(wordsOf('**Night** trains, 3.5 of them')).toEqual(['Night', 'trains', '3.5', 'of', 'them']);
  });

  it('cuts scripts without spaces by their own words', () => {
    expect(countWords('我喜欢坐火车')).toBeGreaterThan(2);
    expect(countWords('ฉันชอบนั่งรถไฟ')).toBeGreaterThan(2);
    expect(countWords('the 夜行列車 came back')).toBeGreaterThan(4);
  });
});

describe('WordCounter', () => {
  const piece = fc.oneof(
    fc.constantFrom('word ', 'don’t', '-', '\n', ' ', '我喜欢', 'รถไฟ', '.', '3.5', '  ', 'a'.repeat(90), '👋🏽', '**'),
    fc.string({ maxLength: 6, unit: 'grapheme' }),
  );
  it('says after any edits what a full count says', () => {
    const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 30 }), insert: fc.array(piece, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.array(edit, { maxLength: 12 }), (start, edits) => {
        let text = start.join('');
        const counter = new WordCounter(text);
        for (const { at, remove, insert } of edits) {
          const from = at % (text.length + 1);
          const to = Math.min(text.length, from + remove);
          const next = text.slice(0, from) + insert.join('') + text.slice(to);
          const toNew = from + insert.join('').length;
          counter.update(stringSource(text), stringSource(next), { from, to, toNew });
          text = next;
          expect(counter.count).toBe(countWords(text));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads only the surroundings of the change', () => {
    const text = 'one two three four '.repeat(5000);
    const next = `${text.slice(0, 40_000)}x${text.slice(40_000)}`;
    const counter = new WordCounter(text);
    let read = 0;
    const watched = (from: string) => ({
      length: from.length,
      sliceString: (a: number, b?: number) => {
        const slice = from.slice(a, b);
        read += slice.length;
        return slice;
      },
    });
    counter.update(watched(text), watched(next), { from: 40_000, to: 40_000, toNew: 40_001 });
    expect(counter.count).toBe(countWords(next));
    expect(read).toBeLessThan(400);
  });
});
