/**
 * Reads the platform's public data API with the user's key (developers.google.com/youtube/v3), and its keyless feeds.
 */
import { AnswerCache } from './answer-cache.ts';
import { rankByVectors } from './nearness.ts';
import {
  toChannelText,
  type Nearest,
  type Platform,
  PlatformError,
  type PlatformChannel,
  type PlatformVideo,
  type SearchPage,
  USUAL_VIDEO_ID,
  toVideoText,
} from './platform.ts';
import { Channels, SearchIds, SearchNextPage, SearchTotal, PlaylistItems, Videos } from './youtube-answers.ts';
import { parseJson, type Read, readFeed, readText, toRefusal } from './youtube-requests.ts';

interface YouTubeOptions {
  /** Read at each API call. @throws PlatformError */
  key(): Promise<string>;
  readonly read: Read;
  /** Counts units of the key's daily quota before they are used. @throws PlatformError if a limit forbids them */
  spend(units: number): Promise<void>;
  now(): Date;
  readonly api?: string;
  readonly feeds?: string;
}

const API_URL = 'https://www.googleapis.com/youtube/v3';
/** The API's maximum page size. */
const PAGE_SIZE = 50;
/** The cost of a request in units of the key's daily quota (developers.google.com/youtube/v3/determine_quota_cost). */
const UNITS = { search: 100, other: 1 } as const;
/** The maximum cost of a page of results: its details, and for videos their channels with two requests for each. */
const PAGE_UNITS = {
  channel: UNITS.search + UNITS.other,
  video: UNITS.search + 2 * UNITS.other + PAGE_SIZE * 2 * UNITS.other,
} as const;

interface SearchIdsPage {
  readonly ids: readonly string[];
  readonly total: number;
  readonly cursor: string | null;
}

interface SearchKind<T> {
  readonly type: 'channel' | 'video';
  /** Returns those found, in any order. */
  details(ids: readonly string[]): Promise<readonly T[]>;
  getId(result: T): string;
  getText(result: T): string;
  readonly cache: AnswerCache<Nearest<T>>;
}

export class YouTube implements Platform {
  readonly videoIdPattern = USUAL_VIDEO_ID;
  readonly isSample = false;
  readonly #options: YouTubeOptions;
  readonly #channels: AnswerCache<PlatformChannel | null>;
  readonly #uploads: AnswerCache<readonly PlatformVideo[]>;
  /** Caches a search separately from its details, so that it is paid for once even if they can't be read now. */
  readonly #searchIds: AnswerCache<SearchIdsPage>;
  readonly #channelSearch: SearchKind<PlatformChannel>;
  readonly #videoSearch: SearchKind<PlatformVideo>;

