/** Tests what Intel says when the platform gives nothing, with a platform on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { OperationId } from '#contract/operations/index.ts';
import type { Competitor, IntelChannel, IntelVideo, PlatformPreview } from '#contract/schema/intel.ts';
import type { PlatformProvider } from '#contract/schema/platform.ts';
import { YouTube } from '#service/engines/platform/youtube.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer, VIDEOS } from '#test/support/platform-server.ts';

import type { Answer, Input } from './support/client.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

/** Every way to ask for a channel or video that does not exist. */
const WAYS: Readonly<Partial<Record<OperationId, Input>>> = {
  'local.channels.update': { params: { id: OTHER_CHANNEL }, body: { link: '@nobodyhasthis' } },
  'competitors.add': { params: { id: CHANNEL }, body: { identifier: '@nobodyhasthis' } },
  'intel.lookUpChannels': { body: { identifiers: ['@nobodyhasthis'] } },
  'intel.lookUpVideos': { body: { identifiers: ['https://youtu.be/AAAAAAAAAAA'] } },
  'ideas.generateFromVideo': { params: { id: CHANNEL }, body: { count: 1, video_url: 'https://youtu.be/AAAAAAAAAAA' } },
  'ideas.generateFromChannel': { params: { id: CHANNEL }, body: { count: 1, channel_handle: 'nobodyhasthis' } },
  'local.platform.preview': { query: { identifier: '@nobodyhasthis' } },
  'local.ideas.keep': { params: { id: CHANNEL }, body: { video_id: 'AAAAAAAAAAA' } },
};
const ways = Object.keys(WAYS) as OperationId[];
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
    // Connecting anew empties the cache of the last hour's answers.
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
  });

  const ask = (id: OperationId): Promise<Answer> => world.owner.call(id, WAYS[id]);
  const search = (id: (typeof searches)[number], query = 'night train') => world.owner.call(id, { body: { query } });
  const body = (answer: Answer) => answer.body as Record<string, string | undefined>;

  test.each(ways)('%s says that a real platform does not have it', async (id) => {
    const { cause, reason } = body(await ask(id));
    expect(cause).toBe('not_found');
    expect(reason).toMatch(/^YouTube doesn’t have this (channel|video)\. Check the spelling\.$/);
  });

  test.each(ways)('%s says that only the sample catalogue was searched while no key is connected', async (id) => {
    await world.owner.data('local.platform.delete');
    const { cause, reason } = body(await ask(id));
    expect(cause).toBe('sample_only');
    expect(reason).toMatch(
      /^Only the sample catalogue was searched\. Connect YouTube to find real (channel|video)s\.$/,
    );
  });

  test.each([...ways, ...searches])('%s says that the key was refused, with the platform’s words', async (id) => {
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'another-key' } });
    const answer = await (id in WAYS ? ask(id) : search(id as 'intel.searchVideos'));
    expect(body(answer)).toMatchObject({
      cause: 'key_refused',
      detail: 'API key not valid. Please pass a valid API key.',
    });
  });

  test.each([...ways, ...searches])('%s says until when the quota is used up', async (id) => {
    platform.dailyUnits = 0;
    const { cause, until = '' } = body(await (id in WAYS ? ask(id) : search(id as 'intel.searchVideos')));
    expect(cause).toBe('quota_used');
    const hours = (Date.parse(until) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(0);
    expect(hours).toBeLessThanOrEqual(25);
    expect(until).toMatch(/T0[78]:00:00\.000Z$/);
  });

  test('a search uses a hundred units, so a used-up quota still allows look-ups', async () => {
    platform.dailyUnits = 99;
    expect(body(await search('intel.searchVideos')).cause).toBe('quota_used');
    const found = await world.owner.call('intel.lookUpChannels', { body: { identifiers: ['@railwayhours'] } });
    expect(found.body['data']).toMatchObject({ title: 'Railway Hours', subscriber_count: 48_200, is_sample: false });
  });

  test('units are counted, and a person’s own limit is never exceeded', async () => {
    const provider = () => world.owner.data<PlatformProvider>('local.platform.get');
    expect(await provider()).toMatchObject({ daily_limit: null, units_used: 0 });
    await world.owner.data('intel.searchVideos', { body: { query: 'night train' } });
    expect((await provider()).units_used).toBe(platform.unitsUsed);
    expect(platform.unitsUsed).toBeGreaterThan(100);

    const limit = platform.unitsUsed + 100;
    await world.owner.data('local.platform.limit', { body: { daily_limit: limit } });
    await Promise.all(['one', 'two', 'three', 'four'].map((query) => search('intel.searchVideos', query)));
    expect(platform.unitsUsed).toBeLessThanOrEqual(limit);
    const refused = body(await search('intel.searchVideos', 'five'));
    expect(refused.cause).toBe('limit_reached');
    expect(Date.parse(refused['until'] ?? '')).toBeGreaterThan(Date.now());

    const lifted = await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
    expect(lifted).toMatchObject({ daily_limit: null, units_used: platform.unitsUsed });
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
      const shown = await world.owner.data<PlatformPreview>('local.platform.preview', { query: { identifier } });
      expect(shown.channel).toMatchObject({ title: 'Railway Hours', subscriber_count: 48_200, is_sample: false });
      expect(shown.videos.map(({ title }) => title).slice(0, 2)).toEqual([
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
      expect(body(await preview('@slowferries')).cause).toBe('limit_reached');
    } finally {
      await world.owner.data('local.platform.limit', { body: { daily_limit: null } });
    }
  });

  test('a busy or broken platform is told apart from one that has nothing', async () => {
    platform.fault = 'busy';
    expect(body(await search('intel.searchVideos')).cause).toBe('busy');
    for (const fault of ['broken', 'garbage', 'half an answer'] as const) {
      platform.fault = fault;
      expect(body(await search('intel.searchVideos')).cause).toBe('unavailable');
    }
  });

  test('a key that may not use the API is told apart from a used-up quota, with the platform’s words', async () => {
    platform.fault = 'switched off';
    const { cause, detail } = body(await search('intel.searchVideos'));
    expect(cause).toBe('key_refused');
    expect(detail).toMatch(/^YouTube Data API v3 has not been used in project 1234/);
  });

  test('the competitors’ numbers are read again, all of them for one unit', async () => {
    const params = { id: OTHER_CHANNEL };
    const listed = () => world.owner.data<Competitor[]>('competitors.list', { params });
    const before = await listed();
    for (const { handle } of CHANNELS)
      await world.owner.data('competitors.add', { params, body: { identifier: handle } });
    const added = (await listed()).filter(({ channel_id }) => CHANNELS.some(({ id }) => id === channel_id));
    const known = [...platform.channels];
    platform.channels.splice(0, known.length, { ...CHANNELS[0]!, subscribers: 50_000 });
    platform.unitsUsed = 0;
    try {
      const refreshed = await world.owner.data('local.competitors.refresh', { params });
      const lost = [CHANNELS[1]!.id, ...before.map(({ channel_id }) => channel_id)];
      expect(refreshed).toMatchObject({ refreshed: 1, missing: expect.arrayContaining(lost) as unknown });
      expect(platform.unitsUsed).toBe(1);
      const after = (await listed()).filter(({ channel_id }) => CHANNELS.some(({ id }) => id === channel_id));
      expect(after).toMatchObject([{ subscriber_count: 50_000 }, added[1]!]);
      expect(Date.parse(after[0]!.read_at!)).toBeGreaterThan(Date.parse(added[0]!.read_at!));

      // Connecting anew empties the cache of the last hour's answers.
      await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
      platform.dailyUnits = 0;
      const refused = await world.owner.call('local.competitors.refresh', { params });
      expect(refused).toMatchObject({ status: 503, body: { cause: 'quota_used' } });
      expect(await listed()).toMatchObject(after);
    } finally {
      platform.channels.splice(0, platform.channels.length, ...known);
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
    const real = (await search('intel.searchVideos')).body['data'] as { videos: IntelVideo[]; cause?: string };
    expect(real.videos).toHaveLength(2);
    expect(real.cause).toBeUndefined();
    await world.owner.data('local.platform.delete');
    expect((await search('intel.searchVideos', 'zzzzqqqq')).body['data']).toMatchObject({ cause: 'sample_only' });
  });

  test('latest videos come from the feeds, use no quota, and say which competitor is gone', async () => {
    const params = { id: OTHER_CHANNEL };
    const add = (identifier: string) => world.owner.data('competitors.add', { params, body: { identifier } });
    await add(CHANNELS[0]!.handle);
    await add(CHANNELS[1]!.handle);
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

test('a feed that is no feed is told, not taken for a channel without videos', async () => {
  const read = () => Promise.resolve({ status: 200, text: '<html><body>Before you continue</body></html>' });
  const never = () => Promise.reject(new Error('A feed needs no key and no units.'));
  const youtube = new YouTube({ key: never, spend: never, read, now: () => new Date() });
  await expect(youtube.latest('UC')).rejects.toThrow('YouTube’s response couldn’t be read.');
});

test('an unreachable platform is told apart from one that has nothing', async () => {
  const platform = await PlatformServer.start();
  const world = await World.open('pglite', { platform: platform.address });
  platform.stop();
  try {
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
    for (const id of ways) {
      const { cause, reason } = (await world.owner.call(id, WAYS[id])).body as Record<string, string>;
      expect({ id, cause }).toEqual({ id, cause: 'unavailable' });
      expect(reason).toMatch(/^YouTube isn’t available right now/);
    }
  } finally {
    await world.service.stop();
  }
});
