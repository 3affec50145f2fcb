/**
 * Reads the platform's public data API with the user's key (developers.google.com/youtube/v3), and its keyless feeds.
 */
import { byNearness } from './nearness.ts';
import { quotaReset } from './quota-reset.ts';
import {
  channelText,
  type Nearest,
  type Platform,
  PlatformError,
  type PlatformChannel,
  type PlatformVideo,
  type TextVectors,
  USUAL_VIDEO_ID,
  videoText,
} from './platform.ts';
import { Channels, feedVideos, Found, FoundTotal, PlaylistItems, Refusal, Videos } from './youtube-answers.ts';

/** Sends a request. Any status is a valid answer. @throws PlatformError, or Error with a message for people */
export type Read = (
  url: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly text: string }>;

interface YouTubeOptions {
  /** Is read at each API call. @throws PlatformError */
  key(): Promise<string>;
  readonly read: Read;
  /** Counts units of the key's daily quota before they are used. @throws PlatformError if a limit forbids them */
  spend(units: number): Promise<void>;
  now(): Date;
  readonly api?: string;
  readonly feeds?: string;
}

const API = 'https://www.googleapis.com/youtube/v3';
const FEEDS = 'https://www.youtube.com/feeds';
/** Caches a channel, its uploads and a search for videos for this long, since the API counts every request against the key's quota. */
const KEPT_MS = 3_600_000;
const MAX_KEPT = 500;
/** Is the API's maximum page size. */
const PAGE = 50;
/** Is what a request costs of the key's daily quota (developers.google.com/youtube/v3/determine_quota_cost). */
const UNITS = { search: 100, other: 1 } as const;

const QUOTA = /^(quotaExceeded|dailyLimitExceeded)$/;
/** Are reasons that concern what was asked for, not the key. */
const NOT_SHOWN = /NotAccessible$|^(channel|playlist|video|subscription)(Forbidden|Closed|Suspended)$/;
const BUSY = /^(rateLimitExceeded|userRateLimitExceeded)$/;

