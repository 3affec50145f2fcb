import type { Bookmark } from '#contract/schema/intel.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import type { CachedQuery } from '#renderer/query-cache/query-cache.svelte.ts';

/** The bookmarks known on this computer, newest first; opening them refreshes the first page. */
export class Bookmarks {
  readonly #app: Pick<AppState, 'cache'>;
  readonly #account: string;
  readonly #newestBookmarks: CachedQuery<'bookmarks.list'>;
  #bookmarks = $state.raw<readonly Bookmark[]>([]);

  constructor(app: Pick<AppState, 'cache'>, account: string) {
    this.#app = app;
    this.#account = account;
    this.#newestBookmarks = app.cache.query(account, 'bookmarks.list', { query: { page: 1 } });
  }

  get list(): readonly Bookmark[] {
    const newest = this.#newestBookmarks.value?.data ?? [];
    const ids = new Set(newest.map(({ id }) => id));
    return [...newest, ...this.#bookmarks.filter(({ id }) => !ids.has(id))].sort((a, b) => b.id - a.id);
  }

  /** Use it as `$effect(() => bookmarks.open())`. */
  open(): () => void {
    void this.#read();
    return this.#newestBookmarks.open();
  }

  async #read(): Promise<void> {
    const entities = await this.#app.cache.readEntities(this.#account, 'bookmark');
    this.#bookmarks = entities.map(({ value }) => value as unknown as Bookmark);
  }
}
