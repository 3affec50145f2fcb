/** Tests intel beyond the rules common to all operations, on both databases, with the sample catalogue. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import type { ChannelDetail } from '#contract/schema/channel.ts';
import type { LocalIdea } from '#contract/schema/idea.ts';
import type { Bookmark, Competitor, IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import { outbox_events } from '#service/store/schema.ts';
import { type EmbeddingsEndpoint, serveEmbeddings } from '#test/support/embeddings-endpoint.ts';
import { DATABASES } from '#test/support/service.ts';

import { createBookmarkFields } from './support/intel.ts';
import { CHANNEL, OTHER_CHANNEL, World } from './support/world.ts';

type LookupResult = { videos: IntelVideo[]; channels: IntelChannel[]; errors: object[]; total_results: number };

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const lookUp = <T = LookupResult>(
    id: 'intel.lookUpChannels' | 'intel.lookUpVideos',
    identifiers: readonly string[],
  ) => world.owner.data<T>(id, { body: { identifiers } });
  const search = (id: 'intel.searchChannels' | 'intel.searchVideos', query: string, limit = 50) =>
    world.owner.data<LookupResult>(id, { body: { query, limit } });

  test('looks up a single channel by handle, id or URL for one credit', async () => {
    const before = await world.getBalance();
    const identifiers = [
      'samplerail',
      '@SampleRail',
      'UCsample0RailDiaries00001',
      'https://www.youtube.com/@samplerail/videos',
    ];
    for (const identifier of identifiers) {
      const channel = await lookUp<IntelChannel>('intel.lookUpChannels', [identifier]);
      expect(channel).toMatchObject({ handle: 'samplerail', title: 'Sample Rail Diaries', is_sample: true });
    }
    expect(await world.getBalance()).toBe(before - identifiers.length);
  });

  test('a lookup of several reports each failure and costs one credit', async () => {
    const before = await world.getBalance();
    const result = await lookUp('intel.lookUpVideos', [
      'SAMPLEvid01',
      'AAAAAAAAAAA',
      'https://youtu.be/SAMPLE_2_00',
      'what is this',
    ]);
    expect(result.videos.map(({ video_id }) => video_id)).toEqual(['SAMPLEvid01', 'SAMPLE_2_00']);
    expect(result.errors).toEqual([
      expect.objectContaining({ identifier: 'AAAAAAAAAAA', error_type: 'not_found' }),
      expect.objectContaining({ identifier: 'what is this', error_type: 'invalid' }),
    ]);
    expect(await world.getBalance()).toBe(before - 1);
  });

  test('a lookup of several without results costs one credit, a failed request nothing', async () => {
    const before = await world.getBalance();
    for (const id of ['intel.lookUpChannels', 'intel.lookUpVideos'] as const) {
      const answer = await world.owner.call(id, { body: { identifiers: ['nobody-has-this'] } });
      expect(answer).toMatchObject({ status: 400, body: { reason: expect.any(String) as unknown } });
    }
    expect(await world.getBalance()).toBe(before);
    expect(await lookUp('intel.lookUpChannels', ['nobody', '!!'])).toMatchObject({ channels: [], errors: [{}, {}] });
    expect(await world.getBalance()).toBe(before - 1);
    expect(await lookUp('intel.lookUpVideos', ['AAAAAAAAAAA', '!!'])).toMatchObject({ videos: [], errors: [{}, {}] });
    expect(await world.getBalance()).toBe(before - 2);
  });

  test('a lookup of several fails free of charge when the platform is unreachable', async () => {
    // The address of its data API is not reachable from here.
    await world.owner.data('local.platform.put', { body: { kind: 'youtube', api_key: 'a-key' } });
    try {
      const before = await world.getBalance();
      for (const id of ['intel.lookUpChannels', 'intel.lookUpVideos'] as const) {
        const identifiers = ['AAAAAAAAAAA', 'BBBBBBBBBBB'];
        expect(await world.owner.call(id, { body: { identifiers } })).toMatchObject({
          status: 400,
          body: { reason: expect.stringMatching(/^YouTube isn’t available right now/) as unknown },
        });
      }
      expect(await world.getBalance()).toBe(before);
    } finally {
      await world.owner.data('local.platform.delete');
    }
  });

  test('rejects an id that is invalid on the default platform, with a higher limit for others', async () => {
    const body = { count: 1, video_id: 'SAMPLEvid012' };
    const invalidAnswer = await world.owner.call('ideas.generateFromVideo', { params: { id: CHANNEL }, body });
    expect(invalidAnswer).toMatchObject({
      status: 422,
      body: { errors: { video_id: ['This isn’t a video ID or URL.'] } },
    });
    const longId = { count: 1, video_id: 'x'.repeat(21) };
    const refusal = await world.owner.call('ideas.generateFromVideo', { params: { id: CHANNEL }, body: longId });
    expect(refusal).toMatchObject({ status: 422, body: { errors: { video_id: ['At most 20 characters.'] } } });
  });

  test('computes an outlier score against the channel’s median and returns that median', async () => {
    const video = await lookUp<IntelVideo>('intel.lookUpVideos', ['SAMPLEvid01']);
    const others = (await search('intel.searchVideos', 'Sample Rail Diaries night trains')).videos;
    expect(others.length).toBeGreaterThan(5);
    const { median_views, sample_size } = video.baseline!;
    // The baseline excludes the video itself and the one from three days ago.
    expect(sample_size).toBe(8);
    expect(video.outlier_score).toBe(Math.round((video.view_count / median_views!) * 10) / 10);
    expect(video.outlier_score).toBeGreaterThan(5);
    expect(video).toMatchObject({ channel: { handle: 'samplerail' }, duration: expect.stringMatching(/^PT14M/) });
    const recentVideos = await lookUp<IntelVideo>('intel.lookUpVideos', ['SAMPLE_1_09']);
    expect(recentVideos).toMatchObject({ outlier_score: null, baseline: { too_recent: true, age_days: 3 } });
  });

  test('search matches word forms and typos at no cost', async () => {
    const before = await world.getBalance();
    const searchTitles = async (query: string) =>
      (await search('intel.searchVideos', query)).videos.map(({ title }) => title);
    const { videos } = await search('intel.searchVideos', 'night trains', 5);
    for (const { title, topic } of videos) expect(`${title} ${topic}`).toMatch(/train/i);
    expect((await searchTitles('abandonned station'))[0]).toBe('The station everyone forgot');
    expect(await searchTitles('zzzzqqqq')).toEqual([]);
    const limitedResults = await search('intel.searchVideos', 'train', 2);
    expect(limitedResults.videos).toHaveLength(2);
    expect(limitedResults.total_results).toBeGreaterThan(2);
    expect((await search('intel.searchChannels', 'bridges and canals')).channels[0]!.title).toBe('Example Engineering');
    expect(await world.getBalance()).toBe(before);
  });

  describe('with an embedding model', () => {
    let endpoint: EmbeddingsEndpoint;
    let provider: number;
    beforeAll(async () => {
      endpoint = await serveEmbeddings();
      const body = { kind: 'openai-compatible', label: 'Mine', base_url: endpoint.base, model: 'm' };
      const newProvider = await world.owner.data<{ id: number }>('local.providers.create', {
        body: { ...body, embedding_model: 'meaning' },
      });
      provider = newProvider.id;
    });
    afterAll(async () => {
      endpoint.close();
      await world.owner.data('local.providers.delete', { params: { id: provider } });
    });
    const searchTitles = async (query: string) =>
      (await search('intel.searchVideos', query)).videos.map(({ title }) => title);

    test('search ranks by meaning and embeds each text once', async () => {
      const result = await search('intel.searchVideos', 'couchette');
      for (const { title, topic, angle } of result.videos) {
        expect(`${title} ${topic} ${angle}`).toMatch(/train|rail|bunk|sleeper/i);
      }
      expect(result.videos.length).toBeGreaterThan(3);
      expect(result).toMatchObject({ message: expect.stringContaining('Ranked by meaning with “meaning”.') });
      expect(new Set(endpoint.requestedTexts).size).toBe(endpoint.requestedTexts.length);
      const before = endpoint.requestedTexts.length;
      await searchTitles('couchette');
      expect(endpoint.requestedTexts).toHaveLength(before);
      expect(await searchTitles('viaduct')).not.toEqual([]);
      expect(endpoint.requestedTexts.slice(before)).toEqual(['viaduct']);
      const channels = await search('intel.searchChannels', 'viaduct', 1);
      expect(channels.channels[0]!.title).toBe('Example Engineering');
    });

    test('concurrent searches embed no text twice', async () => {
      endpoint.requestedTexts.length = 0;
      await Promise.all(
        ['wagon-lit', 'wagon-lit', 'cuisine', 'cuisine', 'cuisine'].map((query) => searchTitles(query)),
      );
      expect(endpoint.requestedTexts.toSorted()).toEqual(['cuisine', 'wagon-lit']);
    });

    test('search falls back to words when the model fails, and says so', async () => {
      endpoint.answer((response) => void response.writeHead(503).end('{}'));
      const result = await search('intel.searchVideos', 'night trains in winter');
      endpoint.answer(null);
      expect(result.videos.length).toBeGreaterThan(0);
      expect(result).toMatchObject({
        message: expect.stringMatching(/Ranked by words because “meaning” couldn’t be used: .*Try again/),
      });
    });

    test('the connection test names a missing model, and a disconnected model is not used', async () => {
      const params = { id: provider };
      expect(await world.owner.data('local.providers.test', { params })).toMatchObject({
        ok: true,
        message: 'Connected. The models “m” and “meaning” are ready.',
      });
      await world.owner.data('local.providers.update', { params, body: { embedding_model: 'other' } });
      expect(await world.owner.data('local.providers.test', { params })).toMatchObject({
        ok: false,
        message: expect.stringContaining('no model called “other”'),
      });
      endpoint.requestedTexts.length = 0;
      for (const body of [{ active: false }, { active: true, embedding_model: null }]) {
        await world.owner.data('local.providers.update', { params, body });
        expect(await searchTitles('zzzzqqqq')).toEqual([]);
      }
      expect(endpoint.requestedTexts).toEqual([]);
    });

    test('Anthropic offers no embedding model, which is reported at the field', async () => {
      const body = { kind: 'anthropic', label: 'A', model: 'm', active: false };
      const fields = { errors: { embedding_model: ['Anthropic doesn’t offer embedding models.'] } };
      const refusal = await world.owner.call('local.providers.create', { body: { ...body, embedding_model: 'e' } });
      expect(refusal).toMatchObject({ status: 422, body: fields });
      const { id } = await world.owner.data<{ id: number }>('local.providers.create', { body });
      const params = { id };
      const changeAnswer = await world.owner.call('local.providers.update', { params, body: { embedding_model: 'e' } });
      expect(changeAnswer).toMatchObject({ status: 422, body: fields });
      await world.owner.data('local.providers.delete', { params });
    });
  });

  test('generates ideas from a video, a channel and the niche, with one event each', async () => {
    const listIdeas = async (source_type: string) =>
      world.owner.data<{ id: number; title: string; notes: string; topic: string }[]>('ideas.list', {
        params: { id: OTHER_CHANNEL },
        query: { source_type, per_page: 100 },
      });
    const generateIdeas = async (
      id: 'ideas.generate' | 'ideas.generateFromVideo' | 'ideas.generateFromChannel',
      body: object,
    ) => {
      const { status } = await world.owner.call(id, { params: { id: OTHER_CHANNEL }, body });
      expect(status).toBe(202);
    };
    const before = await world.getBalance();
    await generateIdeas('ideas.generate', { count: 3 });
    await generateIdeas('ideas.generateFromVideo', {
      count: 4,
      video_url: 'https://www.youtube.com/watch?v=SAMPLEvid01',
    });
    await generateIdeas('ideas.generateFromChannel', { count: 20, channel_handle: '@exampleengineering' });
    const waitForIdeas = (source: string, count: number) =>
      vi.waitFor(async () => expect(await listIdeas(source)).toHaveLength(count), { timeout: 60_000, interval: 50 });
    await waitForIdeas('ai_generated', 3);
    await waitForIdeas('from_video', 4);
    await waitForIdeas('from_channel', 20);
    const titles = [...(await listIdeas('from_video')), ...(await listIdeas('from_channel'))].map(({ title }) => title);
    expect(new Set(titles).size).toBe(24);
    expect((await listIdeas('from_video'))[0]).toMatchObject({ notes: expect.stringContaining('Never fly again?') });
    const events = await world.service.store.db
      .select()
      .from(outbox_events)
      .where(sql`${outbox_events.data}->>'channel_id' = ${String(OTHER_CHANNEL)}`);
    expect(events).toHaveLength(27);

    const [idea] = await listIdeas('ai_generated');
    await world.owner.data('ideas.changeTopic', { params: { id: idea!.id }, body: { topic: 'Rope ferries' } });
    await vi.waitFor(
      async () => {
        const changedIdea = await world.owner.data('ideas.get', { params: { id: idea!.id } });
        expect(changedIdea).toMatchObject({ topic: 'Rope ferries', title: expect.stringMatching(/rope ferries/i) });
      },
      { timeout: 60_000, interval: 50 },
    );
    expect(await world.getBalance()).toBe(before);
  });

  test('generates the requested number of ideas each time, or says why it cannot', async () => {
    const params = { id: OTHER_CHANNEL };
    const startGeneration = async (body: object) =>
      (
        await world.owner.data<{ operation_id: string }>('ideas.generateFromVideo', {
          params,
          body: { video_id: 'SAMPLEvid01', ...body },
        })
      ).operation_id;
    for (let call = 0; call < 5; call++) {
      const operation = await world.waitForOperation(await startGeneration({ count: 5 }));
      expect(operation).toMatchObject({ type: 'generate_ideas', status: 'completed', progress: 100, warnings: [] });
      expect(operation.result!.idea_ids).toHaveLength(5);
    }
    // The supply of ideas is limited: first there are fewer than requested, then none.
    let lastOperation = await world.waitForOperation(await startGeneration({ count: 20 }));
    while (lastOperation.status === 'completed' && lastOperation.warnings.length === 0)
      lastOperation = await world.waitForOperation(await startGeneration({ count: 20 }));
    if (lastOperation.status === 'completed') {
      expect(lastOperation.warnings[0]).toMatch(/^Only \d+ of 20 ideas could be generated\. .*Connect a text model/);
      lastOperation = await world.waitForOperation(await startGeneration({ count: 20 }));
    }
    expect(lastOperation).toMatchObject({
      status: 'failed',
      error: { code: 'ideas_not_made', message: expect.stringMatching(/^No new ideas could be generated/) as string },
      retry: { supported: true, action: 'generate_again' },
      domain_resource: null,
    });
    const notifications =
      await world.owner.data<{ type: string; message: string; target_available: boolean }[]>(
        'projectNotifications.list',
      );
    expect(notifications.filter(({ type }) => type === 'ideas_not_made').map(({ message }) => message)).toContain(
      lastOperation.error!.message,
    );
  });

  test('saves a video as an idea with its source, score, median and sample', async () => {
    const saveVideo = (body: Readonly<Record<string, unknown>>) =>
      world.owner.data<LocalIdea>('local.ideas.keep', { params: { id: OTHER_CHANNEL }, body });
    const outlier = await saveVideo({ video_id: 'SAMPLEvid01' });
    expect(outlier).toMatchObject({ source_type: 'outlier', title: 'Never fly again?', status: 'new' });
    expect(outlier.outlier_score).toBeGreaterThan(5);
    expect(outlier.notes).toMatch(/by Sample Rail Diaries .* median of [\d,.]+ views over 8 of its videos/);
    expect(outlier.evidence).toMatchObject({
      video_id: 'SAMPLEvid01',
      url: null,
      channel_title: 'Sample Rail Diaries',
      sample_size: 8,
      outlier_score: outlier.outlier_score,
    });
    expect(await saveVideo({ video_id: 'SAMPLE_1_09' })).toMatchObject({
      source_type: 'from_video',
      outlier_score: null,
    });

    const body = { video_id: 'SAMPLEvid01' };
    const repeatedAnswer = await world.owner.call('local.ideas.keep', { params: { id: OTHER_CHANNEL }, body });
    expect(repeatedAnswer.body).toMatchObject({ code: 'video_already_saved', idea_id: outlier.id });
    const ownIdea = await saveVideo({
      ...body,
      again: true,
      title: 'Should we fly?',
      angle: 'From the cleaner’s side',
    });
    expect(ownIdea).toMatchObject({ title: 'Should we fly?', angle: 'From the cleaner’s side' });
    expect(ownIdea.evidence?.title).toBe('Never fly again?');
  });

  test('links a channel to the platform and unlinks it', async () => {
    const setLink = (link: string | null) =>
      world.owner.data('local.channels.update', { params: { id: OTHER_CHANNEL }, body: { link } });
    expect(await setLink('https://www.youtube.com/@quiethands-sample')).toMatchObject({
      yt_handle: 'quiethands-sample',
      details: { title: 'Quiet Hands (sample)', channel_id: 'UCsample0QuietHands00007', subscriber_count: 640_200 },
    });
    expect(await setLink(null)).toMatchObject({ details: { title: null, channel_id: null, subscriber_count: null } });
  });

  test('bookmarks are unique, have lower-case tags and come 50 per page', async () => {
    const body = createBookmarkFields({ tags: ['Hook', 'hook', 'MAPS'], notes: '  Look at the colours. ' });
    const bookmark = await world.owner.data<Bookmark>('bookmarks.create', { body });
    expect(bookmark).toMatchObject({ tags: ['hook', 'maps'], notes: 'Look at the colours.' });
    const repeatedAnswer = await world.owner.call('bookmarks.create', { body });
    expect(repeatedAnswer.body).toMatchObject({ errors: { external_id: ['Your team has already bookmarked this.'] } });
    await Promise.all(
      Array.from({ length: LIMITS.bookmarksPerPage }, () =>
        world.owner.data('bookmarks.create', { body: createBookmarkFields() }),
      ),
    );
    const getPage = async (number: number) => world.owner.call('bookmarks.list', { query: { page: number } });
    const firstPage = await getPage(1);
    expect(firstPage.body['data']).toHaveLength(LIMITS.bookmarksPerPage);
    expect(firstPage.body['pagination']).toMatchObject({ per_page: 50, last_page: 2 });
    expect(JSON.stringify((await getPage(2)).body['data'])).toContain('Never fly again?');
    const reader = world.owner.as(await world.createOwnerToken(['intel:read']));
    expect((await reader.call('bookmarks.create', { body: createBookmarkFields() })).body).toEqual({
      error: 'Token does not have intel:write permission',
    });
  });

  test('competitors are found on the platform, stored once, and removed by their id', async () => {
    const listCompetitors = () => world.owner.data<Competitor[]>('competitors.list', { params: { id: CHANNEL } });
    const before = await world.getBalance();
    const input = { params: { id: CHANNEL }, body: { identifier: '@demokitchen' } };
    const addedCompetitor = await world.owner.data('competitors.add', input);
    expect(addedCompetitor).toEqual({
      channel_id: CHANNEL,
      competitor: {
        channel_id: 'UCsample0DemoKitchen0008',
        title: 'Demo Kitchen Lab',
        custom_url: 'demokitchen',
        custom_url_with_at: '@demokitchen',
      },
    });
    expect((await listCompetitors()).at(-1)).toMatchObject({ subscriber_count: 329_000, custom_url: 'demokitchen' });
    expect((await world.owner.call('competitors.add', input)).status).toBe(422);
    const params = { id: CHANNEL, competitor: 'UCsample0DemoKitchen0008' };
    expect((await world.owner.call('competitors.delete', { params })).body).toMatchObject({ success: true });
    expect(await listCompetitors()).toHaveLength(3);
    expect(await world.getBalance()).toBe(before);
  });

  test.each(['its id', 'its handle', '@ and its handle', 'its address', 'the address of its id'])(
    'a channel cannot be its own competitor: %s',
    async (which) => {
      const { details } = await world.owner.data<ChannelDetail>('channels.get', { params: { id: CHANNEL } });
      const [id, handle] = [String(details.channel_id), String(details.custom_url)];
      const identifiers: Readonly<Record<string, string>> = {
        'its id': id,
        'its handle': handle.toUpperCase(),
        '@ and its handle': `@${handle}`,
        'its address': `https://www.youtube.com/@${handle}/videos`,
        'the address of its id': `https://www.youtube.com/channel/${id}`,
      };
      const input = { params: { id: CHANNEL }, body: { identifier: identifiers[which] } };
      const { status, body } = await world.owner.call('competitors.add', input);
      expect({ status, errors: body['errors'] }).toEqual({
        status: 422,
        errors: { identifier: ['This is your own channel. Choose another channel as a competitor.'] },
      });
    },
  );
});