function refusal(status: number, answer: string, now: Date): PlatformError {
  const { message, reason } = Refusal.parse(parsed(answer));
  if (QUOTA.test(reason)) {
    const until = quotaReset(now);
    const message = `The key has used up its YouTube quota for today. It works again at ${until.toISOString().slice(11, 16)} UTC.`;
    return new PlatformError(message, { kind: 'quota_used', until });
  }
  if (status === 429 || BUSY.test(reason)) {
    return new PlatformError('YouTube wants fewer requests. Try again in a minute.', { kind: 'busy' });
  }
  if (NOT_SHOWN.test(reason)) return new PlatformError('YouTube doesn’t show this.', { kind: 'not_found' });
  if (status === 400 || status === 401 || status === 403) {
    const detail = message.replaceAll(/<[^>]*>/g, '').slice(0, 200);
    const why = detail === '' ? '' : ` YouTube says: ${detail}`;
    return new PlatformError(`YouTube refused the key (${status}).${why}`, { kind: 'key_refused', detail });
  }
  return new PlatformError(`YouTube responded with ${status}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Caches answers for an hour; drops the oldest first. */
class Kept<T> {
  readonly #entries = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const at = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known && at - known.at < KEPT_MS) return known.value;
    const value = make();
    this.#entries.delete(key);
    this.#entries.set(key, { at, value });
    // Don't cache failures.
    value.catch(() => this.#entries.delete(key));
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_KEPT) this.#entries.delete(oldest);
    return value;
  }

  /** Returns what is cached, or null. */
  peek(key: string): Promise<T> | null {
    const known = this.#entries.get(key);
    return known && this.#now().getTime() - known.at < KEPT_MS ? known.value : null;
  }
}

export class YouTube implements Platform {
  readonly videoId = USUAL_VIDEO_ID;
  readonly isSample = false;
  readonly #options: YouTubeOptions;
  readonly #channels: Kept<PlatformChannel | null>;
  readonly #uploads: Kept<readonly PlatformVideo[]>;
  readonly #searches: Kept<Nearest<PlatformVideo>>;

  constructor(options: YouTubeOptions) {
    this.#options = options;
    this.#channels = new Kept(() => options.now());
    this.#uploads = new Kept(() => options.now());
    this.#searches = new Kept(() => options.now());
  }

  channel(reference: Parameters<Platform['channel']>[0]): Promise<PlatformChannel | null> {
    const by = 'handle' in reference ? { forHandle: `@${reference.handle}` } : { id: reference.channel_id };
    return this.#channels.get(JSON.stringify(by), async () => (await this.#channelsBy(by))[0] ?? null);
  }

  async prepareChannels(channelIds: readonly string[]): Promise<void> {
    const keyOf = (id: string): string => JSON.stringify({ id });
    const unknown = [...new Set(channelIds)].filter((id) => this.#channels.peek(keyOf(id)) === null).slice(0, PAGE);
    if (unknown.length < 2) return;
    const channels = this.#channelsBy({ id: unknown.join(',') });
    for (const id of unknown) {
      const one = channels.then((all) => all.find(({ channel_id }) => channel_id === id) ?? null);
      void this.#channels.get(keyOf(id), () => one).catch(() => undefined); // thrown below
    }
    await channels;
  }

  async knownUploads(channelId: string): Promise<readonly PlatformVideo[] | null> {
    return (await this.#uploads.peek(channelId)?.catch(() => null)) ?? null; // told to whoever asked for them
  }

  async video(videoId: string): Promise<PlatformVideo | null> {
    return (await this.#videos([videoId]))[0] ?? null;
  }

  async videos(videoIds: readonly string[]): Promise<readonly PlatformVideo[]> {
    const found: PlatformVideo[] = [];
    for (let at = 0; at < videoIds.length; at += PAGE)
      found.push(...(await this.#videos(videoIds.slice(at, at + PAGE))));
    return found;
  }

  uploads(channelId: string): Promise<readonly PlatformVideo[]> {
    return this.#uploads.get(channelId, async () => {
      // The uploads of channel UC… are the playlist UU….
      const playlistId = channelId.replace(/^UC/, 'UU');
      const query = { part: 'contentDetails', playlistId, maxResults: String(PAGE) };
      const ids = PlaylistItems.parse(await this.#ask('playlistItems', query));
      const videos = await this.#videos(ids);
      return videos.toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
    });
  }

  /** Reads the channel's public feed, which needs no key and costs no quota. */
  async latest(channelId: string): Promise<readonly PlatformVideo[]> {
    const { feeds = FEEDS } = this.#options;
    const address = `${feeds}/videos.xml?${new URLSearchParams({ channel_id: channelId })}`;
    const { status, text } = await this.#read(address, { Accept: 'application/atom+xml, text/xml;q=0.9' });
    if (status === 404) throw new PlatformError('YouTube doesn’t have this channel.', { kind: 'not_found' });
    if (status !== 200) throw refusal(status, text, this.#options.now());
    const videos = feedVideos(text, channelId);
    if (videos === null) throw new PlatformError('YouTube’s response couldn’t be read.');
    return videos;
  }

  async searchChannels(query: string, limit: number, vectors: TextVectors | null) {
    const { ids, total } = await this.#search('channel', query, vectors ? PAGE : limit);
    const channels = ids.length === 0 ? [] : await this.#channelsBy({ id: ids.join(',') });
    const found = inOrder(ids, channels, ({ channel_id }) => channel_id);
    return { found: await this.#nearest(query, found, { limit, textOf: channelText, vectors }), total };
  }

  async searchVideos(query: string, limit: number, vectors: TextVectors | null) {
    const most = vectors ? PAGE : limit;
    const { found, total } = await this.#searches.get(`${most} ${query}`, async () => {
      const searched = await this.#search('video', query, most);
      const videos = inOrder(searched.ids, await this.#videos(searched.ids), ({ video_id }) => video_id);
      return { found: videos, total: searched.total };
    });
    return { found: await this.#nearest(query, found, { limit, textOf: videoText, vectors }), total };
  }

  /** Ranks the platform's results by meaning if there is a model, else keeps the platform's order. */
  async #nearest<T>(
    query: string,
    found: readonly T[],
    by: { readonly limit: number; readonly textOf: (thing: T) => string; readonly vectors: TextVectors | null },
  ): Promise<readonly T[]> {
    const ranked = by.vectors && found.length > 0 ? await byNearness(query, found, by.textOf, by.vectors) : null;
    return (ranked?.map(({ thing }) => thing) ?? found).slice(0, by.limit);
  }

  async #search(type: 'channel' | 'video', q: string, limit: number) {
    const answer = await this.#ask('search', { part: 'id', type, q, maxResults: String(Math.min(limit, PAGE)) });
    const ids = Found.parse(answer);
    return { ids, total: Math.max(ids.length, FoundTotal.parse(answer)) };
  }

  async #channelsBy(by: Readonly<Record<string, string>>): Promise<PlatformChannel[]> {
    return Channels.parse(await this.#ask('channels', { part: 'snippet,statistics', maxResults: String(PAGE), ...by }));
  }

  async #videos(ids: readonly string[]): Promise<PlatformVideo[]> {
    if (ids.length === 0) return [];
    return Videos.parse(await this.#ask('videos', { part: 'snippet,contentDetails,statistics', id: ids.join(',') }));
  }

  /** Sends the key in a header, so that no address contains it. */
  async #ask(what: string, query: Readonly<Record<string, string>>): Promise<object> {
    const { api = API } = this.#options;
    const headers = { Accept: 'application/json', 'X-Goog-Api-Key': await this.#options.key() };
    await this.#options.spend(what === 'search' ? UNITS.search : UNITS.other);
    const { status, text } = await this.#read(`${api}/${what}?${new URLSearchParams(query)}`, headers);
    // A missing playlist means a channel without videos.
    if (status === 404) return {};
    if (status !== 200) throw refusal(status, text, this.#options.now());
    const answer = parsed(text);
    if (typeof answer !== 'object' || answer === null) throw new PlatformError('YouTube’s response couldn’t be read.');
    return answer;
  }

  async #read(url: string, headers: Readonly<Record<string, string>>) {
    try {
      return await this.#options.read(url, headers);
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      const why = cause instanceof Error ? cause.message : '';
      throw new PlatformError(`YouTube isn’t available right now. ${why}`.trim(), { cause });
    }
  }
}

const inOrder = <T>(ids: readonly string[], things: readonly T[], idOf: (thing: T) => string): T[] =>
  things.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)));
