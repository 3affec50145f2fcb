import { expect, test } from 'vitest';

import { SAVED_SEARCHES } from '#contract/saved-search.ts';

import { isSaved, withoutSearch, withSearch } from './saved-searches.ts';

const createSearch = (words: string) => ({ words, kind: 'videos' as const });

test('saves a search once, newest first, ignoring case', () => {
  const list = withSearch(withSearch([], createSearch('Night trains')), createSearch('ferries'));
  expect(withSearch(list, createSearch('night trains '))).toEqual([
    createSearch('night trains '),
    createSearch('ferries'),
  ]);
  expect(isSaved(list, createSearch('NIGHT TRAINS'))).toBe(true);
  expect(isSaved(list, { ...createSearch('ferries'), kind: 'channels' })).toBe(false);
  expect(withoutSearch(list, createSearch('Ferries'))).toEqual([createSearch('Night trains')]);
});

test('drops the oldest search beyond the limit', () => {
  const many = Array.from({ length: SAVED_SEARCHES }, (_, index) => createSearch(`search ${index}`));
  const list = withSearch(many, createSearch('one more'));
  expect(list).toHaveLength(SAVED_SEARCHES);
  expect(list[0]).toEqual(createSearch('one more'));
  expect(isSaved(list, createSearch(`search ${SAVED_SEARCHES - 1}`))).toBe(false);
});
