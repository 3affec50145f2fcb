import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyDelta, createDelta } from './text-delta.ts';

const word = fc.constantFrom(
  'night',
  'train',
  'berth ',
  'a',
  'the',
  '\n',
  '\n\n',
  '  ',
  '## Heading\n',
  '🚆',
  '夜行列車',
  '\r\n',
);
const text = fc.array(word, { maxLength: 200 }).map((words) => words.join(' '));

describe('text deltas', () => {
  it('turn any text exactly into any other', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(applyDelta(from, JSON.parse(JSON.stringify(createDelta(from, to))) as never)).toBe(to);
      }),
      { numRuns: 500 },
    );
  });

  it('reproduce a text with scattered edits, and hold little more than the new words', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 60, maxLength: 200 }), fc.nat(), (words, place) => {
        const from = words.join(' ');
        const position = place % from.length;
        const to = `${from.slice(0, position)}brand new words${from.slice(position + 3)}`;
        const delta = createDelta(from, to);
        expect(applyDelta(from, delta)).toBe(to);
        expect(JSON.stringify(delta).length).toBeLessThan(140);
      }),
    );
  });

  it('hold only positions for deleted words', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of the script, with some words in it.\n`);
    const [longText, shortText] = [lines.join(''), lines.filter((_, index) => index < 100 || index > 200).join('')];
    expect(createDelta(longText, shortText).filter((part) => typeof part === 'string')).toEqual([]);
    const rotatedText = [...lines.slice(200), ...lines.slice(0, 200)].join('');
    expect(JSON.stringify(createDelta(longText, rotatedText)).length).toBeLessThan(60);
  });

  it('are refused by a text they were not made from', () => {
    const longText = 'A sentence with several words in it, longer than a copy has to be.';
    expect(() => applyDelta('short', createDelta(longText, `${longText} More.`))).toThrow('does not fit');
  });
});
