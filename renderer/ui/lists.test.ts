import { describe, expect, it } from 'vitest';
import { counterOf, errorsOf, tooLong } from './field-state.ts';
import { filterGroups } from './palette-items.ts';
import { scrollToShow, windowOf } from './virtual.ts';

describe('list windowing', () => {
  it('renders the visible rows plus a few, within the list', () => {
    expect(windowOf(10_000, 32, 3200, 320, 2)).toEqual({ from: 98, to: 112 });
    expect(windowOf(3, 32, 0, 320)).toEqual({ from: 0, to: 3 });
    expect(windowOf(0, 32, 0, 320)).toEqual({ from: 0, to: 0 });
    expect(windowOf(5, 32, 9999, 320, 2)).toEqual({ from: 3, to: 5 });
  });

  it('scrolls only as far as needed', () => {
    expect(scrollToShow(0, 32, 100, 320)).toBe(0);
    expect(scrollToShow(20, 32, 0, 320)).toBe(21 * 32 - 320);
    expect(scrollToShow(5, 32, 0, 320)).toBe(0);
  });
});

describe('filtering', () => {
  const item = (id: string, title: string, always?: boolean) => ({ id, title, always, run: () => undefined });
  const marked = (query: string, title: string): string[] =>
    filterGroups([{ id: 'go', label: 'Go to', items: [item('a', title)] }], query, []).flatMap(({ hits }) =>
      hits.map((hit) => hit.title.map(({ text, matches }) => (matches ? `[${text}]` : text)).join('')),
    );

  it('matches the phrase, else words in any order, else initials', () => {
    expect(marked('night tr', 'Why night trains came back')).toEqual(['Why [night tr]ains came back']);
    expect(marked('trains why', 'Why night trains came back')).toEqual(['[Why] night [trains] came back']);
    expect(marked('ns', 'New script')).toEqual(['[N]ew [s]cript']);
    expect(marked('art cars', 'Smart and art, by car and cars')).toEqual(['Smart and [art], by car and [cars]']);
    expect(marked('c++ (', 'c++ (old)')).toEqual(['[c++ (]old)']);
    expect(marked('cafe', 'Visit the Café')).toEqual(['Visit the [Café]']);
    expect(marked('cafe', 'Cafe\u0301 Orient')).toEqual(['[Cafe\u0301] Orient']);
    expect(marked('strasse', 'Die Straße')).toEqual(['Die [Straße]']);
    expect(marked('lodz 2024', 'Łódź ２０２４')).toEqual(['[Łódź ２０２４]']);
    expect(marked('東京', '私は東京に')).toEqual(['私は[東京]に']);
    expect(marked('दल', 'दिल')).toEqual([]);
  });

  it('does not match scattered letters', () => {
    expect(marked('xyz', 'New script')).toEqual([]);
    expect(marked('tran', 'Why night airs came back nicely')).toEqual([]);
  });

  it('keeps items made from the query, and puts recently used ones first', () => {
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

describe('text fields', () => {
  it('show a counter near the limit or while focused', () => {
    expect(counterOf(12, 255, false)).toBeUndefined();
    expect(counterOf(12, 255, true)).toBe('12 of 255');
    expect(counterOf(204, 255, false)).toBe('204 of 255');
    expect(counterOf(0, 255, true)).toBeUndefined();
  });

  it('report text that is too long, after other errors', () => {
    expect(tooLong(260, 255)).toBe('5 over the limit of 255 characters');
    expect(errorsOf('Taken', tooLong(260, 255))).toEqual(['Taken']);
    expect(errorsOf([], tooLong(255, 255))).toEqual([]);
  });
});
