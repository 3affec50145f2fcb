import { expect, test } from 'vitest';

import { PictureTurns } from './picture-turns.ts';

/** Work that is told when to end, by its name. */
function pictures() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const fetch = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const come = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { begun, fetch, come };
}

test('three pictures at once, however many are wanted, and the newest next', async () => {
  const { begun, fetch, come } = pictures();
  const turns = new PictureTurns();
  for (const name of ['a', 'b', 'c', 'd', 'e']) turns.take(fetch(name));
  expect(begun).toEqual(['a', 'b', 'c']);
  await come('b');
  expect(begun).toEqual(['a', 'b', 'c', 'e']);
  await come('a');
  expect(begun).toEqual(['a', 'b', 'c', 'e', 'd']);
});

test('one that is no longer wanted is not fetched, and one that fails leaves its place', async () => {
  const { begun, fetch, come } = pictures();
  const turns = new PictureTurns();
  turns.take(() => Promise.resolve());
  for (const name of ['a', 'b']) turns.take(fetch(name));
  const takeBack = turns.take(fetch('c'));
  turns.take(fetch('d'));
  takeBack();
  await come('a');
  expect(begun).toEqual(['a', 'b', 'd']);
});
