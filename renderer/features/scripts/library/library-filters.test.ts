import { describe, expect, it } from 'vitest';

import { toLengthBounds, getEditedSince } from './library-filters.ts';

describe('library filters', () => {
  it('counts whole days back from today', () => {
    const now = new Date(2026, 10, 26, 15, 30);
    expect(getEditedSince('any', now)).toBeNull();
    expect(getEditedSince('1', now)).toBe(new Date(2026, 10, 26).toISOString());
    expect(getEditedSince('7', now)).toBe(new Date(2026, 10, 20).toISOString());
  });

  it('turns spoken minutes into words at the person’s pace', () => {
    expect(toLengthBounds('any', 150)).toBeNull();
    expect(toLengthBounds('5-10', 150)).toEqual([750, 1500]);
    expect(toLengthBounds('20-', 120)).toEqual([2400, Infinity]);
  });
});
