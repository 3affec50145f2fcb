import { describe, expect, it } from 'vitest';
import { counterOf, faultsOf, tooLong } from './field-state.ts';
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
  const item = (id: string, title: string, always?: boolean) => ({ id, title, always, run: () => undefined });
  const marked = (query: string, title: string): string[] =>
    filterGroups([{ id: 'go', label: 'Go to', items: [item('a', title)] }], query, []).flatMap(({ hits }) =>
      hits.map((hit) => hit.title.map(({ text, matches }) => (matches ? `[${text}]` : text)).join('')),
    );

  it('marks the phrase, else the words in any order, else the initials', () => {
    expect(marked('night tr', 'Why night trains came back')).toEqual(['Why [night tr]ains came back']);
    expect(marked('trains why', 'Why night trains came back')).toEqual(['[Why] night [trains] came back']);
    expect(marked('ns', 'New script')).toEqual(['[N]ew [s]cript']);
    expect(marked('art cars', 'Smart and art, by car and cars')).toEqual(['Smart and [art], by car and [cars]']);
    expect(marked('c++ (', 'c++ (old)')).toEqual(['[c++ (]old)']);
    expect(marked('cafe', 'Visit the Café')).toEqual(['Visit the [Café]']);
  });

  it('finds nothing where the letters only happen to follow one another', () => {
    expect(marked('xyz', 'New script')).toEqual([]);
    expect(marked('tran', 'Why night airs came back nicely')).toEqual([]);
  });

  it('keeps what is made from the query, and puts what was used lately first', () => {
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
    expect(tooLong(260, 255)).toBe('5 over the limit of 255 characters');
    expect(faultsOf('Taken', tooLong(260, 255))).toEqual(['Taken']);
    expect(faultsOf([], tooLong(255, 255))).toEqual([]);
  });
});
