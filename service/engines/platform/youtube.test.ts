import { expect, test } from 'vitest';

import { PlatformError, type TextVectors } from './platform.ts';
import { YouTube } from './youtube.ts';
import type { Read } from './youtube-requests.ts';

const KEY = 'a-key-of-mine';

/** Answers each path as given and records the requests. */
function createPlatform(answers: Readonly<Record<string, unknown>>, status = 200) {
  const requests: { url: URL; headers: Readonly<Record<string, string>> }[] = [];
  const read: Read = (address, headers) => {
    const url = new URL(address);
    requests.push({ url, headers });
    const answer = answers[url.pathname.split('/').at(-1) ?? ''];
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve({ status, text: typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}) });
  };
  let now = new Date('2026-06-01T00:00:00Z');
  const advanceTime = (ms: number): void => void (now = new Date(now.getTime() + ms));
  let units = 0;
  const spend = (amount: number): Promise<void> => Promise.resolve(void (units += amount));
  const youtube = new YouTube({ key: () => Promise.resolve(KEY), spend, read, now: () => now });
  return { requests, advanceTime, youtube, unitsUsed: () => units };
}

const createChannel = (id: string, overrides: object = {}) => ({
  id,
  snippet: {
    title: 'Rails',
    description: 'About rails',
    customUrl: '@rails',
    publishedAt: '2016-02-01T00:00:00Z',
    thumbnails: { default: { url: 'https://i.example/1.jpg', width: 88 } },
    country: 'DE',
  },
  statistics: { viewCount: '31402118', subscriberCount: '214000', videoCount: '186', hiddenSubscriberCount: false },
  ...overrides,
});
const createVideo = (id: string, publishedAt: string, overrides: object = {}) => ({
  id,
  snippet: {
    channelId: 'UCrails0000000000000000',
    title: `Video ${id}`,
    description: '',
    publishedAt,
    thumbnails: { default: { url: 'https://i.example/s.jpg' }, high: { url: 'https://i.example/l.jpg' } },
  },
  contentDetails: { duration: 'PT1H2M3S' },
  statistics: { viewCount: '900', likeCount: '40', commentCount: '7' },
  ...overrides,
});

test('reads a channel by handle or id, parses its numbers and caches it for an hour', async () => {
  const { youtube, requests, advanceTime } = createPlatform({
    channels: { items: [createChannel('UCrails0000000000000000')] },
  });
  const expected = { channel_id: 'UCrails0000000000000000', handle: 'rails', subscriber_count: 214_000, country: 'DE' };
  expect(await youtube.fetchChannel({ handle: 'rails' })).toMatchObject(expected);
  await youtube.fetchChannel({ handle: 'rails' });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url.searchParams.get('forHandle')).toBe('@rails');
  expect(requests[0]?.headers['X-Goog-Api-Key']).toBe(KEY);
  expect(requests[0]?.url.href).not.toContain(KEY);
  advanceTime(3_600_001);
  await youtube.fetchChannel({ handle: 'rails' });
  await youtube.fetchChannel({ channel_id: 'UCrails0000000000000000' });
  expect(requests.map(({ url }) => url.searchParams.get('id'))).toEqual([null, null, 'UCrails0000000000000000']);
});

test('reads hidden, missing and live values as 0 or null', async () => {
  const hiddenCounts = { statistics: { viewCount: '12' } };
  const liveVideo = { contentDetails: { duration: 'P0D' }, statistics: {} };
  const { youtube } = createPlatform({
    channels: { items: [createChannel('UCa', hiddenCounts), { id: 7 }] },
    videos: { items: [createVideo('AAAAAAAAAAA', 'nonsense', liveVideo)] },
  });
  expect(await youtube.fetchChannel({ channel_id: 'UCa' })).toMatchObject({ subscriber_count: 0, view_count: 12 });
  expect(await youtube.fetchVideo('AAAAAAAAAAA')).toMatchObject({
    seconds: 0,
    view_count: 0,
    like_count: null,
    comment_count: null,
    thumbnail_url: 'https://i.example/l.jpg',
  });
  const emptyPlatform = createPlatform({ channels: { kind: 'list' }, videos: { items: [] } }).youtube;
  expect([await emptyPlatform.fetchChannel({ handle: 'x' }), await emptyPlatform.fetchVideo('AAAAAAAAAAA')]).toEqual([
    null,
    null,
  ]);
});

test('lists the uploads playlist newest first', async () => {
  const items = ['AAAAAAAAAAA', 'BBBBBBBBBBB'].map((videoId) => ({ contentDetails: { videoId } }));
  const { youtube, requests } = createPlatform({
    playlistItems: { items },
    videos: {
      items: [createVideo('AAAAAAAAAAA', '2026-01-01T00:00:00Z'), createVideo('BBBBBBBBBBB', '2026-02-01T00:00:00Z')],
    },
  });
  const uploads = await youtube.fetchUploads('UCrails0000000000000000');
  expect(uploads.map(({ video_id, seconds }) => [video_id, seconds])).toEqual([
    ['BBBBBBBBBBB', 3723],
    ['AAAAAAAAAAA', 3723],
  ]);
  expect(requests[0]?.url.searchParams.get('playlistId')).toBe('UUrails0000000000000000');
  expect(requests[1]?.url.searchParams.get('id')).toBe('AAAAAAAAAAA,BBBBBBBBBBB');
});

