/** Tests YouTube without a key: a person's own channel and its competitors, from the public feeds. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Competitor, IntelVideo, PlatformPreview } from '#contract/schema/intel.ts';
import type { PublishedProject, PublishResult, ViewsRead } from '#contract/schema/published.ts';
import { DAY_MS } from '#contract/values.ts';
import { published_videos } from '#service/store/schema-projects.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer, VIDEOS } from '#test/support/platform-server.ts';

import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const [OWN_CHANNEL, COMPETITOR] = CHANNELS as [(typeof CHANNELS)[number], (typeof CHANNELS)[number]];

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
  Object.assign(platform, { fault: null, hidesChannels: false, unitsUsed: 0 });
  await world.owner.data('local.platform.put', { body: { kind: 'youtube_feeds' } });
});

const getPreview = (identifier: string) => world.owner.call('local.platform.preview', { query: { identifier } });

test('the feeds accept no key, and no key is stored for them', async () => {
  expect(await world.owner.data('local.platform.get')).toMatchObject({ kind: 'youtube_feeds', key_storage: 'none' });
  const putPlatform = (body: object) => world.owner.call('local.platform.put', { body });
  expect(await putPlatform({ kind: 'youtube_feeds', api_key: PLATFORM_KEY })).toMatchObject({ status: 422 });
  expect(await putPlatform({ kind: 'youtube' })).toMatchObject({
    status: 422,
    body: { errors: { api_key: [/required/] } },
  });
});

test.each([
  ['handle', `@${OWN_CHANNEL.handle}`],
  ['address', `https://www.youtube.com/@${OWN_CHANNEL.handle}/videos`],
  ['id', OWN_CHANNEL.id],
  ['address with the id', `https://www.youtube.com/channel/${OWN_CHANNEL.id}`],
])('a channel is found by its %s, and what feeds lack is left out', async (_, identifier) => {
  const { channel, videos } = (await getPreview(identifier)).body['data'] as PlatformPreview;
  expect(channel).toMatchObject({ channel_id: OWN_CHANNEL.id, title: OWN_CHANNEL.title, is_sample: false });
  expect([channel.subscriber_count, channel.video_count, channel.view_count]).toEqual([null, null, null]);
  expect(videos[0]).toMatchObject({ title: 'Railway Hours, part 1', duration: '', comment_count: null });
  expect(platform.unitsUsed).toBe(0);
});

test('a missing channel and a page without a channel id have different causes', async () => {
  expect((await getPreview('@nobodyhasthis')).body).toMatchObject({ cause: 'not_found' });
  expect((await getPreview('UCnobodyhasthis00000000')).body).toMatchObject({ cause: 'not_found' });
  platform.hidesChannels = true;
  await world.owner.data('local.platform.put', { body: { kind: 'youtube_feeds' } });
  expect((await getPreview(`@${OWN_CHANNEL.handle}`)).body).toMatchObject({ cause: 'id_needed' });
  expect((await getPreview(OWN_CHANNEL.id)).status).toBe(200);
});

test('a channel is linked, gets competitors, and an idea keeps the numbers of their feed', async () => {
  const input = { params: { id: CHANNEL }, body: { link: OWN_CHANNEL.id } };
  const { details, yt_handle } = await world.owner.data<{ details: object; yt_handle: string | null }>(
    'local.channels.update',
    input,
  );
  expect(details).toMatchObject({
    title: OWN_CHANNEL.title,
    channel_id: OWN_CHANNEL.id,
    subscriber_count: null,
    custom_url: null,
  });
  expect(yt_handle).toBeNull();

  const params = { id: OTHER_CHANNEL };
  await world.owner.data('competitors.add', { params, body: { identifier: `@${COMPETITOR.handle}` } });
  const competitors = await world.owner.data<Competitor[]>('competitors.list', { params });
  expect(competitors.at(-1)).toMatchObject({
    title: COMPETITOR.title,
    subscriber_count: null,
    custom_url: COMPETITOR.handle,
  });

  const query = { each: 15 };
  const { videos } = await world.owner.data<{ videos: IntelVideo[] }>('local.competitors.latest', { params, query });
  const competitorVideos = videos.filter(({ channel }) => channel.title === COMPETITOR.title);
  expect(competitorVideos).toHaveLength(15);
  const body = { video_id: VIDEOS.find(({ title }) => title.includes(`takes (${COMPETITOR.title}`))!.id };
  const idea = await world.owner.data<{ evidence: object }>('local.ideas.keep', { params, body });
  expect(idea.evidence).toMatchObject({ view_count: 90_000, channel_title: COMPETITOR.title, sample_size: 14 });
  expect(platform.unitsUsed).toBe(0);
});

test('a published video’s numbers come from the feed of its own channel, and older videos say that they need a key', async () => {
  const newest = VIDEOS.find(({ title }) => title === `${OWN_CHANNEL.title}, part 1`)!.id;
  const scripts = [
    await world.createScript({ production_status: 'upload' }),
    await world.createScript({ production_status: 'upload' }),
  ];
  const publish = (script: number, video: string) => {
    const input = { params: { project: `project:v1:script:${script}` }, body: { video } };
    return world.owner.data<PublishResult>('local.projects.publish', input);
  };
  const result = await publish(scripts[0]!, newest);
  expect(result).toMatchObject({ readings: [{ views: expect.any(Number) as unknown }], failure: null });
  expect(await publish(scripts[1]!, 'AAAAAAAAAAA')).toMatchObject({ readings: [], failure: { cause: 'key_needed' } });

  await world.write((tx) =>
    tx
      .update(published_videos)
      .set({ read_at: new Date(Date.now() - 8 * DAY_MS) })
      .where(eq(published_videos.video_id, newest)),
  );
  const update = await world.owner.data<ViewsRead>('local.projects.readViews', { params: { id: CHANNEL } });
  expect(update).toMatchObject({ read: 1, units: 0, failure: { cause: 'key_needed' } });
  const params = { project: `project:v1:script:${scripts[1]!}` };
  const results = await world.owner.data<PublishedProject>('local.projects.results', { params });
  expect(results.video).toMatchObject({ missing: false, due: true });
});

test('requests that need the data API say that they need a key', async () => {
  const body = { query: 'night train' };
  expect((await world.owner.call('intel.searchVideos', { body })).body).toMatchObject({ cause: 'key_needed' });
  expect((await world.owner.call('intel.searchChannels', { body })).body).toMatchObject({ cause: 'key_needed' });
  const input = { params: { id: CHANNEL }, body: { video_id: 'AAAAAAAAAAA' } };
  expect((await world.owner.call('local.ideas.keep', input)).body).toMatchObject({ cause: 'key_needed' });
});

test('a key replaces the feeds', async () => {
  await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
  const { channel } = (await getPreview(`@${OWN_CHANNEL.handle}`)).body['data'] as PlatformPreview;
  expect(channel.subscriber_count).toBe(OWN_CHANNEL.subscribers);
});
