import { describe, expect, it } from 'vitest';

import { lengthBounds, editedSince } from './library-filters.ts';

describe('library filters', () => {
  it('counts whole days back from today', () => {
    const now = new Date(2026, 10, 26, 15, 30);
    expect(editedSince('any', now)).toBeNull();
    expect(editedSince('1', now)).toBe(new Date(2026, 10, 26).toISOString());
    expect(editedSince('7', now)).toBe(new Date(2026, 10, 20).toISOString());
  });

  it('turns spoken minutes into words at the person’s pace', () => {
    expect(lengthBounds('any', 150)).toBeNull();
    expect(lengthBounds('5-10', 150)).toEqual([750, 1500]);
    expect(lengthBounds('20-', 120)).toEqual([2400, Infinity]);
  });
});
