import { describe, expect, it } from 'vitest';

import { placedSentences, splitSentences } from './sentences.ts';

const TEXT =
  'Dr. Brandt boards at 9 p.m. in Basel, e.g. on a Friday. “Is it full?” she asks. It is! No. 5 sells out… and then? ' +
  'The fare is 49.90 euros. U. S. tourists pay the same. 夜行列車は戻った。誰も知らない。 Nobody knows why.';

describe('the sentences of a paragraph', () => {
  it('keeps abbreviations whole, and knows where each begins', () => {
    expect(splitSentences('Dr. Brandt boards at 9 in Basel, e.g. on a Friday. Is it full? It is!')).toEqual([
      'Dr. Brandt boards at 9 in Basel, e.g. on a Friday.',
      'Is it full?',
      'It is!',
    ]);
    for (const { text, from } of placedSentences(TEXT)) expect(TEXT.slice(from, from + text.length)).toBe(text);
  });

  it('are those of its parts, however long it is', () => {
    const times = 200;
    const long = Array.from({ length: times }, () => TEXT).join(' ');
    const placed = placedSentences(long);
    expect(placed.map(({ text }) => text)).toEqual(Array.from({ length: times }, () => splitSentences(TEXT)).flat());
    for (const { text, from } of placed) expect(long.slice(from, from + text.length)).toBe(text);
  });

  it.each(['One two three four five six seven eight. ', '夜行列車は長い間なかったが今年また戻って来た。'])(
    'take time with the length and not with its square: %s',
    (sentence) => {
      const took = (sentences: number): number => {
        const text = sentence.repeat(sentences);
        const start = performance.now();
        splitSentences(text);
        return performance.now() - start;
      };
      took(1000);
      const least = (sentences: number): number => Math.min(took(sentences), took(sentences), took(sentences));
      // The text is eight times as long; quadratic time would take about sixty times as long.
      expect(least(16_000) / least(2000)).toBeLessThan(25);
    },
  );
});
