import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';

import { ApiClient } from '../bridge/api-client.ts';
import { Bridge } from '../bridge/bridge.ts';
import { FakeTransport } from '../bridge/fake-transport.ts';
import { EntityCache } from './query-cache.svelte.ts';
import { Database } from '../storage/database.ts';

const createIdea = (id: number, title: string) => ({
  id,
  channel_id: 3,
  title,
  topic: null,
  angle: null,
  suggested_length: null,
  suggested_template_id: null,
  status: 'new',
  script_id: null,
  source_type: 'user_added',
  thumbnail_concept: null,
  outlier_score: null,
  notes: null,
});
const createPage = (...data: unknown[]) => ({
  success: true,
  data,
  pagination: { current_page: 1, per_page: 20, total: data.length, last_page: 1 },
});

function setUp(factory = new IDBFactory()) {
  let body: unknown = createPage();
  const transport = new FakeTransport({ 'api.call': () => ({ kind: 'answer', status: 200, body, etag: null }) });
  const database = new Database({ indexedDB: factory, IDBKeyRange });
  const cache = new EntityCache(database, new ApiClient(new Bridge(transport)));
  return { cache, transport, answers: (next: unknown) => (body = next) };
}

describe('EntityCache', () => {
  it('shows cached answers, also offline, and refreshes in the background', async () => {
    const factory = new IDBFactory();
    const first = setUp(factory);
    first.answers(createPage(createIdea(1, 'Night trains')));
    const query = first.cache.query('local', 'ideas.list', { params: { id: 3 } });
    expect(query.isLoading).toBe(true);
    query.open();
    await expect.poll(() => query.value?.data[0]?.title).toBe('Night trains');
    await expect.poll(() => first.cache.readEntity('local', 'idea', 1)).not.toBeNull();

    const second = setUp(factory);
    second.transport.connect('lost');
    const offline = second.cache.query('local', 'ideas.list', { params: { id: 3 } });
    offline.open();
    await expect.poll(() => offline.value?.data[0]?.title).toBe('Night trains');
    await expect.poll(() => offline.failure?.kind).toBe('unreachable');
    second.transport.connect('connected');
    second.answers(createPage(createIdea(1, 'Day trains')));
    second.cache.invalidate('local', 'ideas');
    await expect.poll(() => offline.value?.data[0]?.title).toBe('Day trains');
    expect(offline.failure).toBeNull();
  });

  it('separates accounts and queries, and deletes all data of an account', async () => {
    const { cache, answers } = setUp();
    answers(createPage(createIdea(1, 'Mine')));
    const firstQuery = cache.query('local', 'ideas.list', { params: { id: 3 } });
    await firstQuery.refresh();
    await expect.poll(() => cache.readEntities('local', 'idea')).toHaveLength(1);
    expect(await cache.readCached('other', 'ideas.list', { params: { id: 3 } })).toBeNull();
    expect(await cache.readCached('local', 'ideas.list', { params: { id: 4 } })).toBeNull();
    await cache.forget('local');
    expect(await cache.readEntities('local', 'idea')).toEqual([]);
    expect(await cache.readCached('local', 'ideas.list', { params: { id: 3 } })).toBeNull();
  });
});
