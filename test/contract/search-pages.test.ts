/** Tests that a search continues page by page, and that no page is paid for twice, with a platform on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import { PLATFORM_KEY, PlatformServer } from '#test/support/platform-server.ts';

import { World } from './support/world.ts';

interface Page {
  readonly videos: IntelVideo[];
  readonly channels: IntelChannel[];
  readonly total_results: number;
  readonly next: { readonly cursor: string; readonly units: number } | null;
}

describe('with a platform on this machine', () => {
  let world: World;
  let platform: PlatformServer;
  beforeAll(async () => {
    platform = await PlatformServer.start();
    world = await World.open('pglite', { platform: platform.address });
  });
  afterAll(async () => {
    platform.stop();
    await world.service.stop();
  });
  beforeEach(async () => {
    Object.assign(platform, { fault: null, dailyUnits: 10_000, unitsUsed: 0 });
    // Reconnecting empties the cache of the last hour's answers.
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    platform.requests.length = 0;
  });

  type Search = 'local.intel.searchVideos' | 'local.intel.searchChannels';
  const getPage = (cursor: string | null, id: Search = 'local.intel.searchVideos', query = 'part') =>
    world.owner.data<Page>(id, { body: { query, cursor } });
  const callPage = (cursor: string) =>
    world.owner.call('local.intel.searchVideos', { body: { query: 'part', cursor } }) as Promise<{
      status: number;
      body: Record<string, unknown>;
    }>;
  const countSearches = (): number => platform.requests.filter((address) => address.includes('/search?')).length;

  test('a search of videos continues until there is nothing more', async () => {
    const first = await getPage(null);
    const second = await getPage(first.next!.cursor);
    const third = await getPage(second.next!.cursor);
    expect([first, second, third].map(({ videos }) => videos.length)).toEqual([50, 50, 18]);
    expect(third.next).toBeNull();
    const ids = [first, second, third].flatMap(({ videos }) => videos.map(({ video_id }) => video_id));
    expect(new Set(ids).size).toBe(118);
    expect(second.total_results).toBe(118);
    expect(second.videos[0]).toMatchObject({ is_sample: false, channel: { title: expect.any(String) as string } });
  });

  test('a page never uses more units than the previous page announced', async () => {
    const { next } = await getPage(null);
    const before = platform.unitsUsed;
    await getPage(next!.cursor);
    expect(platform.unitsUsed - before).toBeGreaterThan(100);
    expect(platform.unitsUsed - before).toBeLessThanOrEqual(next!.units);
  });

  test('channels continue too, for a search and one request per page', async () => {
    const extraChannels = Array.from({ length: 60 }, (_, at) => ({
      id: `UCclub${at}`,
      handle: `club${at}`,
      title: `Club ${at}`,
    }));
    platform.channels.push(...extraChannels);
    try {
      const first = await getPage(null, 'local.intel.searchChannels', 'club');
      const second = await getPage(first.next!.cursor, 'local.intel.searchChannels', 'club');
      expect([first.channels.length, second.channels.length, second.next]).toEqual([50, 10, null]);
      expect(platform.unitsUsed).toBe(2 * first.next!.units);
    } finally {
      platform.channels.splice(-extraChannels.length);
    }
  });

  test('two windows that ask for the same page pay for it once', async () => {
    const { next } = await getPage(null);
    await Promise.all([getPage(next!.cursor), getPage(next!.cursor)]);
    await getPage(next!.cursor);
    expect(countSearches()).toBe(2);
  });

  test('a search is not repeated if only the details of its results failed', async () => {
    const { next } = await getPage(null);
    platform.dailyUnits = platform.unitsUsed + 100;
    expect(await callPage(next!.cursor)).toMatchObject({ status: 503, body: { cause: 'quota_used' } });
    platform.dailyUnits = 10_000;
    expect((await getPage(next!.cursor)).videos).toHaveLength(50);
    expect(countSearches()).toBe(2);
  });

  test('a page above the person’s limit is not requested', async () => {
    const { next } = await getPage(null);
    await world.owner.data('local.platform.limit', { body: { daily_limit: platform.unitsUsed + 99 } });
    try {
      expect(await callPage(next!.cursor)).toMatchObject({ status: 503, body: { cause: 'limit_reached' } });
      expect(countSearches()).toBe(1);
    } finally {
      await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
    }
  });

  test('a truncated answer or an expired page is reported, and nothing is paid twice', async () => {
    const { next } = await getPage(null);
    platform.fault = 'half an answer';
    expect(await callPage(next!.cursor)).toMatchObject({ status: 503, body: { cause: 'unavailable' } });
    platform.fault = null;
    expect((await getPage(next!.cursor)).videos).toHaveLength(50);
    expect(await callPage('nonsense')).toMatchObject({ status: 503, body: { cause: 'page_expired' } });
  });

  test('the API’s own search answers as before, and shares its first page', async () => {
    await getPage(null);
    const result = await world.owner.data<object>('intel.searchVideos', { body: { query: 'part', limit: 50 } });
    expect(result).not.toHaveProperty('next');
    expect(countSearches()).toBe(1);
  });

  test('the sample catalogue names no units', async () => {
    await world.owner.data('local.platform.delete');
    const first = await getPage(null, 'local.intel.searchVideos', 'sample video');
    expect(first.next?.units ?? 0).toBe(0);
    expect(await callPage('nonsense')).toMatchObject({ status: 503, body: { cause: 'page_expired' } });
  });
});
