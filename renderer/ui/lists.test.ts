import { describe, expect, it } from 'vitest';
import { counterOf, faultsOf, tooLong } from './field-state.ts';
import { fuzzy, pieces } from './fuzzy.ts';
import { filterGroups } from './palette-items.ts';
import { scrollToShow, windowOf } from './virtual.ts';

describe('windowing', () => {
  it('draws what is seen and a little more, never outside the list', () => {
    expect(windowOf(10_000, 32, 3200, 320, 2)).toEqual({ from: 98, to: 112 });
    expect(windowOf(3, 32, 0, 320)).toEqual({ from: 0, to: 3 });
    expect(windowOf(0, 32, 0, 320)).toEqual({ from: 0, to: 0 });
    expect(windowOf(5, 32, 9999, 320, 2)).toEqual({ from: 3, to: 5 });
  });

  it('scrolls no further than needed', () => {
    expect(scrollToShow(0, 32, 100, 320)).toBe(0);
    expect(scrollToShow(20, 32, 0, 320)).toBe(21 * 32 - 320);
    expect(scrollToShow(5, 32, 0, 320)).toBe(0);
  });
});

describe('finding', () => {
  it('prefers the phrase, then words, then initials', () => {
    expect(fuzzy('night tr', 'Why night trains came back')?.ranges).toEqual([[4, 12]]);
    expect(fuzzy('trains why', 'Why night trains came back')?.ranges).toEqual([
      [0, 3],
      [10, 16],
    ]);
    expect(fuzzy('ns', 'New script')?.ranges).toEqual([
      [0, 1],
      [4, 5],
    ]);
    expect(fuzzy('art cars', 'Smart and art, by car and cars')?.ranges).toEqual([
      [10, 13],
      [26, 30],
    ]);
    expect(fuzzy('xyz', 'New script')).toBeUndefined();
    expect(fuzzy('c++ (', 'c++ (old)')?.ranges).toEqual([[0, 5]]);
  });

  it('cuts the text where it matched', () => {
    expect(pieces('New script', [[4, 7]]).map((one) => [one.text, one.hit])).toEqual([
      ['New ', false],
      ['scr', true],
      ['ipt', false],
    ]);
  });

  it('keeps what is made from the query, and puts what was used lately first', () => {
    const item = (id: string, title: string, always?: boolean) => ({ id, title, always, run: () => undefined });
    const groups = [
      { id: 'go', label: 'Go to', items: [item('a', 'Night one'), item('b', 'Night two'), item('c', 'Ferry')] },
      { id: 'new', label: 'Create', items: [item('d', 'Idea “x”', true)] },
    ];
    const ids = (query: string, recent: string[]): string[] =>
      filterGroups(groups, query, recent).flatMap((one) => one.hits.map((hit) => hit.item.id));
    expect(ids('night', [])).toEqual(['a', 'b', 'd']);
    expect(ids('night', ['b'])).toEqual(['b', 'a', 'd']);
    expect(ids('zzz', [])).toEqual(['d']);
  });
});

describe('fields', () => {
  it('count near the bound or while written in', () => {
    expect(counterOf(12, 255, false)).toBeUndefined();
    expect(counterOf(12, 255, true)).toBe('12 of 255');
    expect(counterOf(204, 255, false)).toBe('204 of 255');
    expect(counterOf(0, 255, true)).toBeUndefined();
  });

  it('name what is too long, but a given fault comes first', () => {
    expect(tooLong(260, 255)).toBe('5 too many, at most 255 characters');
    expect(faultsOf('Taken', tooLong(260, 255))).toEqual(['Taken']);
    expect(faultsOf([], tooLong(255, 255))).toEqual([]);
  });
});
