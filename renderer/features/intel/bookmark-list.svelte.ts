import { untrack } from 'svelte';
import type { Bookmark } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';

/** Pages per update of the list, because each update sorts all bookmarks. */
const PAGES_PER_UPDATE = 20;

export const getBookmarkText = ({ title, notes, url, tags }: Bookmark): string =>
  [title, notes, url, ...tags].join(' ');

/** Accounts whose pages were all read since this window was opened. */
const fullyReadAccounts = new Set<string>();

/**
 * Every bookmark of an account, newest first. Cached bookmarks are shown at once, so that all can be searched, offline
 * too. Then the first page is refreshed and the further ones are read in the background (spec 1 §4 has no search for
 * them).
 */
export class BookmarkList {
  readonly #app: Pick<AppState, 'api' | 'cache'>;
  readonly #account: string;
  readonly #query: CachedQuery<'bookmarks.list'>;
  #bookmarksById = $state.raw<ReadonlyMap<number, Bookmark>>(new Map());
  readonly #list = $derived([...this.#bookmarksById.values()].sort((a, b) => b.id - a.id));
  #hasReadCache = $state.raw(false);
  #firstPage: readonly Bookmark[] | null = null;

  constructor(app: Pick<AppState, 'api' | 'cache'>, account: string) {
    this.#app = app;
    this.#account = account;
    this.#query = app.cache.query(account, 'bookmarks.list', { query: { page: 1 } });
  }

  /** Use it as `$effect(() => bookmarks.open())`. */
  open(): () => void {
    void this.#readCache();
    return this.#query.open();
  }

  get list(): readonly Bookmark[] {
    return this.#list;
  }

  get isLoading(): boolean {
    return this.#list.length === 0 && (!this.#hasReadCache || this.#query.isLoading);
  }

  get failure(): ApiFailure | null {
    return this.#query.failure;
  }

  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  /** Stores a bookmark that was changed at the service; it may be on any page. */
  async put(bookmark: Bookmark): Promise<void> {
    this.#set([bookmark]);
    await this.#app.cache.remember(this.#account, 'local.bookmarks.update', { data: bookmark });
  }

  async drop(id: number): Promise<void> {
    this.#set([], [id]);
    await this.#app.cache.drop(this.#account, 'bookmark', [id]);
    await this.refresh();
  }

  /** Applies the first page and reads the further ones; run it in an effect. */
  applyFirstPage(): void {
    const { value: first, refreshing } = this.#query;
    if (!first || !this.#hasReadCache || this.#firstPage === first.data) return;
    const { data, pagination } = first;
    this.#firstPage = data;
    untrack(() => {
      this.#set(data);
      if (refreshing || (fullyReadAccounts.has(this.#account) && this.#bookmarksById.size === pagination.total)) return;
      void this.#readFurtherPages(data, pagination.last_page);
    });
  }

  async #readFurtherPages(first: readonly Bookmark[], pages: number): Promise<void> {
    const readIds = new Set(first.map(({ id }) => id));
    let [last, total] = [pages, first.length];
    let pendingBookmarks: Bookmark[] = [];
    for (let page = 2; page <= last; page += 1) {
      const input = { query: { page }, background: true } as const;
      const result = await this.#app.api.call(this.#account, 'bookmarks.list', input);
      if (!result.ok || this.#firstPage !== first) return;
      const { data, pagination } = result.body;
      await this.#app.cache.remember(this.#account, 'bookmarks.list', result.body);
      [last, total] = [pagination.last_page, pagination.total];
      for (const bookmark of data) readIds.add(bookmark.id);
      pendingBookmarks.push(...data);
      if (page % PAGES_PER_UPDATE === 0 || page === last) {
        this.#set(pendingBookmarks);
        pendingBookmarks = [];
      }
    }
    // A bookmark created or removed meanwhile shifts the pages, so one may have been missed between them.
    if (readIds.size !== total) return;
    fullyReadAccounts.add(this.#account);
    const removedIds = this.#list.filter(({ id }) => !readIds.has(id)).map(({ id }) => id);
    this.#set([], removedIds);
    await this.#app.cache.drop(this.#account, 'bookmark', removedIds);
  }

  async #readCache(): Promise<void> {
    const cachedEntities = await this.#app.cache.readEntities(this.#account, 'bookmark');
    // Bookmarks received from the service meanwhile are newer.
    this.#bookmarksById = new Map([
      ...cachedEntities.map(({ id, value }) => [id, value as unknown as Bookmark] as const),
      ...this.#bookmarksById,
    ]);
    this.#hasReadCache = true;
  }

  #set(bookmarks: readonly Bookmark[], removedIds: readonly number[] = []): void {
    const byId = new Map([...this.#bookmarksById, ...bookmarks.map((bookmark) => [bookmark.id, bookmark] as const)]);
    for (const id of removedIds) byId.delete(id);
    this.#bookmarksById = byId;
  }
}
