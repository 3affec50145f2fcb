import { expect, it } from 'vitest';

import { CursorList } from './cursor-list.svelte.ts';

const createPage = (ids: readonly number[], next_cursor: string | null) => ({
  data: ids.map((id) => ({ id })),
  meta: { next_cursor },
});
const PAGES: Readonly<Record<string, ReturnType<typeof createPage>>> = {
  second: createPage([2, 3], 'third'),
  third: createPage([4], null),
};

it('lists all pages once, in order', async () => {
  const list = new CursorList({ value: createPage([1, 2], 'second') }, (cursor) =>
    Promise.resolve({ ok: true, body: PAGES[cursor]! }),
  );
  expect(list.items).toEqual([{ id: 1 }, { id: 2 }]);
  await list.fetchRest();
  expect(list.items.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('lists what arrived before a page failed, and tries again', async () => {
  let isReachable = false;
  const list = new CursorList({ value: createPage([1], 'second') }, (cursor) =>
    Promise.resolve(cursor === 'third' && !isReachable ? { ok: false } : { ok: true, body: PAGES[cursor]! }),
  );
  await list.fetchRest();
  expect(list.items.map(({ id }) => id)).toEqual([1, 2, 3]);
  isReachable = true;
  await list.fetchRest();
  expect(list.items.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

it('drops later pages once the first page is the last one', async () => {
  const first = { value: createPage([1], 'third') };
  const list = new CursorList(first, (cursor) => Promise.resolve({ ok: true, body: PAGES[cursor]! }));
  await list.fetchRest();
  first.value = createPage([1], null);
  await list.fetchRest();
  expect(list.items.map(({ id }) => id)).toEqual([1]);
});
