import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { applyDelta, deltaBetween } from './text-delta.ts';

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
  it('make the other text exactly, whatever the two are', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(applyDelta(from, JSON.parse(JSON.stringify(deltaBetween(from, to))) as never)).toBe(to);
      }),
      { numRuns: 500 },
    );
  });

  it('make a text with scattered edits exactly, and hold little more than what is new', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 60, maxLength: 200 }), fc.nat(), (words, place) => {
        const from = words.join(' ');
        const at = place % from.length;
        const to = `${from.slice(0, at)}brand new words${from.slice(at + 3)}`;
        const delta = deltaBetween(from, to);
        expect(applyDelta(from, delta)).toBe(to);
        expect(JSON.stringify(delta).length).toBeLessThan(140);
      }),
    );
  });

  it('cost nothing but places for what was only deleted', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `Line ${index} of the script, with some words in it.\n`);
    const [long, short] = [lines.join(''), lines.filter((_, index) => index < 100 || index > 200).join('')];
    expect(deltaBetween(long, short).filter((part) => typeof part === 'string')).toEqual([]);
    const moved = [...lines.slice(200), ...lines.slice(0, 200)].join('');
    expect(JSON.stringify(deltaBetween(long, moved)).length).toBeLessThan(60);
  });

  it('are refused by a text they were not made from', () => {
    const long = 'A sentence with several words in it, longer than a copy has to be.';
    expect(() => applyDelta('short', deltaBetween(long, `${long} More.`))).toThrow('does not fit');
  });
});
