import { expect, test } from 'vitest';

import { getPeakBetween, computePeaks } from './peaks.ts';

const values = Array.from({ length: 7200 * 10 }, (_, i) => (i === 36_000 ? 1 : ((i * 7919) % 97) / 200));
const peaks = computePeaks(values, 7200)!;

test('peaks show a loud moment at any scale', () => {
  for (const span of [0.1, 1, 10, 100, 1000]) expect(getPeakBetween(peaks, 3600 - span / 2, 3600 + span)).toBe(1);
});

test('peaks are never quieter than the samples in their range', () => {
  for (let from = 0; from < 3000; from += 41.3) {
    const expected = Math.max(...values.slice(Math.floor(from * 10), Math.ceil((from + 7) * 10)));
    expect(getPeakBetween(peaks, from, from + 7)).toBeGreaterThanOrEqual(Math.fround(expected));
  }
});

test('peaks are null without samples, and 0 past the end', () => {
  expect(computePeaks([], 10)).toBeNull();
  expect(computePeaks([0.5], 0)).toBeNull();
  expect(getPeakBetween(peaks, 7300, 7301)).toBe(0);
});
