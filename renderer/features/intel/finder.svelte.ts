import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

export type What = 'videos' | 'channels';
export type Way = 'search' | 'lookup';

type Query =
  | CachedQuery<'intel.searchVideos'>
  | CachedQuery<'intel.searchChannels'>
  | CachedQuery<'intel.lookUpVideos'>
  | CachedQuery<'intel.lookUpChannels'>;

interface Missing {
  readonly identifier: string;
  readonly error: string;
}

const LIMIT = 50;
export const MOST_IDENTIFIERS = 5;

/** What is between commas and line ends. */
export const identifiersOf = (text: string): string[] =>
  text.split(/[\n,]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);

/** One question about the platform: from what is kept where there is something, else from the service. */
export class Finder {
  readonly #studio: Pick<Studio, 'cache'>;
  readonly #account: string;
  readonly #way: Way;
  #query = $state.raw<Query | null>(null);
  #what = $state.raw<What>('videos');
  #asked = $state.raw('');
  #cached = $state.raw(false);

  constructor(studio: Pick<Studio, 'cache'>, account: string, way: Way) {
    this.#studio = studio;
    this.#account = account;
    this.#way = way;
  }

  get what(): What {
    return this.#what;
  }

  /** The words that were asked for last. */
  get asked(): string {
    return this.#asked;
  }

  get busy(): boolean {
    return this.#query?.refreshing ?? false;
  }

  get failure(): ApiFailure | null {
    return this.#query?.failure ?? null;
  }

  /** When the service answered this. */
  get seen(): string | null {
    return this.#query?.lastRefreshed ?? null;
  }

  /** What is shown was kept here and cost nothing. */
  get cached(): boolean {
    return this.#cached;
  }

  get answered(): boolean {
    return this.#query?.value != null;
  }

  get videos(): readonly IntelVideo[] {
    return this.#list<IntelVideo>('videos', 'video_id');
  }

  get channels(): readonly IntelChannel[] {
    return this.#list<IntelChannel>('channels', 'subscriber_count');
  }

  /** What the service says of how it searched; empty where it says nothing. */
  get message(): string {
    const said = this.#data['message'];
    return typeof said === 'string' ? said : '';
  }

  /** Identifiers of a look-up that brought nothing. */
  get missing(): readonly Missing[] {
    const errors = this.#data['errors'];
    return isList<Missing>(errors) ? errors : [];
  }

  /** Shows what is kept; asks the service where nothing is, or where `anew` says so. */
  async ask(text: string, what: What, anew = false): Promise<void> {
    const query = this.#queryOf(text, what);
    this.#query = query;
    this.#what = what;
    this.#asked = text;
    this.#cached = false;
    if (!anew) {
      await query.look();
      if (query.value !== null) {
        this.#cached = true;
        return;
      }
    }
    await query.refresh();
  }

  #queryOf(text: string, what: What): Query {
    const { cache } = this.#studio;
    if (this.#way === 'search') {
      const input = { body: { query: text, limit: LIMIT } };
      return what === 'videos'
        ? cache.query(this.#account, 'intel.searchVideos', input)
        : cache.query(this.#account, 'intel.searchChannels', input);
    }
    const input = { body: { identifiers: identifiersOf(text) } };
    return what === 'videos'
      ? cache.query(this.#account, 'intel.lookUpVideos', input)
      : cache.query(this.#account, 'intel.lookUpChannels', input);
  }

  get #data(): Readonly<Record<string, unknown>> {
    return this.#query?.value?.data ?? {};
  }

  /** A single one stands in `data` itself (spec 1 §4). */
  #list<T>(name: What, mark: string): readonly T[] {
    const data = this.#data;
    const list = data[name];
    if (isList<T>(list)) return list;
    return mark in data ? [data as T] : [];
  }
}
