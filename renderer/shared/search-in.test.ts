import { expect, it } from 'vitest';

import { createSearch } from './search-in.ts';

const TITLES = [
  'The last night train',
  'Why night trains came back',
  'Café au lait',
  'Train your nights',
  'Straßen von Łódź',
  '私は東京に行きます',
];
const search = createSearch(TITLES, (title) => title);

it.each([
  ['night train', ['The last night train', 'Why night trains came back', 'Train your nights']],
  ['TRAIN why', ['Why night trains came back']],
  ['cafe', ['Café au lait']],
  ['lodz strassen', ['Straßen von Łódź']],
  ['東京', ['私は東京に行きます']],
  ['  ', TITLES],
  ['tram', []],
])('searches for %j', (words, foundTexts) => expect(search(words)).toEqual(foundTexts));

it('reads each text once, and none before there is a query', () => {
  let reads = 0;
  const searchTitles = createSearch(TITLES, (title) => {
    reads += 1;
    return title;
  });
  expect(searchTitles('')).toEqual(TITLES);
  expect(reads).toBe(0);
  searchTitles('night');
  searchTitles('nights');
  expect(reads).toBe(TITLES.length);
});
