import { expect, test } from 'vitest';

import { SAVED_VIEWS, type SavedView } from '#contract/saved-view.ts';

import { shows, withoutView, withView } from './saved-views.ts';

const view = (name: string, more: Partial<SavedView> = {}): SavedView => ({
  name,
  view: 'stages',
  channel_id: null,
  person: null,
  archived: false,
  search: '',
  ...more,
});

test('a view of the same name is replaced where it is, and the oldest makes room', () => {
  const list = [view('Mine'), view('Ferries')];
  expect(withView(list, view('mine', { search: 'rail' }))).toEqual([view('mine', { search: 'rail' }), view('Ferries')]);
  expect(withoutView(list, view('MINE'))).toEqual([view('Ferries')]);
  const many = Array.from({ length: SAVED_VIEWS }, (_, at) => view(`view ${at}`));
  expect(withView(many, view('one more')).map(({ name }) => name)).toEqual([
    ...many.slice(1).map(({ name }) => name),
    'one more',
  ]);
});

test('a view is the one shown if everything it keeps is the same', () => {
  const mine = view('Mine', { person: { id: '4', name: 'Ada' }, channel_id: 2, search: 'rail ' });
  const { name: _, ...shown } = mine;
  expect(shows(mine, { ...shown, person: { id: '4', name: 'Ada L.' }, search: 'rail' })).toBe(true);
  expect(shows(mine, { ...shown, person: null })).toBe(false);
  expect(shows(mine, { ...shown, channel_id: null })).toBe(false);
  expect(shows(mine, { ...shown, view: 'table' })).toBe(false);
});
