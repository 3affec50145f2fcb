import { isRecord } from '#contract/record.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import { type PlatformMessage, getPlatformMessage } from '#renderer/bridge/platform-faults.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

export type ResultKind = 'videos' | 'channels';
export type FinderMode = 'search' | 'lookup';

/** A search with pages, which only Cutaway's own services have. */
type PageQuery = CachedQuery<'local.intel.searchVideos'> | CachedQuery<'local.intel.searchChannels'>;
type Query =
  | PageQuery
  | CachedQuery<'intel.searchVideos'>
  | CachedQuery<'intel.searchChannels'>
  | CachedQuery<'intel.lookUpVideos'>
  | CachedQuery<'intel.lookUpChannels'>;

interface MissingResult {
  readonly identifier: string;
  readonly error: string;
  readonly cause?: string;
  readonly detail?: string;
  readonly until?: string;
}

const RESULT_LIMIT = 50;
export const MAX_IDENTIFIERS = 5;

/** Splits at commas and line ends. */
export const splitIdentifiers = (text: string): string[] =>
  text.split(/[\n,]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

export interface Ranking {
  readonly by: string;
  readonly model: string;
  readonly problem?: string;
}

export interface NextPage {
  readonly cursor: string;
  /** Maximum units of the key's quota that the request uses. */
  readonly units: number;
}

const isNextPage = (value: unknown): value is NextPage =>
  isRecord(value) && typeof value['cursor'] === 'string' && typeof value['units'] === 'number';

const isRanking = (value: unknown): value is Ranking => isRecord(value) && typeof value['model'] === 'string';

const getData = (query: Query | null): Readonly<Record<string, unknown>> => query?.value?.data ?? {};

/** A single result is directly in `data` (spec 1 §4). */
function readResults<T>(query: Query, name: ResultKind, idField: string): readonly T[] {
  const data = getData(query);
  const list = data[name];
  if (isList<T>(list)) return list;
  return idField in data ? [data as T] : [];
}

/** Keeps the first result of each id, because results may move between pages. */
function dropDuplicates<T>(items: readonly T[], getId: (item: T) => string): readonly T[] {
  const ids = new Set<string>();
  return items.filter((item) => {
    const isNew = !ids.has(getId(item));
    ids.add(getId(item));
    return isNew;
  });
}

/** True if a page was loaded after the first one, so that both belong to the same results. */
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
  #isCached = $state.raw(false);
  #text = '';
  /** The pages after the first. */
  #furtherPages = $state.raw<readonly PageQuery[]>([]);
  #moreFailure = $state.raw<ApiFailure | null>(null);
  #isLoadingMore = $state.raw(false);
  readonly #pages = $derived(this.#query ? [this.#query, ...this.#furtherPages] : []);
  readonly #videos = $derived(
    dropDuplicates(
      this.#pages.flatMap((page) => readResults<IntelVideo>(page, 'videos', 'video_id')),
      ({ video_id }) => video_id,
    ),
  );
  readonly #channels = $derived(
    dropDuplicates(
      this.#pages.flatMap((page) => readResults<IntelChannel>(page, 'channels', 'subscriber_count')),
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

  /** Time of the last page request; null before the first. */
  get lastRequestAt(): string | null {
    return this.#pages.at(-1)?.lastRefreshed ?? null;
  }

  /** The page after the shown ones; null after the last. */
  get next(): NextPage | null {
    const next = getData(this.#pages.at(-1) ?? null)['next'];
    return isNextPage(next) ? next : null;
  }

  get isLoadingMore(): boolean {
    return this.#isLoadingMore;
  }

  /** Failure of the next page; the shown results stay. */
  get moreFailure(): ApiFailure | null {
    return this.#moreFailure;
  }

  /** True if the result is from the cache and cost nothing. */
  get cached(): boolean {
    return this.#isCached;
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

  /** The service's message about its search; empty if there is none. */
  get message(): string {
    const message = this.#data['message'];
    return typeof message === 'string' ? message : '';
  }

  /** Number of all results, including those not shown. */
  get total(): number {
    const total = this.#data['total_results'];
    return typeof total === 'number' ? total : 0;
  }

  /** The ranking of the results; null for the platform's order. */
  get ranking(): Ranking | null {
    const ranking = this.#data['ranking'];
    return isRanking(ranking) ? ranking : null;
  }

  /** Why only the sample catalogue was searched; null if the platform was. */
  get sampleCause(): PlatformMessage | null {
    return getPlatformMessage(this.#data);
  }

  /** Identifiers of a look-up that were not found. */
  get missing(): readonly MissingResult[] {
    const errors = this.#data['errors'];
    return isList<MissingResult>(errors) ? errors : [];
  }

  /** Shows the cached result; requests it from the service if there is none, or if `refresh` is set. */
  async find(text: string, kind: ResultKind, refresh = false): Promise<void> {
    this.#kind = kind;
    this.#text = text;
    const query = this.#createQuery(text, kind);
    this.#query = query;
    this.#isCached = false;
    this.#furtherPages = [];
    this.#moreFailure = null;
    this.#isLoadingMore = false;
    if (!refresh) {
      await query.showCached();
      if (query.value !== null) {
        this.#isCached = true;
        await this.#showCachedPages(query);
        return;
      }
    }
    await query.refresh();
  }

  /** Appends the next page. Requests it only if no window has loaded it since the first page. */
  async loadMore(): Promise<void> {
    const { next } = this;
    const first = this.#query;
    if (!first || !next || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    this.#moreFailure = null;
    const page = this.#createPageQuery(next.cursor);
    await page.showCached();
    if (!isAfter(page, first)) await page.refresh();
    // Another search has started meanwhile.
    if (!Object.is(this.#query, first)) return;
    this.#isLoadingMore = false;
    this.#moreFailure = page.failure;
    if (!page.failure) this.#furtherPages = [...this.#furtherPages, page];
  }

  async #showCachedPages(first: Query): Promise<void> {
    for (let { next } = this; next; { next } = this) {
      const page = this.#createPageQuery(next.cursor);
      await page.showCached();
      if (!Object.is(this.#query, first) || this.#isLoadingMore || !isAfter(page, first)) return;
      this.#furtherPages = [...this.#furtherPages, page];
    }
  }

  #createPageQuery(cursor: string | null): PageQuery {
    const { cache } = this.#app;
    const input = { body: { query: this.#text, cursor } };
    return this.#kind === 'videos'
      ? cache.query(this.#account, 'local.intel.searchVideos', input)
      : cache.query(this.#account, 'local.intel.searchChannels', input);
  }

  #createQuery(text: string, kind: ResultKind): Query {
    const { cache } = this.#app;
    if (this.#mode === 'search' && this.#app.accounts.accountOffers(this.#account, 'local.intel.searchVideos')) {
      return this.#createPageQuery(null);
    }
    if (this.#mode === 'search') {
      const input = { body: { query: text, limit: RESULT_LIMIT } };
      return kind === 'videos'
        ? cache.query(this.#account, 'intel.searchVideos', input)
        : cache.query(this.#account, 'intel.searchChannels', input);
    }
    const input = { body: { identifiers: splitIdentifiers(text) } };
    return kind === 'videos'
      ? cache.query(this.#account, 'intel.lookUpVideos', input)
      : cache.query(this.#account, 'intel.lookUpChannels', input);
  }

  get #data(): Readonly<Record<string, unknown>> {
    return getData(this.#query);
  }
}
