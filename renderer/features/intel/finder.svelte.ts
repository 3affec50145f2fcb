import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

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

/** Splits at commas and line ends. */
export const identifiersOf = (text: string): string[] =>
  text.split(/[\n,]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);

/** One search or look-up on the platform: answered from the cache if possible, else by the service. */
export class Finder {
  readonly #app: Pick<AppState, 'cache'>;
  readonly #account: string;
  readonly #way: Way;
  #query = $state.raw<Query | null>(null);
  #what = $state.raw<What>('videos');
  #asked = $state.raw('');
  #cached = $state.raw(false);

  constructor(app: Pick<AppState, 'cache'>, account: string, way: Way) {
    this.#app = app;
    this.#account = account;
    this.#way = way;
  }

  get what(): What {
    return this.#what;
  }

  get asked(): string {
    return this.#asked;
  }

  get busy(): boolean {
    return this.#query?.refreshing ?? false;
  }

  get failure(): ApiFailure | null {
    return this.#query?.failure ?? null;
  }

  get seen(): string | null {
    return this.#query?.lastRefreshed ?? null;
  }

  /** Returns whether the result is from the cache and cost nothing. */
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

  /** Returns the service's message about how it searched; empty if there is none. */
  get message(): string {
    const said = this.#data['message'];
    return typeof said === 'string' ? said : '';
  }

  /** Returns identifiers of a look-up that were not found. */
  get missing(): readonly Missing[] {
    const errors = this.#data['errors'];
    return isList<Missing>(errors) ? errors : [];
  }

  /** Shows the cached result; asks the service if there is none, or if `anew` is set. */
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
    const { cache } = this.#app;
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

  /** A single result is directly in `data` (spec 1 §4). */
  #list<T>(name: What, mark: string): readonly T[] {
    const data = this.#data;
    const list = data[name];
    if (isList<T>(list)) return list;
    return mark in data ? [data as T] : [];
  }
}
