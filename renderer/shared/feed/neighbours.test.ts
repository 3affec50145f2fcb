import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';

import { ApiClient } from '../../bridge/api-client.ts';
import { Bridge } from '../../bridge/bridge.ts';
import { FakeTransport } from '../../bridge/fake-transport.ts';
import { EntityCache } from '../../query-cache/query-cache.svelte.ts';
import { Database } from '../../storage/database.ts';
import { Neighbours } from './neighbours.svelte.ts';

const createVideo = (id: string, channel: string) => ({
  video_id: id,
  title: id,
  description: '',
  published_at: '2026-01-01T00:00:00Z',
  duration: 'PT10M',
  view_count: 10,
  like_count: 1,
  comment_count: 1,
  thumbnail_url: '',
  outlier_score: null,
  is_sample: true,
  channel: { channel_id: channel, handle: channel, title: channel },
  format: null,
  topic: null,
  angle: null,
  goals: null,
});

const RIVAL = {
  channel_id: 'UCrival',
  title: 'Rival',
  custom_url: 'rival',
  custom_url_with_at: '@rival',
  platform_url: 'https://example.com',
  thumbnails: {},
  subscriber_count: 1,
  video_count: 1,
  view_count: 1,
};

function open() {
  let isOffline = false;
  const transport = new FakeTransport({
    'api.call': (input) => {
      if (isOffline) return { kind: 'unreachable', message: 'Away.', sent: 'no' } as const;
      const videos = [createVideo('one', 'UCother'), createVideo('two', 'UCrival'), createVideo('mine', 'UCown')];
      const rivals = [RIVAL];
      const data =
        (input as { operation: string }).operation === 'competitors.list'
          ? rivals
          : { videos, query: '', total_results: 3, message: '' };
      return { kind: 'answer', status: 200, body: { success: true, data }, etag: null } as const;
    },
  });
  const database = new Database({ indexedDB: new IDBFactory(), IDBKeyRange });
  const cache = new EntityCache(database, new ApiClient(new Bridge(transport)));
  const createNeighbours = (title: string) =>
    new Neighbours({ cache }, 'local', { id: 1, title: 'Channel', platformId: 'UCown' }, title);
  return { createNeighbours, goOffline: () => (isOffline = true) };
}
const getVideoIds = (neighbours: Neighbours) => neighbours.list.map((one) => one.video.video_id);

test('shows competitors’ videos first, and those seen last when offline', async () => {
  const { createNeighbours, goOffline } = open();
  const first = createNeighbours('Night trains');
  first.open();
  await expect.poll(() => getVideoIds(first), { timeout: 60_000 }).toEqual(['two', 'one']);
  expect(first.isEarlier).toBe(false);
  first.remember();

  goOffline();
  const second = createNeighbours('A title nobody has asked for');
  second.open();
  await expect.poll(() => second.isEarlier, { timeout: 60_000 }).toBe(true);
  expect(getVideoIds(second)).toEqual(['two', 'one']);
  expect(second.hasFailed).toBe(false);
});

test('reports a failure when offline with no videos seen before', async () => {
  const { createNeighbours, goOffline } = open();
  goOffline();
  const neighbours = createNeighbours('Night trains');
  neighbours.open();
  await expect.poll(() => neighbours.hasFailed, { timeout: 60_000 }).toBe(true);
  expect(neighbours.list).toEqual([]);
});
