import { isRecord } from '#contract/record.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { type PlatformMessage, platformMessage } from '#renderer/bridge/platform-faults.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type ResultKind = 'videos' | 'channels';
export type FinderMode = 'search' | 'lookup';

type Query =
  | CachedQuery<'intel.searchVideos'>
  | CachedQuery<'intel.searchChannels'>
  | CachedQuery<'intel.lookUpVideos'>
  | CachedQuery<'intel.lookUpChannels'>;

interface Missing {
  readonly identifier: string;
  readonly error: string;
  readonly cause?: string;
  readonly detail?: string;
  readonly until?: string;
}

const LIMIT = 50;
export const MAX_IDENTIFIERS = 5;

/** Splits at commas and line ends. */
export const identifiersOf = (text: string): string[] =>
  text.split(/[\n,]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

export interface Ranking {
  readonly by: string;
  readonly model: string;
  readonly problem?: string;
}

const isRanking = (value: unknown): value is Ranking => isRecord(value) && typeof value['model'] === 'string';

const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);

/** One search or look-up on the platform: answered from the cache if possible, else by the service. */
export class Finder {
  readonly #app: Pick<AppState, 'cache'>;
  readonly #account: string;
  readonly #mode: FinderMode;
  #query = $state.raw<Query | null>(null);
  #kind = $state.raw<ResultKind>('videos');
  #cached = $state.raw(false);

  constructor(app: Pick<AppState, 'cache'>, account: string, mode: FinderMode) {
    this.#app = app;
    this.#account = account;
    this.#mode = mode;
  }

  get kind(): ResultKind {
    return this.#kind;
  }

  get busy(): boolean {
    return this.#query?.refreshing ?? false;
  }

  get failure(): ApiFailure | null {
    return this.#query?.failure ?? null;
  }

  get lastRefreshed(): string | null {
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
    const message = this.#data['message'];
    return typeof message === 'string' ? message : '';
  }

  /** Returns how many there are, also beyond those shown. */
  get total(): number {
    const total = this.#data['total_results'];
    return typeof total === 'number' ? total : 0;
  }

  /** Returns how the results were ranked; null if the platform's order was kept. */
  get ranking(): Ranking | null {
    const ranking = this.#data['ranking'];
    return isRanking(ranking) ? ranking : null;
  }

  /** Returns why only the sample catalogue was searched; null if the platform was. */
  get sampleCause(): PlatformMessage | null {
    return platformMessage(this.#data);
  }

  /** Returns identifiers of a look-up that were not found. */
  get missing(): readonly Missing[] {
    const errors = this.#data['errors'];
    return isList<Missing>(errors) ? errors : [];
  }

  /** Shows the cached result; asks the service if there is none, or if `refresh` is set. */
  async ask(text: string, kind: ResultKind, refresh = false): Promise<void> {
    const query = this.#queryFor(text, kind);
    this.#query = query;
    this.#kind = kind;
    this.#cached = false;
    if (!refresh) {
      await query.look();
      if (query.value !== null) {
        this.#cached = true;
        return;
      }
    }
    await query.refresh();
  }

  #queryFor(text: string, kind: ResultKind): Query {
    const { cache } = this.#app;
    if (this.#mode === 'search') {
      const input = { body: { query: text, limit: LIMIT } };
      return kind === 'videos'
        ? cache.query(this.#account, 'intel.searchVideos', input)
        : cache.query(this.#account, 'intel.searchChannels', input);
    }
    const input = { body: { identifiers: identifiersOf(text) } };
    return kind === 'videos'
      ? cache.query(this.#account, 'intel.lookUpVideos', input)
      : cache.query(this.#account, 'intel.lookUpChannels', input);
  }

  get #data(): Readonly<Record<string, unknown>> {
    return this.#query?.value?.data ?? {};
  }

  /** A single result is directly in `data` (spec 1 §4). */
  #list<T>(name: ResultKind, mark: string): readonly T[] {
    const data = this.#data;
    const list = data[name];
    if (isList<T>(list)) return list;
    return mark in data ? [data as T] : [];
  }
}
