/**
 * Stands in for the video platform on this machine: its data API with key, quota and pages, and the feeds that need no
 * key. Started with `CUTAWAY_PLATFORM` or the service's option `platform`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { escapeXml } from './escape-xml.ts';

export const PLATFORM_KEY = 'a-key-of-the-fake-platform';

export interface FakeChannel {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly subscribers?: number;
}

export interface FakeVideo {
  readonly id: string;
  readonly channel: string;
  readonly title: string;
  readonly published: string;
  readonly views?: number;
  /** An ISO 8601 duration. */
  readonly duration?: string;
}

/** Faults of the platform, for every request until they are cleared. */
type Fault = 'refused key' | 'switched off' | 'quota' | 'busy' | 'broken' | 'garbage' | 'half an answer';

/** Search costs a hundred units of a key's daily quota, everything else one. */
const SEARCH_UNITS = 100;
const MAX_PAGE_SIZE = 50;
const FEED_VIDEOS = 15;

export const CHANNELS: readonly FakeChannel[] = [
  { id: 'UCrails0000000000000001', handle: 'railwayhours', title: 'Railway Hours', subscribers: 48_200 },
  { id: 'UCferry0000000000000002', handle: 'slowferries', title: 'Slow Ferries', subscribers: 9100 },
];

/** A connection is tested with the platform's own channel. */
const PLATFORM_CHANNEL: FakeChannel = { id: 'UCplatform00000000000000', handle: 'youtube', title: 'YouTube' };

/** Sixty videos per channel, so that its uploads need a second page. */
export const VIDEOS: readonly FakeVideo[] = CHANNELS.flatMap(({ id, title }, channel) =>
  Array.from({ length: 60 }, (_, index) => ({
    id: `FAKE${channel}v${String(index).padStart(5, '0')}`,
    channel: id,
    title: index === 3 ? `The night train that nobody takes (${title})` : `${title}, part ${index + 1}`,
    published: new Date(Date.UTC(2026, 0, 200 - index, 10)).toISOString(),
    views: index === 3 ? 90_000 : 9000 + index,
  })),
);

const createRefusal = (code: number, reason: string, message: string) => ({
  status: code,
  body: { error: { code, message, errors: [{ reason, message, domain: 'youtube.quota' }] } },
});

const FAULT_RESPONSES: Readonly<Record<Fault, { readonly status: number; readonly body: unknown }>> = {
  'refused key': createRefusal(400, 'badRequest', 'API key not valid. Please pass a valid API key.'),
  'switched off': createRefusal(
    403,
    'accessNotConfigured',
    'YouTube Data API v3 has not been used in project 1234 before or it is disabled.',
  ),
  quota: createRefusal(403, 'quotaExceeded', 'The request cannot be completed because you have exceeded your quota.'),
  busy: createRefusal(429, 'rateLimitExceeded', 'Too many requests.'),
  broken: { status: 503, body: 'Service unavailable' },
  garbage: { status: 200, body: '<html>nonsense' },
  'half an answer': { status: 200, body: '{"items": [{"id": "UC' },
};

const toChannelItem = ({ id, handle, title, subscribers = 1000 }: FakeChannel) => ({
  id,
  snippet: { title, description: `About ${title}`, customUrl: `@${handle}`, publishedAt: '2016-02-01T00:00:00Z' },
  statistics: { viewCount: '1200000', subscriberCount: String(subscribers), videoCount: '60' },
});

const toVideoItem = ({ id, channel, title, published, views = 0, duration = 'PT12M30S' }: FakeVideo) => ({
  id,
  snippet: { channelId: channel, title, description: '', publishedAt: published },
  contentDetails: { duration },
  statistics: { viewCount: String(views), likeCount: '40', commentCount: '7' },
});

const toFeedEntry = ({ id, title, published, views = 0 }: FakeVideo): string =>
  `<entry><yt:videoId>${id}</yt:videoId><title>${escapeXml(title)}</title><published>${published}</published>` +
  `<media:group><media:community><media:statistics views="${views}"/></media:community></media:group></entry>`;

