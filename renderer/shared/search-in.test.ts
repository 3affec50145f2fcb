import { expect, it } from 'vitest';

import { searchIn } from './search-in.ts';

const TITLES = ['The last night train', 'Why night trains came back', 'Café au lait', 'Train your nights'];
const search = searchIn(TITLES, (title) => title);

it.each([
  ['night train', ['The last night train', 'Why night trains came back', 'Train your nights']],
  ['TRAIN why', ['Why night trains came back']],
  ['cafe', ['Café au lait']],
  ['  ', TITLES],
  ['tram', []],
])('finds %j', (words, found) => expect(search(words)).toEqual(found));

it('reads the texts once, and none before there are words', () => {
  let reads = 0;
  const counted = searchIn(TITLES, (title) => {
    reads += 1;
    return title;
  });
  expect(counted('')).toEqual(TITLES);
  expect(reads).toBe(0);
  counted('night');
  counted('nights');
  expect(reads).toBe(TITLES.length);
});
