/** Tests the causes that Intel reports without a result, with a platform on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { Competitor, IntelChannel, IntelVideo, PlatformPreview } from '#contract/schema/intel.ts';
import type { PlatformProvider } from '#contract/schema/platform.ts';
import { YouTube } from '#service/engines/platform/youtube.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer, VIDEOS } from '#test/support/platform-server.ts';

import type { Answer, Input } from './support/client.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

/** A request of each operation for a channel or video that does not exist. */
const MISSING_LOOKUPS: Readonly<Partial<Record<OperationId, Input>>> = {
  'local.channels.update': { params: { id: OTHER_CHANNEL }, body: { link: '@nobodyhasthis' } },
  'competitors.add': { params: { id: CHANNEL }, body: { identifier: '@nobodyhasthis' } },
  'intel.lookUpChannels': { body: { identifiers: ['@nobodyhasthis'] } },
  'intel.lookUpVideos': { body: { identifiers: ['https://youtu.be/AAAAAAAAAAA'] } },
  'ideas.generateFromVideo': { params: { id: CHANNEL }, body: { count: 1, video_url: 'https://youtu.be/AAAAAAAAAAA' } },
  'ideas.generateFromChannel': { params: { id: CHANNEL }, body: { count: 1, channel_handle: 'nobodyhasthis' } },
  'local.platform.preview': { query: { identifier: '@nobodyhasthis' } },
  'local.ideas.keep': { params: { id: CHANNEL }, body: { video_id: 'AAAAAAAAAAA' } },
};
const lookups = Object.keys(MISSING_LOOKUPS) as OperationId[];
const searches = ['intel.searchChannels', 'intel.searchVideos'] as const;

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
  });

  const lookUpMissing = (id: OperationId): Promise<Answer> => world.owner.call(id, MISSING_LOOKUPS[id]);
  const search = (id: (typeof searches)[number], query = 'night train') => world.owner.call(id, { body: { query } });
  const getBody = (answer: Answer) => answer.body as Record<string, string | undefined>;

  test.each(lookups)('%s says that a real platform does not have it', async (id) => {
    const { cause, reason } = getBody(await lookUpMissing(id));
    expect(cause).toBe('not_found');
    expect(reason).toMatch(/^YouTube doesn’t have this (channel|video)\. Check the spelling\.$/);
  });

  test.each(lookups)('%s says that only the sample catalogue was searched while no key is connected', async (id) => {
    await world.owner.data('local.platform.delete');
    const { cause, reason } = getBody(await lookUpMissing(id));
    expect(cause).toBe('sample_only');
    expect(reason).toMatch(/^Only sample data was searched\. Connect YouTube to find real (channel|video)s\.$/);
  });

  test.each([...lookups, ...searches])('%s says that the key was refused, with the platform’s message', async (id) => {
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'another-key' } });
    const answer = await (id in MISSING_LOOKUPS ? lookUpMissing(id) : search(id as 'intel.searchVideos'));
    expect(getBody(answer)).toMatchObject({
      cause: 'key_refused',
      detail: 'API key not valid. Please pass a valid API key.',
    });
  });

  test.each([...lookups, ...searches])('%s says when a used-up quota is reset', async (id) => {
    platform.dailyUnits = 0;
    const { cause, until = '' } = getBody(
      await (id in MISSING_LOOKUPS ? lookUpMissing(id) : search(id as 'intel.searchVideos')),
    );
    expect(cause).toBe('quota_used');
    const hours = (Date.parse(until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(25);
    expect(until).toMatch(/T0[78]:00:00\.000Z$/);
  });

  test('a search uses a hundred units, so a used-up quota still allows look-ups', async () => {
    platform.dailyUnits = 99;
    expect(getBody(await search('intel.searchVideos')).cause).toBe('quota_used');
    const result = await world.owner.call('intel.lookUpChannels', { body: { identifiers: ['@railwayhours'] } });
    expect(result.body['data']).toMatchObject({ title: 'Railway Hours', subscriber_count: 48_200, is_sample: false });
  });

  test('units are counted, and a person’s own limit is never exceeded', async () => {
    const getProvider = () => world.owner.data<PlatformProvider>('local.platform.get');
    expect(await getProvider()).toMatchObject({ daily_limit: null, units_used: 0 });
    await world.owner.data('intel.searchVideos', { body: { query: 'night train' } });
    expect((await getProvider()).units_used).toBe(platform.unitsUsed);
    expect(platform.unitsUsed).toBeGreaterThan(100);

    const limit = platform.unitsUsed + 100;
    await world.owner.data('local.platform.limit', { body: { daily_limit: limit } });
    await Promise.all(['one', 'two', 'three', 'four'].map((query) => search('intel.searchVideos', query)));
    expect(platform.unitsUsed).toBeLessThanOrEqual(limit);
    const refusal = getBody(await search('intel.searchVideos', 'five'));
    expect(refusal.cause).toBe('limit_reached');
    expect(Date.parse(refusal['until'] ?? '')).toBeGreaterThan(Date.now());

    const unlimitedProvider = await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
    expect(unlimitedProvider).toMatchObject({ daily_limit: null, units_used: platform.unitsUsed });
    expect((await search('intel.searchVideos', 'five')).status).toBe(200);
  });

  test('a search asks for all channels of its results at once', async () => {
    platform.requests.length = 0;
    await world.owner.data('intel.searchVideos', { body: { query: 'part 7' } });
    const channels = platform.requests.filter((address) => address.startsWith('/youtube/v3/channels'));
    expect(channels).toHaveLength(1);
    // A search, its videos, their two channels, and two requests for the uploads of each.
    expect(platform.unitsUsed).toBe(100 + 1 + 1 + 2 * CHANNELS.length);
  });

  test('the videos of a channel are compared with one another', async () => {
    const params = { channel: CHANNELS[0]!.id };
    const { channel, videos } = await world.owner.data<{ channel: IntelChannel; videos: IntelVideo[] }>(
      'local.intel.channelVideos',
      { params },
    );
    expect(channel).toMatchObject({ title: 'Railway Hours', is_sample: false });
    expect(videos).toHaveLength(50);
    expect(platform.unitsUsed).toBe(3);
  });

  test('a preview shows a channel with its newest videos for one unit', async () => {
    const before = await world.owner.data('credits.get');
    for (const identifier of ['@railwayhours', 'https://www.youtube.com/@railwayhours/videos']) {
      const preview = await world.owner.data<PlatformPreview>('local.platform.preview', { query: { identifier } });
      expect(preview.channel).toMatchObject({ title: 'Railway Hours', subscriber_count: 48_200, is_sample: false });
      expect(preview.videos.map(({ title }) => title).slice(0, 2)).toEqual([
        'Railway Hours, part 1',
        'Railway Hours, part 2',
      ]);
    }
    expect(platform.unitsUsed).toBe(1);
    expect(await world.owner.data('credits.get')).toEqual(before);
  });

  test('a preview never exceeds a person’s own limit of units', async () => {
    await world.owner.data('local.platform.limit', { body: { daily_limit: 1 } });
    const preview = (identifier: string) => world.owner.call('local.platform.preview', { query: { identifier } });
    try {
      expect((await preview('@railwayhours')).status).toBe(200);
      expect(getBody(await preview('@slowferries')).cause).toBe('limit_reached');
    } finally {
      await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
    }
  });

  test('a busy or broken platform has another cause than a missing result', async () => {
    platform.fault = 'busy';
    expect(getBody(await search('intel.searchVideos')).cause).toBe('busy');
    for (const fault of ['broken', 'garbage', 'half an answer'] as const) {
      platform.fault = fault;
      expect(getBody(await search('intel.searchVideos')).cause).toBe('unavailable');
    }
  });

  test('a key without access to the API has another cause than a used-up quota, with the platform’s message', async () => {
    platform.fault = 'switched off';
    const { cause, detail } = getBody(await search('intel.searchVideos'));
    expect(cause).toBe('key_refused');
    expect(detail).toMatch(/^YouTube Data API v3 has not been used in project 1234/);
  });

  test('the competitors’ numbers are read again, all of them for one unit', async () => {
    const params = { id: OTHER_CHANNEL };
    const listCompetitors = () => world.owner.data<Competitor[]>('competitors.list', { params });
    const before = await listCompetitors();
    for (const { handle } of CHANNELS)
      await world.owner.data('competitors.add', { params, body: { identifier: handle } });
    const addedCompetitors = (await listCompetitors()).filter(({ channel_id }) =>
      CHANNELS.some(({ id }) => id === channel_id),
    );
    const allChannels = [...platform.channels];
    platform.channels.splice(0, allChannels.length, { ...CHANNELS[0]!, subscribers: 50_000 });
    platform.unitsUsed = 0;
    try {
      const refreshAnswer = await world.owner.data('local.competitors.refresh', { params });
      const missingIds = [CHANNELS[1]!.id, ...before.map(({ channel_id }) => channel_id)];
      expect(refreshAnswer).toMatchObject({ refreshed: 1, missing: expect.arrayContaining(missingIds) as unknown });
      expect(platform.unitsUsed).toBe(1);
      const after = (await listCompetitors()).filter(({ channel_id }) => CHANNELS.some(({ id }) => id === channel_id));
      expect(after).toMatchObject([{ subscriber_count: 50_000 }, addedCompetitors[1]!]);
      expect(Date.parse(after[0]!.read_at!)).toBeGreaterThan(Date.parse(addedCompetitors[0]!.read_at!));

      // Reconnecting empties the cache of the last hour's answers.
      await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
      platform.dailyUnits = 0;
      const refusal = await world.owner.call('local.competitors.refresh', { params });
      expect(refusal).toMatchObject({ status: 503, body: { cause: 'quota_used' } });
      expect(await listCompetitors()).toMatchObject(after);
    } finally {
      platform.channels.splice(0, platform.channels.length, ...allChannels);
      for (const { id } of CHANNELS)
        await world.owner.call('competitors.delete', { params: { ...params, competitor: id } });
    }
  });

  test('a look-up of several says for each why it was not found', async () => {
    const identifiers = [`https://www.youtube.com/watch?v=${VIDEOS[0]!.id}`, 'AAAAAAAAAAA', 'what is this'];
    const { data } = (await world.owner.call('intel.lookUpVideos', { body: { identifiers } })).body as {
      data: { videos: IntelVideo[]; errors: object[] };
    };
    expect(data.videos.map(({ video_id }) => video_id)).toEqual([VIDEOS[0]!.id]);
    expect(data.errors).toEqual([
      expect.objectContaining({ identifier: 'AAAAAAAAAAA', cause: 'not_found', error_type: 'not_found' }),
      expect.objectContaining({ identifier: 'what is this', cause: 'invalid', error_type: 'invalid' }),
    ]);
  });

  test('a search names its source: absent for the platform, the sample catalogue without a key', async () => {
    const results = (await search('intel.searchVideos')).body['data'] as { videos: IntelVideo[]; cause?: string };
    expect(results.videos).toHaveLength(2);
    expect(results.cause).toBeUndefined();
    await world.owner.data('local.platform.delete');
    expect((await search('intel.searchVideos', 'zzzzqqqq')).body['data']).toMatchObject({ cause: 'sample_only' });
  });

  test('latest videos come from the feeds, use no quota, and say which competitor is gone', async () => {
    const params = { id: OTHER_CHANNEL };
    const addCompetitor = (identifier: string) => world.owner.data('competitors.add', { params, body: { identifier } });
    await addCompetitor(CHANNELS[0]!.handle);
    await addCompetitor(CHANNELS[1]!.handle);
    platform.channels.splice(1, 1);
    const before = platform.unitsUsed;
    try {
      const latest = await world.owner.data<{ videos: IntelVideo[]; errors: object[] }>('local.competitors.latest', {
        params,
      });
      expect(platform.unitsUsed).toBe(before);
      const newest = latest.videos.find(({ title }) => title === 'Railway Hours, part 1');
      // A feed says neither how long a video is nor how many comments it has.
      expect(newest).toMatchObject({ channel: { title: 'Railway Hours' }, duration: '', comment_count: null });
      expect(latest.errors).toEqual(
        expect.arrayContaining([expect.objectContaining({ title: 'Slow Ferries', cause: 'not_found' })]),
      );
    } finally {
      platform.channels.push(CHANNELS[1]!);
    }
  });
});

test('an answer that is not a feed is an error, not a channel without videos', async () => {
  const readPage = () => Promise.resolve({ status: 200, text: '<html><body>Before you continue</body></html>' });
  const failUnexpected = () => Promise.reject(new Error('A feed needs no key and no units.'));
  const youtube = new YouTube({ key: failUnexpected, spend: failUnexpected, read: readPage, now: () => new Date() });
  await expect(youtube.fetchLatest('UC')).rejects.toThrow('YouTube’s response couldn’t be read.');
});

test('an unreachable platform has another cause than a missing result', async () => {
  const platform = await PlatformServer.start();
  const world = await World.open('pglite', { platform: platform.address });
  platform.stop();
  try {
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    for (const id of lookups) {
      const { cause, reason } = (await world.owner.call(id, MISSING_LOOKUPS[id])).body as Record<string, string>;
      expect({ id, cause }).toEqual({ id, cause: 'unavailable' });
      expect(reason).toMatch(/^YouTube isn’t available right now/);
    }
  } finally {
    await world.service.stop();
  }
});
