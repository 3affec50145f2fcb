import fc from 'fast-check';
import { expect, it } from 'vitest';

import { fitEnds } from './times.ts';

it('a short caption borrows only the time it needs from its neighbours', () => {
  expect(fitEnds([3, 0.4, 3], [0.8, 0.8, 0.8])).toEqual([2.8, 3.6, 6.4]);
  expect(fitEnds([0.2, 3], [0.8, 0.8])).toEqual([0.8, 3.2]);
  expect(fitEnds([3, 0.2], [0.8, 0.8])[0]).toBeCloseTo(2.4);
});

it('moves no times if every caption has enough, or there is too little for all', () => {
  expect(fitEnds([1, 2, 3], [0.8, 0.8, 0.8])).toEqual([1, 3, 6]);
  expect(fitEnds([0.5, 0.5], [0.8, 0.8])).toEqual([0.5, 1]);
  expect(fitEnds([], [])).toEqual([]);
});

it('keeps the total time, the order and each caption’s minimum', () => {
  const caption = fc.tuple(fc.double({ min: 0, max: 8, noNaN: true }), fc.double({ min: 0, max: 3, noNaN: true }));
  fc.assert(
    fc.property(fc.array(caption, { minLength: 1, maxLength: 40 }), (captions) => {
      const seconds = captions.map(([natural]) => natural);
      const needs = captions.map(([, need]) => need);
      const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
      const ends = fitEnds(seconds, needs);
      expect(ends.at(-1)).toBeCloseTo(sum(seconds), 6);
      ends.forEach((end, index) => {
        const length = end - (ends[index - 1] ?? 0);
        expect(length).toBeGreaterThan(-1e-6);
        if (sum(needs) > sum(seconds)) return;
        expect(length).toBeGreaterThan((needs[index] ?? 0) - 1e-6);
        expect(length).toBeLessThan(Math.max(seconds[index] ?? 0, needs[index] ?? 0) + 1e-6);
      });
    }),
    { numRuns: 500 },
  );
});