test('keeps the platform’s search order and total', async () => {
  const { youtube } = createPlatform({
    search: {
      pageInfo: { totalResults: 812 },
      items: [{ id: { videoId: 'BBBBBBBBBBB' } }, { id: { videoId: 'AAAAAAAAAAA' } }],
    },
    videos: {
      items: [createVideo('AAAAAAAAAAA', '2026-01-01T00:00:00Z'), createVideo('BBBBBBBBBBB', '2026-01-01T00:00:00Z')],
    },
  });
  const { results, total } = await youtube.searchVideos('night trains', { limit: 2, vectors: null, cursor: null });
  expect([results.map(({ video_id }) => video_id), total]).toEqual([['BBBBBBBBBBB', 'AAAAAAAAAAA'], 812]);
  const emptyPlatform = createPlatform({ search: { items: [] } });
  expect(await emptyPlatform.youtube.searchChannels('nothing', { limit: 5, vectors: null, cursor: null })).toEqual({
    results: [],
    total: 0,
    next: null,
  });
  expect(emptyPlatform.requests).toHaveLength(1);
});

test('ranks a full page by vectors, or keeps the platform’s order without them', async () => {
  const ids = ['AAAAAAAAAAA', 'BBBBBBBBBBB', 'CCCCCCCCCCC'];
  const answers = {
    search: { items: ids.map((videoId) => ({ id: { videoId } })) },
    videos: { items: ids.map((id) => createVideo(id, '2026-01-01T00:00:00Z')) },
  };
  const { youtube, requests } = createPlatform(answers);
  const axes = new Map([
    ['CCCC', [1, 0]],
    ['BBBB', [0.7, 0.7]],
  ]);
  const vectors: TextVectors = (texts) =>
    Promise.resolve(
      texts.map((text) => Float32Array.from([...axes].find(([word]) => text.includes(word))?.[1] ?? [0, 1])),
    );
  const { results } = await youtube.searchVideos('what CCCC is', { limit: 2, vectors, cursor: null });
  expect(results.map(({ video_id }) => video_id)).toEqual(['CCCCCCCCCCC', 'BBBBBBBBBBB']);
  expect(requests.map(({ url }) => [url.pathname.split('/').at(-1), url.searchParams.get('maxResults')])).toEqual([
    ['search', '50'],
    ['videos', null],
  ]);
  const unrankedResults = await youtube.searchVideos('what CCCC is', {
    limit: 2,
    vectors: () => Promise.resolve(null),
    cursor: null,
  });
  expect(unrankedResults.results.map(({ video_id }) => video_id)).toEqual(ids.slice(0, 2));
});

test('reads the latest videos from the feed that needs no key', async () => {
  const entry = `<entry><yt:videoId>AAAAAAAAAAA</yt:videoId><title>Rails &amp; rain</title>
    <published>2026-05-30T10:00:00+00:00</published><media:group><media:description>Wet</media:description>
    <media:thumbnail url="https://i.example/f.jpg" width="480"/><media:community>
    <media:starRating count="31" average="5"/><media:statistics views="1234"/></media:community></media:group></entry>`;
  const feed = `<?xml version="1.0"?><feed xmlns:yt="x"><title>Rails</title>${entry}<entry><title>No id</title></entry></feed>`;
  const { youtube, requests } = createPlatform({ 'videos.xml': feed });
  expect(await youtube.fetchLatest('UCrails0000000000000000')).toMatchObject([
    {
      video_id: 'AAAAAAAAAAA',
      title: 'Rails & rain',
      description: 'Wet',
      view_count: 1234,
      like_count: 31,
      thumbnail_url: 'https://i.example/f.jpg',
      published_at: new Date('2026-05-30T10:00:00Z'),
    },
  ]);
  expect(requests[0]?.headers).not.toHaveProperty('X-Goog-Api-Key');
  await expect(createPlatform({}, 404).youtube.fetchLatest('UCx')).rejects.toThrow(
    'YouTube doesn’t have this channel.',
  );
});

test.each([
  [
    403,
    { error: { message: 'x', errors: [{ reason: 'quotaExceeded' }] } },
    /quota for today\. It works again at 07:00 UTC/,
  ],
  [
    400,
    { error: { message: 'API key <b>not</b> valid.', errors: [{ reason: 'badRequest' }] } },
    /refused the key \(400\). YouTube says: API key not valid/,
  ],
  [500, 'nonsense', /responded with 500/],
  [200, 'nonsense', /response couldn’t be read/],
  [200, new Error('The server couldn’t be reached.'), /isn’t available right now. The server couldn’t be reached/],
])('turns status %i into a readable error and does not cache it', async (status, answer, message) => {
  const { youtube, requests } = createPlatform({ channels: answer }, status);
  await expect(youtube.fetchChannel({ handle: 'rails' })).rejects.toThrow(message);
  await expect(youtube.fetchChannel({ handle: 'rails' })).rejects.toBeInstanceOf(PlatformError);
  expect(requests).toHaveLength(2);
});

test.each([
  [{ defaultAudioLanguage: 'de-AT', defaultLanguage: 'en' }, 'de-AT'],
  [{ defaultAudioLanguage: 'zxx', defaultLanguage: 'en' }, 'en'],
  [{ defaultAudioLanguage: 'und' }, null],
  [{}, null],
])('reads the language %j as %s', async (languages, expected) => {
  const baseVideo = createVideo('AAAAAAAAAAA', '2026-01-01T00:00:00Z');
  const items = [{ ...baseVideo, snippet: { ...baseVideo.snippet, ...languages } }];
  expect((await createPlatform({ videos: { items } }).youtube.fetchVideo('AAAAAAAAAAA'))?.language).toBe(expected);
});
