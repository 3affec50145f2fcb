import { expect, test } from 'vitest';

import { SAVED_VIEWS, type SavedView } from '#contract/saved-view.ts';

import { isSameView, withoutView, withView } from './saved-views.ts';

const createView = (name: string, overrides: Partial<SavedView> = {}): SavedView => ({
  name,
  view: 'stages',
  channel_id: null,
  person: null,
  archived: false,
  search: '',
  ...overrides,
});

test('a view of the same name is replaced in place, and the oldest is dropped', () => {
  const list = [createView('Mine'), createView('Ferries')];
  expect(withView(list, createView('mine', { search: 'rail' }))).toEqual([
    createView('mine', { search: 'rail' }),
    createView('Ferries'),
  ]);
  expect(withoutView(list, createView('MINE'))).toEqual([createView('Ferries')]);
  const many = Array.from({ length: SAVED_VIEWS }, (_, index) => createView(`view ${index}`));
  expect(withView(many, createView('one more')).map(({ name }) => name)).toEqual([
    ...many.slice(1).map(({ name }) => name),
    'one more',
  ]);
});

test('a saved view is the current one if all its fields match', () => {
  const mine = createView('Mine', { person: { id: '4', name: 'Ada' }, channel_id: 2, search: 'rail ' });
  const { name: _, ...current } = mine;
  expect(isSameView(mine, { ...current, person: { id: '4', name: 'Ada L.' }, search: 'rail' })).toBe(true);
  expect(isSameView(mine, { ...current, person: null })).toBe(false);
  expect(isSameView(mine, { ...current, channel_id: null })).toBe(false);
  expect(isSameView(mine, { ...current, view: 'table' })).toBe(false);
});
