import { flushSync } from 'svelte';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';

import { ApiClient } from '../../bridge/api-client.ts';
import { Bridge } from '../../bridge/bridge.ts';
import { FakeTransport } from '../../bridge/fake-transport.ts';
import { EntityCache } from '../../query-cache/query-cache.svelte.ts';
import { Database } from '../../storage/database.ts';
import { BookmarkList } from './bookmark-list.svelte.ts';

const PER_PAGE = 50;
/** The test puts hundreds of rows through an in-memory database. */
const WAIT = { timeout: 60_000 };

/** Sets up a service with `count` bookmarks, newest first, and one window showing it. */
function setUp(count: number, account: string, factory = new IDBFactory()) {
  let ids = Array.from({ length: count }, (_, index) => count - index);
  const requests: { page: number; background: boolean }[] = [];
  const transport = new FakeTransport({
    'api.call': ({ query = {}, background = false }) => {
      const page = Number(query['page']);
      requests.push({ page, background });
      const data = ids.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((id) => ({
        id,
        type: 'video',
        external_id: `v${id}`,
        title: `Video ${id}`,
        url: `https://platform.example/${id}`,
        notes: null,
        tags: [],
      }));
      const last_page = Math.max(1, Math.ceil(ids.length / PER_PAGE));
      const pagination = { current_page: page, per_page: PER_PAGE, total: ids.length, last_page };
      return { kind: 'answer', status: 200, body: { success: true, data, pagination }, etag: null };
    },
  });
  const api = new ApiClient(new Bridge(transport));
  const cache = new EntityCache(new Database({ indexedDB: factory, IDBKeyRange }), api);
  const list = new BookmarkList({ api, cache }, account);
  const end = $effect.root(() => {
    $effect(() => list.open());
    $effect(() => list.applyFirstPage());
  });
  flushSync();
  return {
    list,
    cache,
    transport,
    requests,
    end,
    remove: (removedId: number) => (ids = ids.filter((id) => id !== removedId)),
  };
}
const listIds = (list: BookmarkList): number[] => list.list.map(({ id }) => id);
const countDown = (from: number): number[] => Array.from({ length: from }, (_, index) => from - index);

it('loads all bookmarks, with later pages in the background', async () => {
  const { list, requests, end } = setUp(1230, 'a1');
  await expect.poll(() => list.list.length, WAIT).toBe(1230);
  expect(listIds(list)).toEqual(countDown(1230));
  expect(requests.map(({ page }) => page)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(requests.map(({ background }) => background)).toEqual([false, ...Array.from({ length: 24 }, () => true)]);
  end();
});

it('shows all bookmarks from the cache, also offline, and then requests the first page only', async () => {
  const factory = new IDBFactory();
  const first = setUp(230, 'a2', factory);
  await expect.poll(() => first.list.list.length, WAIT).toBe(230);
  await expect.poll(async () => (await first.cache.readEntities('a2', 'bookmark')).length, WAIT).toBe(230);
  first.end();

  const offline = setUp(230, 'a2', factory);
  offline.transport.connect('lost');
  await expect.poll(() => offline.list.list.length, WAIT).toBe(230);
  offline.end();

  const reopenedList = setUp(230, 'a2', factory);
  await expect.poll(() => reopenedList.list.list.length, WAIT).toBe(230);
  await reopenedList.list.refresh();
  flushSync();
  expect(new Set(reopenedList.requests.map(({ page }) => page))).toEqual(new Set([1]));
  reopenedList.end();
});

it('drops bookmarks that were removed here or elsewhere', async () => {
  const { list, cache, requests, remove, end } = setUp(130, 'a3');
  await expect.poll(() => list.list.length, WAIT).toBe(130);
  await expect.poll(() => requests.length, WAIT).toBe(3);
  remove(100);
  await list.drop(100);
  flushSync();
  expect(listIds(list)).not.toContain(100);
  expect(list.list).toHaveLength(129);
  expect(requests).toHaveLength(4);

  remove(3);
  await list.refresh();
  await expect.poll(() => list.list.length, WAIT).toBe(128);
  expect(listIds(list)).not.toContain(3);
  await expect.poll(async () => (await cache.readEntities('a3', 'bookmark')).length, WAIT).toBe(128);
  end();
});

it('shows an edited bookmark on any page, also in the next window', async () => {
  const factory = new IDBFactory();
  const { list, end } = setUp(230, 'a4', factory);
  await expect.poll(() => list.list.length, WAIT).toBe(230);
  const original = list.list.find(({ id }) => id === 2)!;
  await list.put({ ...original, notes: 'Seen twice.' });
  expect(list.list.find(({ id }) => id === 2)?.notes).toBe('Seen twice.');
  expect(list.list).toHaveLength(230);
  end();
  const next = setUp(230, 'a4', factory);
  await expect.poll(() => next.list.list.find(({ id }) => id === 2)?.notes, WAIT).toBe('Seen twice.');
  next.end();
});
