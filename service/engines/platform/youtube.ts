/**
 * Reads the platform's public data API with the user's key (developers.google.com/youtube/v3), and its keyless feeds.
 */
import { Kept } from './kept-answers.ts';
import { byNearness } from './nearness.ts';
import {
  channelText,
  type Nearest,
  type Platform,
  PlatformError,
  type PlatformChannel,
  type PlatformVideo,
  type SearchPage,
  USUAL_VIDEO_ID,
  videoText,
} from './platform.ts';
import { Channels, Found, FoundNext, FoundTotal, PlaylistItems, Videos } from './youtube-answers.ts';
import { parsed, type Read, readFeed, readText, refusal } from './youtube-requests.ts';

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
/** Is the API's maximum page size. */
const PAGE = 50;
/** Is what a request costs of the key's daily quota (developers.google.com/youtube/v3/determine_quota_cost). */
const UNITS = { search: 100, other: 1 } as const;
/** Is the most that a page of results uses: its details, and for videos their channels with two requests for each. */
const PAGE_UNITS = {
  channel: UNITS.search + UNITS.other,
  video: UNITS.search + 2 * UNITS.other + PAGE * 2 * UNITS.other,
} as const;

interface FoundPage {
  readonly ids: readonly string[];
  readonly total: number;
  readonly cursor: string | null;
}

interface SearchKind<T> {
  readonly type: 'channel' | 'video';
  /** Returns those found, in any order. */
  details(ids: readonly string[]): Promise<readonly T[]>;
  idOf(found: T): string;
  textOf(found: T): string;
  readonly kept: Kept<Nearest<T>>;
}

export class YouTube implements Platform {
  readonly videoId = USUAL_VIDEO_ID;
  readonly isSample = false;
  readonly #options: YouTubeOptions;
  readonly #channels: Kept<PlatformChannel | null>;
  readonly #uploads: Kept<readonly PlatformVideo[]>;
  /** Caches a search apart from its details, so that it is paid for once even if they can't be read now. */
  readonly #found: Kept<FoundPage>;
  readonly #channelSearch: SearchKind<PlatformChannel>;
  readonly #videoSearch: SearchKind<PlatformVideo>;

  constructor(options: YouTubeOptions) {
    this.#options = options;
    this.#channels = new Kept(() => options.now());
    this.#uploads = new Kept(() => options.now());
    this.#found = new Kept(() => options.now());
    this.#channelSearch = {
      type: 'channel',
      details: (ids) => this.#channelsBy({ id: ids.join(',') }),
      idOf: ({ channel_id }) => channel_id,
      textOf: channelText,
      kept: new Kept(() => options.now()),
    };
    this.#videoSearch = {
      type: 'video',
      details: (ids) => this.#videos(ids),
      idOf: ({ video_id }) => video_id,
      textOf: videoText,
      kept: new Kept(() => options.now()),
    };
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
    const { type, details, idOf, textOf, kept } = kind;
    const most = vectors ? PAGE : Math.min(limit, PAGE);
    const page = await kept.get(JSON.stringify([most, cursor, query]), async (): Promise<Nearest<T>> => {
      const { ids, total, cursor: after } = await this.#ids(type, query, { most, cursor });
      const found = ids.length === 0 ? [] : await details(ids);
      const next = after === null || ids.length === 0 ? null : { cursor: after, units: PAGE_UNITS[type] };
      return { found: inOrder(ids, found, idOf), total, next };
    });
    const { found } = page;
    const ranked = vectors && found.length > 0 ? await byNearness(query, found, textOf, vectors) : null;
    return { ...page, found: (ranked?.map(({ thing }) => thing) ?? found).slice(0, limit) };
  }

  #ids(
    type: 'channel' | 'video',
    q: string,
    { most, cursor }: { readonly most: number; readonly cursor: string | null },
  ): Promise<FoundPage> {
    return this.#found.get(JSON.stringify([type, most, cursor, q]), async () => {
      const from = cursor === null ? {} : { pageToken: cursor };
      const answer = await this.#ask('search', { part: 'id', type, q, maxResults: String(most), ...from });
      const ids = Found.parse(answer);
      return { ids, total: Math.max(ids.length, FoundTotal.parse(answer)), cursor: FoundNext.parse(answer) };
    });
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
    const address = `${api}/${what}?${new URLSearchParams(query)}`;
    const { status, text } = await readText(this.#options.read, address, headers);
    // A missing playlist means a channel without videos.
    if (status === 404) return {};
    if (status !== 200) throw refusal(status, text, this.#options.now());
    const answer = parsed(text);
    if (typeof answer !== 'object' || answer === null) throw new PlatformError('YouTube’s response couldn’t be read.');
    return answer;
  }
}

const inOrder = <T>(ids: readonly string[], things: readonly T[], idOf: (thing: T) => string): T[] =>
  things.toSorted((a, b) => ids.indexOf(idOf(a)) - ids.indexOf(idOf(b)));
