import { proxy, type Remote } from 'comlink';

import type { LibraryFunctions } from './library-worker.ts';
import type { LibraryFacets, LibraryHit, LibraryPage, LibraryQuery } from './library-rows.ts';
import { changeMark, getMarkKey, type Mark } from './marks.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import { DETAILS, getDetailsKey } from '../details/details-entry.ts';
import { OUTBOX, getOutboxKey } from '../outbox/outbox-item.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

const PER_PAGE = 100;
const MARKS_PER_BATCH = 50;
const ENTRIES_PER_BATCH = 200;

/** Calls the worker that runs `library-worker.ts`; tests replace it. */
export interface LibraryWorker {
  call<R>(use: (remote: Remote<LibraryFunctions>) => Promise<R>): Promise<R>;
}

/**
 * Lists and searches all scripts and drafts of all accounts known to this window: lists at once, searches in a worker.
 */
export class Library {
  readonly #store: MirroredStore;
  readonly #worker: LibraryWorker;
  #query: LibraryQuery | null = null;
  /** Set while the database's answer is shown and the worker may know less. */
  #databaseQuery: LibraryQuery | null = null;
  #page = $state.raw<LibraryPage | null>(null);
  #isIndexing = $state.raw(false);
  #inMemory = $state.raw(false);
  #scripts = $state.raw(0);
  #facets = $state.raw<LibraryFacets>({ folders: [], tags: [] });

  constructor(store: MirroredStore, worker: LibraryWorker) {
    this.#store = store;
    this.#worker = worker;
    const onChange = proxy((scripts: number) => {
      this.#scripts = scripts;
      void this.#refresh();
    });
    void worker.call((remote) => remote.watch(onChange));
  }

  /** Returns the rows found so far, or null before the first answer. Reactive. */
  get rows(): readonly LibraryHit[] | null {
    return this.#page?.rows ?? null;
  }

  /** Returns the number of all matches. Reactive. */
  get total(): number {
    return this.#page?.total ?? 0;
  }

  /** Returns whether changes are still being indexed. Reactive. */
  get isIndexing(): boolean {
    return this.#isIndexing;
  }

  /** Returns the number of scripts known so far, while indexing. Reactive. */
  get scriptCount(): number {
    return this.#scripts;
  }

  /** Returns whether the browser has no database, so that everything is read from disk each time. Reactive. */
  get inMemory(): boolean {
    return this.#inMemory;
  }

  /** Returns the folders and tags in use. Reactive. */
  get facets(): LibraryFacets {
    return this.#facets;
  }

  /** Indexes everything that changed since the last pass. */
  async index(): Promise<void> {
    this.#isIndexing = true;
    const { database } = this.#store;
    await database.attempt(() => Promise.resolve());
    if (database.unusable !== null) await this.#fillWorker();
    await this.#worker.call((remote) => remote.index());
    this.#isIndexing = false;
    await this.#refresh();
  }

