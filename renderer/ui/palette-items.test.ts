import { describe, expect, it } from 'vitest';
import { filterGroups, type PaletteItem } from './palette-items.ts';
import { PaletteIndex } from './palette-index.ts';

const item = (id: string, title: string, always?: boolean): PaletteItem => ({
  id,
  title,
  always,
  run: () => undefined,
});
const dated = (title: string, at: string): PaletteItem => ({ ...item(title, title), at });
const titles = (query: string, items: readonly PaletteItem[]): string[] =>
  filterGroups([{ id: 'go', label: 'Go to', items }], query, []).flatMap(({ hits }) =>
    hits.map((hit) => hit.item.title),
  );

describe('the command palette', () => {
  const marked = (query: string, title: string): string[] =>
    filterGroups([{ id: 'go', label: 'Go to', items: [item('a', title)] }], query, []).flatMap(({ hits }) =>
      hits.map((hit) => hit.title.map(({ text, matches }) => (matches ? `[${text}]` : text)).join('')),
    );

  it('matches words in any order, and initials', () => {
    expect(marked('night tr', 'Why night trains came back')).toEqual(['Why [night] [tr]ains came back']);
    expect(marked('trains why', 'Why night trains came back')).toEqual(['[Why] night [trains] came back']);
    expect(marked('ns', 'New script')).toEqual(['[N]ew [s]cript']);
    expect(marked('art cars', 'Smart and art, by car and cars')).toEqual(['Smart and [art], by car and [cars]']);
    expect(marked('c++ (', 'c++ (old)')).toEqual(['[c]++ (old)']);
    expect(marked('cafe', 'Visit the Café')).toEqual(['Visit the [Café]']);
    expect(marked('cafe', 'Cafe\u0301 Orient')).toEqual(['[Cafe\u0301] Orient']);
    expect(marked('strasse', 'Die Straße')).toEqual(['Die [Straße]']);
    expect(marked('lodz 2024', 'Łódź ２０２４')).toEqual(['[Łódź] [２０２４]']);
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

  it('forgives one typo from four letters and two from eight', () => {
    expect(marked('calender', 'Release calendar')).toEqual(['Release [calendar]']);
    expect(marked('projcts', 'All projects')).toEqual(['All [projects]']);
    expect(marked('porjects', 'All projects')).toEqual(['All [projects]']);
    expect(marked('nihgt', 'Night trains')).toEqual(['[Night] trains']);
    expect(marked('Kalendr', 'Kaléndar')).toEqual(['[Kaléndar]']);
    expect(marked('calanda', 'Release calendar')).toEqual(['Release [calendar]']);
    expect(marked('nigth triansx', 'Night trains')).toEqual([]);
    expect(marked('tem', 'Team')).toEqual([]);
    expect(marked('pjrocts', 'All projects')).toEqual([]);
  });

  it('lists prefixes before other parts of words, typos last, and the newest first', () => {
    const items = [
      dated('A calender', '2026-01-05'),
      dated('Old calendar', '2026-01-01'),
      dated('New calendar', '2026-01-03'),
      dated('Minicalendar', '2026-01-09'),
      dated('Calendar of rains', '2026-01-02'),
      item('page', 'The calendar'),
    ];
    expect(titles('calendar', items)).toEqual([
      'Calendar of rains',
      'The calendar',
      'New calendar',
      'Old calendar',
      'Minicalendar',
      'A calender',
    ]);
  });

  it('puts a group with typos alone after exact matches, but before what is made from the query', () => {
    const group = (id: string, ...items: PaletteItem[]) => ({ id, label: id, items });
    const order = (query: string): string[] =>
      filterGroups(
        [
          group('ideas', item('a', 'Calender')),
          group('pages', item('b', 'Calendar')),
          group('create', item('c', 'New', true)),
        ],
        query,
        [],
      ).map((one) => one.group.id);
    expect(order('calendar')).toEqual(['pages', 'ideas', 'create']);
    expect(order('clender')).toEqual(['ideas', 'create']);
  });

  it('indexes in steps, and only what changed', () => {
    const index = new PaletteIndex<PaletteItem>();
    const many = Array.from({ length: 100 }, (_, number) => item(String(number), `Night ${number}`));
    const found = (query: string): string[] => index.find(query, [], 3).map((one) => one.item.title);
    index.set(many);
    expect(index.work(() => false)).toBe(false);
    expect(found('99')).toEqual([]);
    expect(index.work()).toBe(true);
    expect(found('night 99')).toEqual(['Night 99']);
    index.set([...many.slice(2), item('0', 'Ferry')]);
    expect(index.work(() => false)).toBe(true);
    expect(found('ferry')).toEqual(['Ferry']);
    expect(found('night 0')).toEqual([]);
    expect(found('night 1')).toEqual(['Night 10', 'Night 11', 'Night 12']);
    index.set([item('x', 'Harbour')]);
    index.work();
    expect(found('harbour')).toEqual(['Harbour']);
    expect(found('night')).toEqual([]);
  });
});
