import { untrack } from 'svelte';

import type { ApiClient, ApiFailure, ApiInput, BodyOf } from '../bridge/api-client.ts';
import type { CachedQuery, EntityCache } from '../query-cache/query-cache.svelte.ts';
import type { EntityKind } from '../query-cache/entity-fields.ts';

type PagedOperation = 'ideas.list' | 'local.ideas.list' | 'scripts.list';

export interface PagedListOptions<Id extends PagedOperation, Item> {
  readonly account: string;
  readonly operation: Id;
  readonly kind: EntityKind;
  readonly input: ApiInput<Id>;
  /** Applies the service's filters locally, for when it is unreachable. */
  readonly fits: (item: Item) => boolean;
}

const PER_PAGE = 100;

/**
 * Shows the service's cached list, refreshes it, and fetches further pages at its end. If the service is unreachable
 * and these filters were never requested, it filters all cached items instead.
 */
export class PagedList<Id extends PagedOperation, Item extends { readonly id: number }> {
  readonly #api: ApiClient;
  readonly #cache: EntityCache;
  readonly #options: PagedListOptions<Id, Item>;
  readonly #query: CachedQuery<Id>;
  #further = $state.raw<readonly Item[]>([]);
  #cachedItems = $state.raw<readonly Item[]>([]);
  #page = 1;
  #isFetching = false;

  constructor(deps: { readonly api: ApiClient; readonly cache: EntityCache }, options: PagedListOptions<Id, Item>) {
    this.#api = deps.api;
    this.#cache = deps.cache;
    this.#options = options;
    this.#query = deps.cache.query(options.account, options.operation, this.#createInput(1));
  }

  /** Use it as `$effect(() => list.open())`. */
  open(): () => void {
    void this.#loadCached();
    $effect(() => {
      const first = this.#served;
      untrack(() => {
        if (toOrderKey(first) !== toOrderKey(this.#refetchedFor)) void this.#fetchAgain();
      });
    });
    return this.#query.open();
  }

  get list(): readonly Item[] {
    return this.#list;
  }
  readonly #list = $derived.by(() => this.#mergePages());

  #mergePages(): readonly Item[] {
    const first = this.#answer?.data;
    const { account, operation } = this.#options;
    const withLocalChanges = (items: readonly Item[]): readonly Item[] =>
      items.map((item) => this.#cache.withOverlay(account, operation, item));
    if (!first) return this.failure ? withLocalChanges(this.#cachedItems) : [];
    if (this.#further.length === 0) return first;
    const seenIds = new Set(first.map(({ id }) => id));
    return [...first, ...withLocalChanges(this.#further.filter(({ id }) => !seenIds.has(id)))];
  }

  /** Null if the total is unknown. */
  get total(): number | null {
    return this.#answer?.pagination.total ?? null;
  }

  get isLoading(): boolean {
    return this.#query.isLoading;
  }

  get failure(): ApiFailure | null {
    return this.#query.failure;
  }

  protected get body(): BodyOf<Id> | null {
    return this.#query.value;
  }

  async refresh(): Promise<void> {
    await this.#query.refresh();
    await this.#fetchAgain();
  }

  async fetchMore(): Promise<void> {
    if (this.#isFetching || this.#page >= (this.#answer?.pagination.last_page ?? 1)) return;
    this.#isFetching = true;
    const { account, operation } = this.#options;
    const result = await this.#api.call(account, operation, this.#createInput(this.#page + 1));
    this.#isFetching = false;
    if (!result.ok) return;
    this.#page += 1;
    this.#refetchedFor = this.#served;
    this.#further = [...this.#further, ...(result.body as unknown as Page<Item>).data];
  }

  /** Fetches the further pages again, since items change and move from one page to the next. */
  async #fetchAgain(): Promise<void> {
    const first = this.#served;
    if (this.#page === 1 || first === null) return;
    this.#refetchedFor = first;
    const { account, operation } = this.#options;
    const items: Item[] = [];
    for (let page = 2; page <= Math.min(this.#page, first.pagination.last_page); page++) {
      const result = await this.#api.call(account, operation, this.#createInput(page));
      if (!result.ok || this.#refetchedFor !== first) return;
      items.push(...(result.body as unknown as Page<Item>).data);
    }
    this.#further = items;
  }
  /** The first page that the further pages were last fetched for. */
  #refetchedFor: Page<Item> | null = null;

  /** The first page without the person's own changes. */
  get #served(): Page<Item> | null {
    return this.#query.served as unknown as Page<Item> | null;
  }

  /** Casts the answer of a paged operation, because TypeScript cannot infer it through the generics. */
  get #answer(): Page<Item> | null {
    return this.#query.value as unknown as Page<Item> | null;
  }

  #createInput(page: number): ApiInput<Id> {
    const { input } = this.#options;
    return { ...input, query: { per_page: PER_PAGE, ...(page > 1 ? { page } : {}), ...input.query } } as ApiInput<Id>;
  }

  async #loadCached(): Promise<void> {
    const { account, kind, fits } = this.#options;
    const entities = await this.#cache.readEntities(account, kind);
    this.#cachedItems = entities
      .map(({ value }) => value as unknown as Item)
      .filter(fits)
      .sort((a, b) => b.id - a.id);
  }
}

/** Returns a key that changes with the items and their order. */
const toOrderKey = (page: Page<{ readonly id: number }> | null): string =>
  page === null ? '' : `${page.pagination.total}: ${page.data.map(({ id }) => id).join(' ')}`;

interface Page<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly total: number; readonly last_page: number };
}
