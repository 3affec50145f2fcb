import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findChange, joinChanges } from './text-change.ts';

const text = fc.string({ maxLength: 12, unit: fc.constantFrom('a', 'b', '\n') });
const apply = (old: string, change: { from: number; to: number; toNew: number }, next: string) =>
  old.slice(0, change.from) + next.slice(change.from, change.toNew) + old.slice(change.to);

describe('text changes', () => {
  it('turn one text into the other', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(apply(a, findChange(a, b), b)).toBe(b);
      }),
    );
  });
  it('cover both changes after they are combined', () => {
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const joinedChange = joinChanges(findChange(a, b), findChange(b, c));
        expect(apply(a, joinedChange, c)).toBe(c);
      }),
    );
  });
});
