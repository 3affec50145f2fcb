import { isRecord } from '#contract/record.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { type PlatformMessage, platformMessage } from '#renderer/bridge/platform-faults.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type ResultKind = 'videos' | 'channels';
export type FinderMode = 'search' | 'lookup';

/** Continues where the page before ended; only Cutaway's own services have them. */
type PageQuery = CachedQuery<'local.intel.searchVideos'> | CachedQuery<'local.intel.searchChannels'>;
type Query =
  | PageQuery
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

export interface NextPage {
  readonly cursor: string;
  /** Is the most units of the key's quota that it uses. */
  readonly units: number;
}

const isNextPage = (value: unknown): value is NextPage =>
  isRecord(value) && typeof value['cursor'] === 'string' && typeof value['units'] === 'number';

const isRanking = (value: unknown): value is Ranking => isRecord(value) && typeof value['model'] === 'string';

const dataOf = (query: Query | null): Readonly<Record<string, unknown>> => query?.value?.data ?? {};

/** A single result is directly in `data` (spec 1 §4). */
function listOf<T>(query: Query, name: ResultKind, mark: string): readonly T[] {
  const data = dataOf(query);
  const list = data[name];
  if (isList<T>(list)) return list;
  return mark in data ? [data as T] : [];
}

/** Keeps the first of those with the same id: what is found moves between two pages. */
function unique<T>(all: readonly T[], idOf: (one: T) => string): readonly T[] {
  const ids = new Set<string>();
  return all.filter((one) => {
    const isNew = !ids.has(idOf(one));
    ids.add(idOf(one));
    return isNew;
  });
}

/** Tells whether a page was loaded after the first one, so that both belong to the same results. */
const isAfter = (page: Query, first: Query): boolean =>
  page.value !== null && (page.lastRefreshed ?? '') >= (first.lastRefreshed ?? '');

const isList = <T>(value: unknown): value is readonly T[] => Array.isArray(value);

/** One search or look-up on the platform: answered from the cache if possible, else by the service. */
export class Finder {
  readonly #app: Pick<AppState, 'accounts' | 'cache'>;
  readonly #account: string;
  readonly #mode: FinderMode;
  #query = $state.raw<Query | null>(null);
  #kind = $state.raw<ResultKind>('videos');
  #cached = $state.raw(false);
  #words = '';
  /** Are the pages after the first. */
  #more = $state.raw<readonly PageQuery[]>([]);
  #moreFailure = $state.raw<ApiFailure | null>(null);
  #loadingMore = $state.raw(false);
  readonly #pages = $derived(this.#query ? [this.#query, ...this.#more] : []);
  readonly #videos = $derived(
    unique(
      this.#pages.flatMap((page) => listOf<IntelVideo>(page, 'videos', 'video_id')),
      ({ video_id }) => video_id,
    ),
  );
  readonly #channels = $derived(
    unique(
      this.#pages.flatMap((page) => listOf<IntelChannel>(page, 'channels', 'subscriber_count')),
      ({ channel_id }) => channel_id,
    ),
  );

  constructor(app: Pick<AppState, 'accounts' | 'cache'>, account: string, mode: FinderMode) {
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

  /** Is when a page was last asked for; null before the first. */
  get lastAsked(): string | null {
    return this.#pages.at(-1)?.lastRefreshed ?? null;
  }

  /** Returns the page after those shown; null if there is nothing more. */
  get next(): NextPage | null {
    const next = dataOf(this.#pages.at(-1) ?? null)['next'];
    return isNextPage(next) ? next : null;
  }

  get loadingMore(): boolean {
    return this.#loadingMore;
  }

  /** What is shown stays when the next page fails. */
  get moreFailure(): ApiFailure | null {
    return this.#moreFailure;
  }

  /** Returns whether the result is from the cache and cost nothing. */
  get cached(): boolean {
    return this.#cached;
  }

  get answered(): boolean {
    return this.#query?.value != null;
  }

  get videos(): readonly IntelVideo[] {
    return this.#videos;
  }

  get channels(): readonly IntelChannel[] {
    return this.#channels;
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
    this.#kind = kind;
    this.#words = text;
    const query = this.#queryFor(text, kind);
    this.#query = query;
    this.#cached = false;
    this.#more = [];
    this.#moreFailure = null;
    this.#loadingMore = false;
    if (!refresh) {
      await query.look();
      if (query.value !== null) {
        this.#cached = true;
        await this.#showCachedPages(query);
        return;
      }
    }
    await query.refresh();
  }

  /** Appends the next page. Asks the service only if no window has loaded the page since the first one was. */
  async loadMore(): Promise<void> {
    const { next } = this;
    const first = this.#query;
    if (!first || !next || this.#loadingMore) return;
    this.#loadingMore = true;
    this.#moreFailure = null;
    const page = this.#pageQuery(next.cursor);
    await page.look();
    if (!isAfter(page, first)) await page.refresh();
    // Another search was made meanwhile.
    if (!Object.is(this.#query, first)) return;
    this.#loadingMore = false;
    this.#moreFailure = page.failure;
    if (!page.failure) this.#more = [...this.#more, page];
  }

  async #showCachedPages(first: Query): Promise<void> {
    for (let { next } = this; next; { next } = this) {
      const page = this.#pageQuery(next.cursor);
      await page.look();
      if (!Object.is(this.#query, first) || this.#loadingMore || !isAfter(page, first)) return;
      this.#more = [...this.#more, page];
    }
  }

  #pageQuery(cursor: string | null): PageQuery {
    const { cache } = this.#app;
    const input = { body: { query: this.#words, cursor } };
    return this.#kind === 'videos'
      ? cache.query(this.#account, 'local.intel.searchVideos', input)
      : cache.query(this.#account, 'local.intel.searchChannels', input);
  }

  #queryFor(text: string, kind: ResultKind): Query {
    const { cache } = this.#app;
    if (this.#mode === 'search' && this.#app.accounts.offersAt(this.#account, 'local.intel.searchVideos')) {
      return this.#pageQuery(null);
    }
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
    return dataOf(this.#query);
  }
}
