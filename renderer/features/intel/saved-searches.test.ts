import { expect, test } from 'vitest';

import { SAVED_SEARCHES } from '#contract/saved-search.ts';

import { isSaved, withoutSearch, withSearch } from './saved-searches.ts';

const videos = (words: string) => ({ words, kind: 'videos' as const });

test('saves a search once, newest first, ignoring case', () => {
  const list = withSearch(withSearch([], videos('Night trains')), videos('ferries'));
  expect(withSearch(list, videos('night trains '))).toEqual([videos('night trains '), videos('ferries')]);
  expect(isSaved(list, videos('NIGHT TRAINS'))).toBe(true);
  expect(isSaved(list, { ...videos('ferries'), kind: 'channels' })).toBe(false);
  expect(withoutSearch(list, videos('Ferries'))).toEqual([videos('Night trains')]);
});

test('drops the oldest search beyond the limit', () => {
  const many = Array.from({ length: SAVED_SEARCHES }, (_, index) => videos(`search ${index}`));
  const list = withSearch(many, videos('one more'));
  expect(list).toHaveLength(SAVED_SEARCHES);
  expect(list[0]).toEqual(videos('one more'));
  expect(isSaved(list, videos(`search ${SAVED_SEARCHES - 1}`))).toBe(false);
});
