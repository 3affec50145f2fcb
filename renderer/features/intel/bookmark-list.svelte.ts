import { untrack } from 'svelte';
import type { Bookmark } from '#contract/schema/intel.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { CachedQuery } from '#renderer/offline/cache.svelte.ts';
import type { Studio } from '#renderer/studio/studio.svelte.ts';

/** Pages that are drawn together: each drawing goes through all bookmarks. */
const DRAWN_AT_ONCE = 20;

/** What a bookmark is found by. */
export const bookmarkText = ({ title, notes, url, tags }: Bookmark): string => [title, notes, url, ...tags].join(' ');

/** Accounts of which every page was read since this window was opened. */
const read = new Set<string>();

/**
 * Every bookmark of an account, newest first: at once what was ever seen, so that all can be searched, offline too; then
 * the first page as the service has it, and the further ones behind it (spec 1 §4 has no search for them).
 */
export class BookmarkList {
  readonly #studio: Pick<Studio, 'api' | 'cache'>;
  readonly #account: string;
  readonly #query: CachedQuery<'bookmarks.list'>;
  #known = $state.raw<ReadonlyMap<number, Bookmark>>(new Map());
  readonly #list = $derived([...this.#known.values()].sort((a, b) => b.id - a.id));
  #looked = $state.raw(false);
  #reading: readonly Bookmark[] | null = null;

  constructor(studio: Pick<Studio, 'api' | 'cache'>, account: string) {
    this.#studio = studio;
    this.#account = account;
    this.#query = studio.cache.query(account, 'bookmarks.list', { query: { page: 1 } });
  }

  /** For `$effect(() => bookmarks.open())`. */
  open(): () => void {
    void this.#look();
    return this.#query.open();
  }

  get list(): readonly Bookmark[] {
    return this.#list;
  }

  get waiting(): boolean {
    return this.#list.length === 0 && (!this.#looked || this.#query.waiting);
  }

  get failure(): ApiFailure | null {
    return this.#query.failure;
  }

  refresh(): Promise<void> {
    return this.#query.refresh();
  }

  /** It was changed, at the service; it may stand on any page. */
  async put(bookmark: Bookmark): Promise<void> {
    this.#set([bookmark]);
    await this.#studio.cache.remember(this.#account, 'local.bookmarks.update', { data: bookmark });
  }

  /** It is no more, at the service. */
  async drop(id: number): Promise<void> {
    this.#set([], [id]);
    await this.#studio.cache.drop(this.#account, 'bookmark', [id]);
    await this.refresh();
  }

  /** Takes what the first page says, and reads on behind it; run it in an effect. */
  take(): void {
    const { value: first, refreshing } = this.#query;
    if (!first || !this.#looked || this.#reading === first.data) return;
    const { data, pagination } = first;
    this.#reading = data;
    untrack(() => {
      this.#set(data);
      if (refreshing || (read.has(this.#account) && this.#known.size === pagination.total)) return;
      void this.#readOn(data, pagination.last_page);
    });
  }

  async #readOn(first: readonly Bookmark[], pages: number): Promise<void> {
    const seen = new Set(first.map(({ id }) => id));
    let [last, total] = [pages, first.length];
    let waiting: Bookmark[] = [];
    for (let page = 2; page <= last; page += 1) {
      const input = { query: { page }, background: true } as const;
      const result = await this.#studio.api.call(this.#account, 'bookmarks.list', input);
      if (!result.ok || this.#reading !== first) return;
      const { data, pagination } = result.body;
      await this.#studio.cache.remember(this.#account, 'bookmarks.list', result.body);
      [last, total] = [pagination.last_page, pagination.total];
      for (const bookmark of data) seen.add(bookmark.id);
      waiting.push(...data);
      if (page % DRAWN_AT_ONCE === 0 || page === last) {
        this.#set(waiting);
        waiting = [];
      }
    }
    // Where one was made or removed meanwhile, the pages moved, and one may have slipped through between them.
    if (seen.size !== total) return;
    read.add(this.#account);
    const gone = this.#list.filter(({ id }) => !seen.has(id)).map(({ id }) => id);
    this.#set([], gone);
    await this.#studio.cache.drop(this.#account, 'bookmark', gone);
  }

  async #look(): Promise<void> {
    const known = await this.#studio.cache.entities(this.#account, 'bookmark');
    // What has come from the service meanwhile is newer.
    this.#known = new Map([
      ...known.map(({ id, value }) => [id, value as unknown as Bookmark] as const),
      ...this.#known,
    ]);
    this.#looked = true;
  }

  #set(bookmarks: readonly Bookmark[], gone: readonly number[] = []): void {
    const known = new Map([...this.#known, ...bookmarks.map((one) => [one.id, one] as const)]);
    for (const id of gone) known.delete(id);
    this.#known = known;
  }
}