  /** Passes a service's scripts to the worker if there is no database to read them from. */
  async addScripts(account: string, scripts: readonly { readonly id: number }[]): Promise<void> {
    if (!this.#inMemory) return;
    const entities = scripts.map((value) => ({ key: `${account}/script/${value.id}`, value }));
    await this.#worker.call((remote) => remote.fill([], entities));
  }

  /** Shows the matches: the first page of everything comes straight from the database, the rest from the worker. */
  async search(query: Omit<LibraryQuery, 'from' | 'count'>): Promise<void> {
    const request = { ...query, from: 0, count: PER_PAGE };
    // Rows of another shelf must not be acted on as if they were on this one.
    if (this.#query?.shelf !== request.shelf || this.#query.channel !== request.channel) this.#page = null;
    const first = this.#page === null && isUnfiltered(request) ? readFirstPage(this.#store, request) : null;
    this.#query = request;
    const result = this.#find(request);
    const page = await first;
    if (page && this.#page === null && this.#query === request) {
      this.#databaseQuery = request;
      this.#page = page;
    }
    this.#show(request, await result);
  }

  /** Loads more rows; call near the end of the list. */
  async loadMore(): Promise<void> {
    const [query, page] = [this.#query, this.#page];
    if (!query || !page || page.rows.length >= page.total) return;
    const { total, rows } = await this.#find({ ...query, from: page.rows.length });
    if (this.#page !== page || this.#query !== query) return;
    this.#page = { total, rows: [...page.rows, ...rows] };
    this.#addSnippets(query, rows);
  }

  /** Returns the keys of all matches, shown or not. */
  async listKeys(): Promise<readonly string[]> {
    const query = this.#query;
    return query ? this.#worker.call((remote) => remote.listKeys(query)) : [];
  }

  /** Changes the marks of scripts given as `account/id`. Returns a function that restores the previous marks. */
  async mark(keys: readonly string[], change: (mark: Mark) => Mark): Promise<() => Promise<void>> {
    const previousMarks = new Map<string, Mark>();
    for (let from = 0; from < keys.length; from += MARKS_PER_BATCH) {
      const batch = keys.slice(from, from + MARKS_PER_BATCH);
      await Promise.all(batch.map(async (key) => previousMarks.set(key, await this.#mark(key, change))));
    }
    await this.touch(keys);
    return async () => {
      for (const [key, mark] of previousMarks) await this.#mark(key, () => mark);
      await this.touch(keys);
    };
  }

  /** Indexes changes of these scripts and shows them. */
  async touch(keys: readonly string[]): Promise<void> {
    if (this.#inMemory) await this.#refill(keys);
    await this.#worker.call((remote) => remote.touch(keys));
    await this.#refresh();
  }

  /** Sends the worker its data from disk. */
  async #fillWorker(): Promise<void> {
    this.#inMemory = true;
    for (const prefix of ['mark/', OUTBOX, DETAILS, 'draft/']) {
      for await (const entries of this.#store.readPages(prefix, ENTRIES_PER_BATCH))
        await this.#worker.call((remote) => remote.fill(entries, []));
    }
  }

  async #refill(keys: readonly string[]): Promise<void> {
    const texts = keys.flatMap((key) => {
      const [account = '', id = ''] = key.split('/');
      return [
        getMarkKey(account, Number(id)),
        getOutboxKey(account, Number(id)),
        getDetailsKey(account, 'script', Number(id)),
      ];
    });
    const storedEntries = await Promise.all(texts.map((key) => this.#store.get(key)));
    const entries = storedEntries.filter((entry) => entry !== null);
    await this.#worker.call((remote) => remote.fill(entries, []));
  }

  #mark(key: string, change: (mark: Mark) => Mark): Promise<Mark> {
    const [account = '', id = ''] = key.split('/');
    return changeMark(this.#store, account, Number(id), change);
  }

  async #refresh(): Promise<void> {
    const query = this.#query;
    if (!query) return;
    const count = Math.max(PER_PAGE, this.#page?.rows.length ?? 0);
    this.#show(query, await this.#find({ ...query, count }));
    this.#facets = await this.#worker.call((remote) => remote.listFacets());
  }

  #find(query: LibraryQuery): Promise<LibraryPage> {
    return this.#worker.call((remote) => remote.find(query));
  }

  #show(query: LibraryQuery, page: LibraryPage): void {
    if (this.#query !== query) return;
    // Until the worker has read everything, its shorter page must not replace the database's list.
    if (this.#databaseQuery === query && this.#isIndexing && page.total < this.total) return;
    this.#databaseQuery = null;
    this.#page = page;
    this.#addSnippets(query, page.rows);
  }

  /** Adds the text around the matches to rows that are shown; reading the texts takes longer than finding them. */
  #addSnippets(query: LibraryQuery, rows: readonly LibraryHit[]): void {
    if (query.words.trim() === '' || rows.length === 0) return;
    void this.#worker
      .call((remote) => remote.addSnippets(rows, query.words))
      .then((rowsWithSnippets) => {
        const page = this.#page;
        if (!page || this.#query !== query) return;
        const snippets = new Map(rowsWithSnippets.map(({ key, snippet }) => [key, snippet]));
        const addSnippet = (row: LibraryHit): LibraryHit => ({
          ...row,
          snippet: snippets.get(row.key) ?? row.snippet,
        });
        this.#page = { total: page.total, rows: page.rows.map(addSnippet) };
      });
  }
}

/** Returns whether the database alone can list the first page. */
const isUnfiltered = ({ words, shelf, format, folder, tag, since, between, sort }: LibraryQuery): boolean =>
  words.trim() === '' &&
  shelf !== 'starred' &&
  sort === 'written' &&
  [format, folder, tag, since, between].every((filter) => filter == null);

/** Defaults of the columns that rows of an earlier version lack. */
const ADDED_COLUMNS = { archived: false, tags: '', folder: '', text: '' } as const;

/** Returns the newest rows without the worker; null if the database does not answer or nothing was ever listed. */
export async function readFirstPage(
  { database }: Pick<MirroredStore, 'database'>,
  { shelf, count, channel = null }: Pick<LibraryQuery, 'shelf' | 'count'> & Partial<Pick<LibraryQuery, 'channel'>>,
): Promise<LibraryPage | null> {
  const trash = shelf === 'trash' ? 1 : 0;
  const result = await database.attempt(async (tables) => {
    const shelfRows = tables.library.where('[trash+written]').between([trash, ''], [trash, '\uffff']);
    const listedRows =
      channel === null ? shelfRows : shelfRows.and((row: LibraryRow) => `${row.account}/${row.channelId}` === channel);
    const [rows, total] = await Promise.all([listedRows.clone().reverse().limit(count).toArray(), listedRows.count()]);
    return { rows: rows.map((row: LibraryRow) => ({ ...ADDED_COLUMNS, ...row, snippet: null })), total };
  });
  return result.ok && result.value.total > 0 ? result.value : null;
}
