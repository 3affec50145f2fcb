interface CursorPage<Item> {
  readonly data: readonly Item[];
  readonly meta: { readonly next_cursor: string | null };
}

interface FirstPage<Item> {
  readonly value: CursorPage<Item> | null;
}

type PageResult<Item> = { readonly ok: true; readonly body: CursorPage<Item> } | { readonly ok: false };

/** The new items per update, because each update goes through the whole list. */
const ITEMS_PER_UPDATE = 1000;

/** Lists the items of a cached first page, and of the pages after it. */
export class CursorList<Item extends { readonly id: number | string }> {
  readonly #first: FirstPage<Item>;
  readonly #fetchPage: (cursor: string) => Promise<PageResult<Item>>;
  #furtherItems = $state.raw<readonly Item[]>([]);
  #fetchedCursor = '';
  readonly #items = $derived.by(() => this.#mergePages());

  constructor(first: FirstPage<Item>, fetchPage: (cursor: string) => Promise<PageResult<Item>>) {
    this.#first = first;
    this.#fetchPage = fetchPage;
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** Fetches the pages after the first one. Run it in an effect, which repeats it for every new first page. */
  async fetchRest(): Promise<void> {
    let cursor = this.#first.value?.meta.next_cursor ?? null;
    if (cursor === this.#fetchedCursor) return;
    if (cursor === null) {
      this.#fetchedCursor = '';
      this.#furtherItems = [];
      return;
    }
    const firstCursor = cursor;
    this.#fetchedCursor = firstCursor;
    const rest: Item[] = [];
    while (cursor !== null) {
      const page = await this.#fetchPage(cursor);
      if (this.#fetchedCursor !== firstCursor) return;
      if (!page.ok) {
        // Show the pages that arrived; the next refresh tries again.
        this.#fetchedCursor = '';
        if (rest.length > this.#furtherItems.length) this.#furtherItems = rest;
        return;
      }
      rest.push(...page.body.data);
      cursor = page.body.meta.next_cursor;
      // Keep the old list until the new one is longer or complete.
      const isLonger = rest.length % ITEMS_PER_UPDATE === 0 && rest.length > this.#furtherItems.length;
      if (cursor === null || isLonger) this.#furtherItems = [...rest];
    }
  }

  #mergePages(): readonly Item[] {
    const first = this.#first.value?.data ?? [];
    if (this.#furtherItems.length === 0) return first;
    const firstIds = new Set(first.map(({ id }) => id));
    return [...first, ...this.#furtherItems.filter(({ id }) => !firstIds.has(id))];
  }
}
