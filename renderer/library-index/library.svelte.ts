import { proxy, type Remote } from 'comlink';

import type { LibraryFunctions } from './library-worker.ts';
import { markKey, readMark, type LibraryHit, type LibraryPage, type LibraryQuery, type Mark } from './library-rows.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import { OUTBOX, outboxKey } from '../outbox/outbox-item.ts';
import { RevisionCounter } from '../storage/revision-counter.ts';
import type { MirroredStore } from '../storage/mirrored-store.ts';

const PER_PAGE = 100;
const MARKS_AT_ONCE = 50;
const FILL_AT_ONCE = 200;

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
  readonly #revisions = new RevisionCounter();
  #query: LibraryQuery | null = null;
  /** Set while the database's answer is shown and the worker may know less. */
  #listed: LibraryQuery | null = null;
  #page = $state.raw<LibraryPage | null>(null);
  #looking = $state.raw(false);
  #inMemory = $state.raw(false);
  #scripts = $state.raw(0);

  constructor(store: MirroredStore, worker: LibraryWorker) {
    this.#store = store;
    this.#worker = worker;
    const onChange = proxy((scripts: number) => {
      this.#scripts = scripts;
      void this.#again();
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
  get looking(): boolean {
    return this.#looking;
  }

  /** Returns the number of scripts known so far, while indexing. Reactive. */
  get scripts(): number {
    return this.#scripts;
  }

  /** Returns whether the browser has no database, so that everything is read from disk each time. Reactive. */
  get inMemory(): boolean {
    return this.#inMemory;
  }

  /** Indexes everything that changed since the last pass. */
  async look(): Promise<void> {
    this.#looking = true;
    const { database } = this.#store;
    await database.attempt(() => Promise.resolve());
    if (database.unusable !== null) await this.#fill();
    await this.#worker.call((remote) => remote.look());
    this.#looking = false;
    await this.#again();
  }

  /** Passes a service's scripts to the worker if there is no database to read them from. */
  async know(account: string, scripts: readonly { readonly id: number }[]): Promise<void> {
    if (!this.#inMemory) return;
    const known = scripts.map((value) => ({ key: `${account}/script/${value.id}`, value }));
    await this.#worker.call((remote) => remote.fill([], known));
  }

  /** Shows the matches: the first page of everything comes straight from the database, the rest from the worker. */
  async ask(query: Omit<LibraryQuery, 'from' | 'count'>): Promise<void> {
    const asked = { ...query, from: 0, count: PER_PAGE };
    const first = this.#page === null && isPlain(asked) ? firstPage(this.#store, asked) : null;
    this.#query = asked;
    const found = this.#find(asked);
    const page = await first;
    if (page && this.#page === null && this.#query === asked) {
      this.#listed = asked;
      this.#page = page;
    }
    this.#show(asked, await found);
  }

  /** Loads more rows; call near the end of the list. */
  async more(): Promise<void> {
    const [query, page] = [this.#query, this.#page];
    if (!query || !page || page.rows.length >= page.total) return;
    const { total, rows } = await this.#find({ ...query, from: page.rows.length });
    if (this.#page !== page || this.#query !== query) return;
    this.#page = { total, rows: [...page.rows, ...rows] };
    this.#addSnippets(query, rows);
  }

  /** Returns the keys of all matches, shown or not. */
  async keys(): Promise<readonly string[]> {
    const query = this.#query;
    return query ? this.#worker.call((remote) => remote.keys(query)) : [];
  }

  /** Stars, trashes or reverts that for scripts given as `account/id`. */
  async mark(keys: readonly string[], change: Partial<Mark>): Promise<void> {
    for (let from = 0; from < keys.length; from += MARKS_AT_ONCE) {
      await Promise.all(keys.slice(from, from + MARKS_AT_ONCE).map((key) => this.#mark(key, change)));
    }
    await this.touch(keys);
  }

  /** Indexes changes of these scripts and shows them. */
  async touch(keys: readonly string[]): Promise<void> {
    if (this.#inMemory) await this.#fillAgain(keys);
    await this.#worker.call((remote) => remote.touch(keys));
    await this.#again();
  }

  /** Sends the worker its data from disk. */
  async #fill(): Promise<void> {
    this.#inMemory = true;
    for (const prefix of ['mark/', OUTBOX, 'draft/']) {
      for await (const entries of this.#store.pages(prefix, FILL_AT_ONCE))
        await this.#worker.call((remote) => remote.fill(entries, []));
    }
  }

  async #fillAgain(keys: readonly string[]): Promise<void> {
    const wanted = keys.flatMap((key) => {
      const [account = '', id = ''] = key.split('/');
      return [markKey(account, Number(id)), outboxKey(account, Number(id))];
    });
    const found = await Promise.all(wanted.map((key) => this.#store.get(key)));
    const entries = found.filter((entry) => entry !== null);
    await this.#worker.call((remote) => remote.fill(entries, []));
  }

  async #mark(of: string, change: Partial<Mark>): Promise<void> {
    const [account = '', id = ''] = of.split('/');
    const key = markKey(account, Number(id));
    const there = await this.#store.get(key);
    const rev = this.#revisions.after(there?.rev ?? 0);
    const value = { ...readMark(there), ...change };
    await this.#store.put({ key, rev, updated_at: new Date().toISOString(), value });
  }

  async #again(): Promise<void> {
    const query = this.#query;
    if (!query) return;
    const count = Math.max(PER_PAGE, this.#page?.rows.length ?? 0);
    this.#show(query, await this.#find({ ...query, count }));
  }

  #find(query: LibraryQuery): Promise<LibraryPage> {
    return this.#worker.call((remote) => remote.find(query));
  }

  #show(query: LibraryQuery, page: LibraryPage): void {
    if (this.#query !== query) return;
    // Until the worker has read everything, its shorter page must not replace the database's list.
    if (this.#listed === query && this.#looking && page.total < this.total) return;
    this.#listed = null;
    this.#page = page;
    this.#addSnippets(query, page.rows);
  }

  /** Adds the text around the matches to rows that are shown; reading the texts takes longer than finding them. */
  #addSnippets(query: LibraryQuery, rows: readonly LibraryHit[]): void {
    if (query.words.trim() === '' || rows.length === 0) return;
    void this.#worker
      .call((remote) => remote.withSnippets(rows, query.words))
      .then((filled) => {
        const page = this.#page;
        if (!page || this.#query !== query) return;
        const snippets = new Map(filled.map(({ key, snippet }) => [key, snippet]));
        const withSnippet = (row: LibraryHit): LibraryHit => ({
          ...row,
          snippet: snippets.get(row.key) ?? row.snippet,
        });
        this.#page = { total: page.total, rows: page.rows.map(withSnippet) };
      });
  }
}

const isPlain = ({ words, shelf, channel, format, sort }: LibraryQuery): boolean =>
  words.trim() === '' && shelf !== 'starred' && channel === null && format === null && sort === 'written';

/** Returns the newest rows without the worker; null if the database does not answer or nothing was ever listed. */
export async function firstPage(
  { database }: Pick<MirroredStore, 'database'>,
  { shelf, count }: Pick<LibraryQuery, 'shelf' | 'count'>,
): Promise<LibraryPage | null> {
  const trash = shelf === 'trash' ? 1 : 0;
  const read = await database.attempt(async (tables) => {
    const listed = tables.library.where('[trash+written]').between([trash, ''], [trash, '\uffff']);
    const [rows, total] = await Promise.all([listed.clone().reverse().limit(count).toArray(), listed.count()]);
    return { rows: rows.map((row: LibraryRow) => ({ ...row, snippet: null })), total };
  });
  return read.ok && read.value.total > 0 ? read.value : null;
}
