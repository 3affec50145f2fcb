/** Tests what works on YouTube without a key: a person's own channel and its competitors, from the public feeds. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import type { Competitor, IntelVideo, PlatformPreview } from '#contract/schema/intel.ts';
import type { PublishedProject, PublishResult, ViewsRead } from '#contract/schema/published.ts';
import { published_videos } from '#service/store/schema-projects.ts';
import { CHANNELS, PLATFORM_KEY, PlatformServer, VIDEOS } from '#test/support/platform-server.ts';

import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

const DAY_MS = 86_400_000;
const [OWN, RIVAL] = CHANNELS as [(typeof CHANNELS)[number], (typeof CHANNELS)[number]];

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

const preview = (identifier: string) => world.owner.call('local.platform.preview', { query: { identifier } });

test('the feeds take no key, and a key is never kept for them', async () => {
  expect(await world.owner.data('local.platform.get')).toMatchObject({ kind: 'youtube_feeds', key_storage: 'none' });
  const put = (body: object) => world.owner.call('local.platform.put', { body });
  expect(await put({ kind: 'youtube_feeds', api_key: PLATFORM_KEY })).toMatchObject({ status: 422 });
  expect(await put({ kind: 'youtube' })).toMatchObject({ status: 422, body: { errors: { api_key: [/required/] } } });
});

test.each([
  ['handle', `@${OWN.handle}`],
  ['address', `https://www.youtube.com/@${OWN.handle}/videos`],
  ['id', OWN.id],
  ['address with the id', `https://www.youtube.com/channel/${OWN.id}`],
])('a channel is found by its %s, and what feeds lack is left out', async (_, identifier) => {
  const { channel, videos } = (await preview(identifier)).body['data'] as PlatformPreview;
  expect(channel).toMatchObject({ channel_id: OWN.id, title: OWN.title, is_sample: false });
  expect([channel.subscriber_count, channel.video_count, channel.view_count]).toEqual([null, null, null]);
  expect(videos[0]).toMatchObject({ title: 'Railway Hours, part 1', duration: '', comment_count: null });
  expect(platform.unitsUsed).toBe(0);
});

test('a missing channel, and a page that does not say which channel it is, are told apart', async () => {
  expect((await preview('@nobodyhasthis')).body).toMatchObject({ cause: 'not_found' });
  expect((await preview('UCnobodyhasthis00000000')).body).toMatchObject({ cause: 'not_found' });
  platform.hidesChannels = true;
  await world.owner.data('local.platform.put', { body: { kind: 'youtube_feeds' } });
  expect((await preview(`@${OWN.handle}`)).body).toMatchObject({ cause: 'id_needed' });
  expect((await preview(OWN.id)).status).toBe(200);
});

test('a channel is linked, gets competitors, and an idea keeps the numbers of their feed', async () => {
  const linked = { params: { id: CHANNEL }, body: { link: OWN.id } };
  const { details, yt_handle } = await world.owner.data<{ details: object; yt_handle: string | null }>(
    'local.channels.update',
    linked,
  );
  expect(details).toMatchObject({ title: OWN.title, channel_id: OWN.id, subscriber_count: null, custom_url: null });
  expect(yt_handle).toBeNull();

  const params = { id: OTHER_CHANNEL };
  await world.owner.data('competitors.add', { params, body: { identifier: `@${RIVAL.handle}` } });
  const rivals = await world.owner.data<Competitor[]>('competitors.list', { params });
  expect(rivals.at(-1)).toMatchObject({ title: RIVAL.title, subscriber_count: null, custom_url: RIVAL.handle });

  const query = { each: 15 };
  const { videos } = await world.owner.data<{ videos: IntelVideo[] }>('local.competitors.latest', { params, query });
  const best = videos.filter(({ channel }) => channel.title === RIVAL.title);
  expect(best).toHaveLength(15);
  const body = { video_id: VIDEOS.find(({ title }) => title.includes(`takes (${RIVAL.title}`))!.id };
  const idea = await world.owner.data<{ evidence: object }>('local.ideas.keep', { params, body });
  expect(idea.evidence).toMatchObject({ view_count: 90_000, channel_title: RIVAL.title, sample_size: 14 });
  expect(platform.unitsUsed).toBe(0);
});

test('a published video’s numbers come from the feed of its own channel, and older ones say what they need', async () => {
  const newest = VIDEOS.find(({ title }) => title === `${OWN.title}, part 1`)!.id;
  const scripts = [
    await world.script({ production_status: 'upload' }),
    await world.script({ production_status: 'upload' }),
  ];
  const publish = (script: number, video: string) => {
    const input = { params: { project: `project:v1:script:${script}` }, body: { video } };
    return world.owner.data<PublishResult>('local.projects.publish', input);
  };
  const linked = await publish(scripts[0]!, newest);
  expect(linked).toMatchObject({ readings: [{ views: expect.any(Number) as unknown }], failure: null });
  expect(await publish(scripts[1]!, 'AAAAAAAAAAA')).toMatchObject({ readings: [], failure: { cause: 'key_needed' } });

  await world.write((tx) =>
    tx
      .update(published_videos)
      .set({ read_at: new Date(Date.now() - 8 * DAY_MS) })
      .where(eq(published_videos.video_id, newest)),
  );
  const read = await world.owner.data<ViewsRead>('local.projects.readViews', { params: { id: CHANNEL } });
  expect(read).toMatchObject({ read: 1, units: 0, failure: { cause: 'key_needed' } });
  const params = { project: `project:v1:script:${scripts[1]!}` };
  const old = await world.owner.data<PublishedProject>('local.projects.results', { params });
  expect(old.video).toMatchObject({ missing: false, due: true });
});

test('what only the data API knows says that it needs a key', async () => {
  const body = { query: 'night train' };
  expect((await world.owner.call('intel.searchVideos', { body })).body).toMatchObject({ cause: 'key_needed' });
  expect((await world.owner.call('intel.searchChannels', { body })).body).toMatchObject({ cause: 'key_needed' });
  const unknown = { params: { id: CHANNEL }, body: { video_id: 'AAAAAAAAAAA' } };
  expect((await world.owner.call('local.ideas.keep', unknown)).body).toMatchObject({ cause: 'key_needed' });
});

test('a key takes the place of the feeds', async () => {
  await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: PLATFORM_KEY } });
  const { channel } = (await preview(`@${OWN.handle}`)).body['data'] as PlatformPreview;
  expect(channel.subscriber_count).toBe(OWN.subscribers);
});
