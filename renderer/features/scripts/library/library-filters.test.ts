import { describe, expect, it } from 'vitest';

import { lengthBounds, sinceOf } from './library-filters.ts';

describe('filters of the library', () => {
  it('count whole days back from today', () => {
    const now = new Date(2026, 10, 26, 15, 30);
    expect(sinceOf('any', now)).toBeNull();
    expect(sinceOf('1', now)).toBe(new Date(2026, 10, 26).toISOString());
    expect(sinceOf('7', now)).toBe(new Date(2026, 10, 20).toISOString());
  });

  it('turn spoken minutes into words at the person’s pace', () => {
    expect(lengthBounds('any', 150)).toBeNull();
    expect(lengthBounds('5-10', 150)).toEqual([750, 1500]);
    expect(lengthBounds('20-', 120)).toEqual([2400, Infinity]);
  });
});