export class PlatformServer {
  /** Has no slash at the end. */
  readonly address: string;
  /** Paths and queries of the requests, without the key. */
  readonly requests: string[] = [];
  readonly channels: FakeChannel[] = [...CHANNELS];
  readonly videos: FakeVideo[] = [...VIDEOS];
  key = PLATFORM_KEY;
  fault: Fault | null = null;
  /** Breaks off every connection, as without a network. */
  isUnreachable = false;
  /** Leaves the channel out of its page, like a page that asks for consent. */
  hidesChannels = false;
  dailyUnits = 10_000;
  unitsUsed = 0;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => this.#answer(request, response));
  }

  static async start(): Promise<PlatformServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new PlatformServer(server);
  }

  /** Makes its address refuse connections. */
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    if (this.isUnreachable) return void request.socket.destroy();
    const url = new URL(request.url ?? '', this.address);
    this.requests.push(`${url.pathname}${url.search}`);
    if (url.pathname === '/feeds/videos.xml') return this.#sendFeed(url.searchParams.get('channel_id') ?? '', response);
    if (url.pathname.startsWith('/@')) return this.#sendPage(decodeURIComponent(url.pathname.slice(2)), response);
    const { status, body } = this.#answerApi(url, request.headers['x-goog-api-key']);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #sendFeed(channelId: string, response: ServerResponse): void {
    const channel = this.channels.find(({ id }) => id === channelId);
    const videos = channel ? this.#listUploads(channelId).slice(0, FEED_VIDEOS) : [];
    response.writeHead(channel ? 200 : 404, { 'Content-Type': 'text/xml' });
    const head = `<title>${escapeXml(channel?.title ?? '')}</title><published>2016-02-01T00:00:00+00:00</published>`;
    response.end(
      `<?xml version="1.0"?><feed xmlns:yt="y" xmlns:media="m">${head}${videos.map(toFeedEntry).join('')}</feed>`,
    );
  }

  /** Links to the channel's feed, like its public page. */
  #sendPage(handle: string, response: ServerResponse): void {
    const channel = this.channels.find((one) => one.handle === handle.toLowerCase());
    response.writeHead(channel ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8' });
    const feed = `https://www.youtube.com/feeds/videos.xml?channel_id=${channel?.id ?? ''}`;
    const link = this.hidesChannels ? '' : `<link rel="alternate" type="application/rss+xml" href="${feed}">`;
    response.end(`<!doctype html><title>${escapeXml(channel?.title ?? '')}</title>${link}<p>Videos</p>`);
  }

  #answerApi(url: URL, key: string | string[] | undefined): { status: number; body: unknown } {
    const resource = url.pathname.replace('/youtube/v3/', '');
    if (this.fault !== null) return FAULT_RESPONSES[this.fault];
    if (key !== this.key) return FAULT_RESPONSES['refused key'];
    const units = resource === 'search' ? SEARCH_UNITS : 1;
    if (this.unitsUsed + units > this.dailyUnits) return FAULT_RESPONSES.quota;
    this.unitsUsed += units;
    const token = url.searchParams.get('pageToken');
    if (token !== null && !/^\d+$/.test(token))
      return createRefusal(400, 'invalidPageToken', 'The page token is invalid.');
    const items = this.#findItems(resource, url.searchParams);
    return items === null ? createRefusal(404, 'notFound', 'Not found.') : { status: 200, body: toPage(items, url) };
  }

  #listUploads(channelId: string): FakeVideo[] {
    const uploads = this.videos.filter(({ channel }) => channel === channelId);
    return uploads.toSorted((a, b) => b.published.localeCompare(a.published));
  }

  #findItems(resource: string, query: URLSearchParams): object[] | null {
    const ids = query.get('id')?.split(',') ?? [];
    if (resource === 'channels') {
      const handle = query.get('forHandle')?.slice(1).toLowerCase();
      if (handle === PLATFORM_CHANNEL.handle) return [toChannelItem(PLATFORM_CHANNEL)];
      return this.channels
        .filter(({ id, handle: channelHandle }) => channelHandle === handle || ids.includes(id))
        .map(toChannelItem);
    }
    if (resource === 'videos') return this.videos.filter(({ id }) => ids.includes(id)).map(toVideoItem);
    if (resource === 'search') return this.#search(query);
    if (resource !== 'playlistItems') return null;
    const channelId = (query.get('playlistId') ?? '').replace(/^UU/, 'UC');
    if (!this.channels.some(({ id }) => id === channelId)) return null;
    return this.#listUploads(channelId).map(({ id }) => ({ contentDetails: { videoId: id } }));
  }

  #search(query: URLSearchParams): object[] {
    const words = (query.get('q') ?? '').toLowerCase().split(/\s+/);
    const matches = ({ title }: { readonly title: string }): boolean =>
      words.every((word) => title.toLowerCase().includes(word));
    return query.get('type') === 'channel'
      ? this.channels.filter(matches).map(({ id }) => ({ id: { channelId: id } }))
      : this.videos.filter(matches).map(({ id }) => ({ id: { videoId: id } }));
  }
}

/** Page tokens are the index of the next item. */
function toPage(items: readonly object[], url: URL): object {
  const from = Number(url.searchParams.get('pageToken') ?? 0);
  const pageSize = Math.min(Number(url.searchParams.get('maxResults') ?? 5), MAX_PAGE_SIZE);
  const to = url.searchParams.has('id') ? items.length : from + pageSize;
  return {
    items: items.slice(from, to),
    pageInfo: { totalResults: items.length, resultsPerPage: pageSize },
    ...(to < items.length && { nextPageToken: String(to) }),
  };
}