  constructor(options: YouTubeOptions) {
    this.#options = options;
    this.#channels = new AnswerCache(() => options.now());
    this.#uploads = new AnswerCache(() => options.now());
    this.#searchIds = new AnswerCache(() => options.now());
    this.#channelSearch = {
      type: 'channel',
      details: (ids) => this.#fetchChannels({ id: ids.join(',') }),
      getId: ({ channel_id }) => channel_id,
      getText: toChannelText,
      cache: new AnswerCache(() => options.now()),
    };
    this.#videoSearch = {
      type: 'video',
      details: (ids) => this.#fetchVideos(ids),
      getId: ({ video_id }) => video_id,
      getText: toVideoText,
      cache: new AnswerCache(() => options.now()),
    };
  }

  fetchChannel(reference: Parameters<Platform['fetchChannel']>[0]): Promise<PlatformChannel | null> {
    const filter = 'handle' in reference ? { forHandle: `@${reference.handle}` } : { id: reference.channel_id };
    return this.#channels.get(JSON.stringify(filter), async () => (await this.#fetchChannels(filter))[0] ?? null);
  }

  async prepareChannels(channelIds: readonly string[]): Promise<void> {
    const cacheKey = (id: string): string => JSON.stringify({ id });
    const uncachedIds = [...new Set(channelIds)]
      .filter((id) => this.#channels.peek(cacheKey(id)) === null)
      .slice(0, PAGE_SIZE);
    if (uncachedIds.length < 2) return;
    const channels = this.#fetchChannels({ id: uncachedIds.join(',') });
    for (const id of uncachedIds) {
      const channel = channels.then(
        (loadedChannels) => loadedChannels.find(({ channel_id }) => channel_id === id) ?? null,
      );
      void this.#channels.get(cacheKey(id), () => channel).catch(() => undefined); // thrown below
    }
    await channels;
  }

  async getKnownUploads(channelId: string): Promise<readonly PlatformVideo[] | null> {
    return (await this.#uploads.peek(channelId)?.catch(() => null)) ?? null; // the original caller gets the error
  }

  async fetchVideo(videoId: string): Promise<PlatformVideo | null> {
    return (await this.#fetchVideos([videoId]))[0] ?? null;
  }

  async fetchVideos(videoIds: readonly string[]): Promise<readonly PlatformVideo[]> {
    const videos: PlatformVideo[] = [];
    for (let start = 0; start < videoIds.length; start += PAGE_SIZE)
      videos.push(...(await this.#fetchVideos(videoIds.slice(start, start + PAGE_SIZE))));
    return videos;
  }

  fetchUploads(channelId: string): Promise<readonly PlatformVideo[]> {
    return this.#uploads.get(channelId, async () => {
      // The uploads of channel UC… are the playlist UU….
      const playlistId = channelId.replace(/^UC/, 'UU');
      const query = { part: 'contentDetails', playlistId, maxResults: String(PAGE_SIZE) };
      const ids = PlaylistItems.parse(await this.#request('playlistItems', query));
      const videos = await this.#fetchVideos(ids);
      return videos.toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
    });
  }

  /** Reads the channel's public feed, which needs no key and costs no quota. */
  async fetchLatest(channelId: string): Promise<readonly PlatformVideo[]> {
    return (await readFeed(this.#options, channelId)).videos;
  }

  searchChannels(query: string, page: SearchPage): Promise<Nearest<PlatformChannel>> {
    return this.#search(this.#channelSearch, query, page);
  }

  searchVideos(query: string, page: SearchPage): Promise<Nearest<PlatformVideo>> {
    return this.#search(this.#videoSearch, query, page);
  }

  /** Ranks the platform's results by meaning if there is a model, else keeps the platform's order. */
  async #search<T>(kind: SearchKind<T>, query: string, { limit, vectors, cursor }: SearchPage): Promise<Nearest<T>> {
    const { type, details, getId, getText, cache } = kind;
    const maxResults = vectors ? PAGE_SIZE : Math.min(limit, PAGE_SIZE);
    const page = await cache.get(JSON.stringify([maxResults, cursor, query]), async (): Promise<Nearest<T>> => {
      const { ids, total, cursor: nextCursor } = await this.#fetchSearchIds(type, query, { maxResults, cursor });
      const results = ids.length === 0 ? [] : await details(ids);
      const next = nextCursor === null || ids.length === 0 ? null : { cursor: nextCursor, units: PAGE_UNITS[type] };
      return { results: sortByIds(ids, results, getId), total, next };
    });
    const { results } = page;
    const rankedVideos = vectors && results.length > 0 ? await rankByVectors(query, results, getText, vectors) : null;
    return { ...page, results: (rankedVideos?.map(({ item }) => item) ?? results).slice(0, limit) };
  }

  #fetchSearchIds(
    type: 'channel' | 'video',
    q: string,
    { maxResults, cursor }: { readonly maxResults: number; readonly cursor: string | null },
  ): Promise<SearchIdsPage> {
    return this.#searchIds.get(JSON.stringify([type, maxResults, cursor, q]), async () => {
      const pageParams = cursor === null ? {} : { pageToken: cursor };
      const answer = await this.#request('search', {
        part: 'id',
        type,
        q,
        maxResults: String(maxResults),
        ...pageParams,
      });
      const ids = SearchIds.parse(answer);
      return { ids, total: Math.max(ids.length, SearchTotal.parse(answer)), cursor: SearchNextPage.parse(answer) };
    });
  }

  async #fetchChannels(filter: Readonly<Record<string, string>>): Promise<PlatformChannel[]> {
    return Channels.parse(
      await this.#request('channels', { part: 'snippet,statistics', maxResults: String(PAGE_SIZE), ...filter }),
    );
  }

  async #fetchVideos(ids: readonly string[]): Promise<PlatformVideo[]> {
    if (ids.length === 0) return [];
    return Videos.parse(
      await this.#request('videos', { part: 'snippet,contentDetails,statistics', id: ids.join(',') }),
    );
  }

  /** Sends the key in a header, so that no address contains it. */
  async #request(resource: string, query: Readonly<Record<string, string>>): Promise<object> {
    const { api = API_URL } = this.#options;
    const headers = { Accept: 'application/json', 'X-Goog-Api-Key': await this.#options.key() };
    await this.#options.spend(resource === 'search' ? UNITS.search : UNITS.other);
    const address = `${api}/${resource}?${new URLSearchParams(query)}`;
    const { status, text } = await readText(this.#options.read, address, headers);
    // A missing playlist means a channel without videos.
    if (status === 404) return {};
    if (status !== 200) throw toRefusal(status, text, this.#options.now());
    const answer = parseJson(text);
    if (typeof answer !== 'object' || answer === null) throw new PlatformError('YouTube’s response couldn’t be read.');
    return answer;
  }
}

const sortByIds = <T>(ids: readonly string[], items: readonly T[], getId: (item: T) => string): T[] =>
  items.toSorted((a, b) => ids.indexOf(getId(a)) - ids.indexOf(getId(b)));
