import { describe, expect, it } from 'vitest';
import { formatCounter, mergeErrors, getLengthError } from './field-state.ts';
import { scrollToShow, getVisibleRange } from './virtual.ts';

describe('list windowing', () => {
  it('draws the visible rows and a few around them, within the list', () => {
    expect(getVisibleRange(10_000, 32, 3200, 320, 2)).toEqual({ from: 98, to: 112 });
    expect(getVisibleRange(3, 32, 0, 320)).toEqual({ from: 0, to: 3 });
    expect(getVisibleRange(0, 32, 0, 320)).toEqual({ from: 0, to: 0 });
    expect(getVisibleRange(5, 32, 9999, 320, 2)).toEqual({ from: 3, to: 5 });
  });

  it('scrolls only as far as needed', () => {
    expect(scrollToShow(0, 32, 100, 320)).toBe(0);
    expect(scrollToShow(20, 32, 0, 320)).toBe(21 * 32 - 320);
    expect(scrollToShow(5, 32, 0, 320)).toBe(0);
  });
});

describe('text fields', () => {
  it('show a counter near the limit or while focused', () => {
    expect(formatCounter(12, 255, false)).toBeUndefined();
    expect(formatCounter(12, 255, true)).toBe('12 of 255');
    expect(formatCounter(204, 255, false)).toBe('204 of 255');
    expect(formatCounter(0, 255, true)).toBeUndefined();
  });

  it('report text that is too long, after other errors', () => {
    expect(getLengthError(260, 255)).toBe('5 over the limit of 255 characters');
    expect(mergeErrors('Taken', getLengthError(260, 255))).toEqual(['Taken']);
    expect(mergeErrors([], getLengthError(255, 255))).toEqual([]);
  });
});
