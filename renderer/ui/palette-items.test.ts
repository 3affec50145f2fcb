import { describe, expect, it } from 'vitest';
import { filterGroups, type PaletteItem } from './palette-items.ts';
import { PaletteIndex } from './palette-index.ts';

const createItem = (id: string, title: string, isAlwaysListed?: boolean): PaletteItem => ({
  id,
  title,
  isAlwaysListed,
  run: () => undefined,
});
const createDatedItem = (title: string, at: string): PaletteItem => ({ ...createItem(title, title), at });
const listTitles = (query: string, items: readonly PaletteItem[]): string[] =>
  filterGroups([{ id: 'go', label: 'Go to', items }], query, []).flatMap(({ hits }) =>
    hits.map((hit) => hit.item.title),
  );

describe('the command palette', () => {
  const markMatches = (query: string, title: string): string[] =>
    filterGroups([{ id: 'go', label: 'Go to', items: [createItem('a', title)] }], query, []).flatMap(({ hits }) =>
      hits.map((hit) => hit.title.map(({ text, matches }) => (matches ? `[${text}]` : text)).join('')),
    );

  it('matches words in any order, and initials', () => {
    expect(markMatches('night tr', 'Why night trains came back')).toEqual(['Why [night] [tr]ains came back']);
    expect(markMatches('trains why', 'Why night trains came back')).toEqual(['[Why] night [trains] came back']);
    expect(markMatches('ns', 'New script')).toEqual(['[N]ew [s]cript']);
    expect(markMatches('art cars', 'Smart and art, by car and cars')).toEqual(['Smart and [art], by car and [cars]']);
    expect(markMatches('c++ (', 'c++ (old)')).toEqual(['[c]++ (old)']);
    expect(markMatches('cafe', 'Visit the Café')).toEqual(['Visit the [Café]']);
    expect(markMatches('cafe', 'Cafe\u0301 Orient')).toEqual(['[Cafe\u0301] Orient']);
    expect(markMatches('strasse', 'Die Straße')).toEqual(['Die [Straße]']);
    expect(markMatches('lodz 2024', 'Łódź ２０２４')).toEqual(['[Łódź] [２０２４]']);
    expect(markMatches('東京', '私は東京に')).toEqual(['私は[東京]に']);
    expect(markMatches('दल', 'दिल')).toEqual([]);
  });

  it('does not match scattered letters', () => {
    expect(markMatches('xyz', 'New script')).toEqual([]);
    expect(markMatches('tran', 'Why night airs came back nicely')).toEqual([]);
  });

  it('always lists items created from the query, and recently used ones first', () => {
    const groups = [
      {
        id: 'go',
        label: 'Go to',
        items: [createItem('a', 'Night one'), createItem('b', 'Night two'), createItem('c', 'Ferry')],
      },
      { id: 'new', label: 'Create', items: [createItem('d', 'Idea “x”', true)] },
    ];
    const findIds = (query: string, recentIds: string[]): string[] =>
      filterGroups(groups, query, recentIds).flatMap((one) => one.hits.map((hit) => hit.item.id));
    expect(findIds('night', [])).toEqual(['a', 'b', 'd']);
    expect(findIds('night', ['b'])).toEqual(['b', 'a', 'd']);
    expect(findIds('zzz', [])).toEqual(['d']);
  });

  it('allows one typo in words of four letters or more, and two from eight letters', () => {
    expect(markMatches('calender', 'Release calendar')).toEqual(['Release [calendar]']);
    expect(markMatches('projcts', 'All projects')).toEqual(['All [projects]']);
    expect(markMatches('porjects', 'All projects')).toEqual(['All [projects]']);
    expect(markMatches('nihgt', 'Night trains')).toEqual(['[Night] trains']);
    expect(markMatches('Kalendr', 'Kaléndar')).toEqual(['[Kaléndar]']);
    expect(markMatches('calanda', 'Release calendar')).toEqual(['Release [calendar]']);
    expect(markMatches('nigth triansx', 'Night trains')).toEqual([]);
    expect(markMatches('tem', 'Team')).toEqual([]);
    expect(markMatches('pjrocts', 'All projects')).toEqual([]);
  });

  it('lists prefixes before other parts of words, typos last, and the newest first', () => {
    const items = [
      createDatedItem('A calender', '2026-01-05'),
      createDatedItem('Old calendar', '2026-01-01'),
      createDatedItem('New calendar', '2026-01-03'),
      createDatedItem('Minicalendar', '2026-01-09'),
      createDatedItem('Calendar of rains', '2026-01-02'),
      createItem('page', 'The calendar'),
    ];
    expect(listTitles('calendar', items)).toEqual([
      'Calendar of rains',
      'The calendar',
      'New calendar',
      'Old calendar',
      'Minicalendar',
      'A calender',
    ]);
  });

  it('lists a group with typos only after exact matches, but before items made from the query', () => {
    const group = (id: string, ...items: PaletteItem[]) => ({ id, label: id, items });
    const listGroupIds = (query: string): string[] =>
      filterGroups(
        [
          group('ideas', createItem('a', 'Calender')),
          group('pages', createItem('b', 'Calendar')),
          group('create', createItem('c', 'New', true)),
        ],
        query,
        [],
      ).map((one) => one.group.id);
    expect(listGroupIds('calendar')).toEqual(['pages', 'ideas', 'create']);
    expect(listGroupIds('clender')).toEqual(['ideas', 'create']);
  });

  it('indexes in steps, and only changed items', () => {
    const index = new PaletteIndex<PaletteItem>();
    const items = Array.from({ length: 100 }, (_, number) => createItem(String(number), `Night ${number}`));
    const findTitles = (query: string): string[] => index.find(query, [], 3).map((one) => one.item.title);
    index.set(items);
    expect(index.indexQueued(() => false)).toBe(false);
    expect(findTitles('99')).toEqual([]);
    expect(index.indexQueued()).toBe(true);
    expect(findTitles('night 99')).toEqual(['Night 99']);
    index.set([...items.slice(2), createItem('0', 'Ferry')]);
    expect(index.indexQueued(() => false)).toBe(true);
    expect(findTitles('ferry')).toEqual(['Ferry']);
    expect(findTitles('night 0')).toEqual([]);
    expect(findTitles('night 1')).toEqual(['Night 10', 'Night 11', 'Night 12']);
    index.set([createItem('x', 'Harbour')]);
    index.indexQueued();
    expect(findTitles('harbour')).toEqual(['Harbour']);
    expect(findTitles('night')).toEqual([]);
  });
});
