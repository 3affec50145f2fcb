import type { Dexie as DexieType, Table } from 'dexie';

import type { JournalEntry } from '#contract/bridge.ts';

import type { LibraryRow } from './library-rows.ts';

/** What was last answered for one thing of the service. */
export interface EntityRow {
  /** `account/kind/id` */
  readonly key: string;
  /** `account/kind`, for all of a kind. */
  readonly of: string;
  readonly value: unknown;
  readonly at: string;
}

/** What was last answered to one list query: the rows in order, and the rest of the answer. */
export interface ListRow {
  /** `account/kind?query` */
  readonly key: string;
  readonly value: unknown;
  readonly at: string;
}

/** A picture of the service, under what its address is without the signature. */
export interface PictureRow {
  /** `account/name` */
  readonly key: string;
  readonly blob: Blob;
}

export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Everything a person wrote lies in `entries`, in the shape and under the keys of the host's journal, so that either
 * side can be rebuilt from the other. The other tables can be thrown away.
 */
export type Tables = DexieType & {
  readonly entries: Table<JournalEntry, string>;
  readonly entities: Table<EntityRow, string>;
  readonly lists: Table<ListRow, string>;
  readonly meta: Table<MetaRow, string>;
  readonly library: Table<LibraryRow, string>;
  readonly pictures: Table<PictureRow, string>;
};

interface RowOf {
  readonly entries: JournalEntry;
  readonly meta: MetaRow;
}

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export interface DatabaseOptions {
  readonly name?: string;
  /** In tests: another implementation, or none at all. */
  readonly indexedDB?: IDBFactory | null;
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange;
  /** How long opening may take before the studio goes on without, in ms. */
  readonly patience?: number;
}

/** Failures after which the database itself is in question, rather than what was asked of it. */
const LOST = new Set([
  'UnknownError',
  'InvalidStateError',
  'DatabaseClosedError',
  'OpenFailedError',
  'NotFoundError',
  'SchemaError',
  'AbortError',
  'TransactionInactiveError',
]);
/** Failures to open that deleting would not mend, or where a newer studio or another window still needs what is there. */
const LEAVE_ALONE = new Set(['VersionError', 'TimeoutError', 'BlockedError', 'SecurityError', 'MissingAPIError']);

/**
 * IndexedDB through Dexie. The browser may refuse, wipe or damage it at any time, so every use is an attempt: a damaged
 * database is deleted and made anew, listeners refill it from the journal, and where none can be had the studio goes on
 * with the journal alone.
 */
export class Database {
  readonly #name: string;
  readonly #options: DatabaseOptions;
  readonly #rebuilt = new Set<() => void>();
  #opening: Promise<Tables | null> | undefined;
  /** What `#opening` came to: once it is open, work begins in the very moment it is asked for. */
  #opened: Tables | null = null;
  /** By key, the revision of what this window knows to lie there. */
  readonly #revs = new Map<string, number>();
  #unusable: string | null = null;
  #repairs = 0;

  constructor(options: DatabaseOptions = {}) {
    this.#name = options.name ?? 'cutaway';
    this.#options = options;
  }

  /** Why nothing can be kept in this window; null while it works or was not tried yet. */
  get unusable(): string | null {
    return this.#unusable;
  }

  /** Tells when a damaged database was replaced by an empty one. */
  onRebuilt(listener: () => void): () => void {
    this.#rebuilt.add(listener);
    return () => {
      this.#rebuilt.delete(listener);
    };
  }

  /** Runs `work`, once more on a new database when the old one turned out damaged. Never throws. */
  async attempt<T>(work: (tables: Tables) => Promise<T>): Promise<Attempt<T>> {
    for (let round = 0; ; round++) {
      const tables = this.#opened ?? (await this.#tables());
      if (!tables) return { ok: false, message: this.#unusable ?? 'The browser offers no database.' };
      try {
        return { ok: true, value: await work(tables) };
      } catch (error) {
        const name = nameOf(error);
        if (isQuota(error)) {
          if (round > 0 || !(await this.#dropCaches(tables)))
            return { ok: false, message: 'The browser has no room left for this window.' };
        } else if (round > 0 || !LOST.has(name) || !(await this.#repair(tables))) {
          return { ok: false, message: `The browser's database does not work (${name}).` };
        }
      }
    }
  }

  /**
   * Keeps an entry unless a newer revision of it lies there. What this window put there last it knows; only where it does
   * not, what lies there is read first. `fresh`: nothing can lie there, the key was made just now.
   */
  async putNewer(entry: JournalEntry, fresh = false): Promise<Attempt<unknown>> {
    const { key, rev } = entry;
    const known = fresh ? 0 : this.#revs.get(key);
    if (known === undefined) {
      const there = await this.attempt((tables) => putUnlessNewer(tables.backendDB(), entry));
      if (there.ok) this.#revs.set(key, Math.max(there.value, this.#revs.get(key) ?? 0));
      return there;
    }
    if (known > rev) return { ok: true, value: known };
    this.#revs.set(key, rev);
    const put = await this.attempt((tables) => putEntry(tables.backendDB(), entry));
    if (!put.ok) this.#revs.delete(key);
    return put;
  }

  /** What lies under a key, or all of it, may have changed without this window: it is read again before the next put. */
  unsure(key?: string): void {
    if (key === undefined) this.#revs.clear();
    else this.#revs.delete(key);
  }

  /**
   * Rows as they lie in the browser's database, in the order of their keys, before the library that keeps the database
   * is even loaded; null where it cannot be read so. Changes nothing: a database that is missing is not made by it.
   */
  glance<T extends 'entries' | 'meta'>(table: T, keys: readonly string[]): Promise<(RowOf[T] | undefined)[] | null> {
    const factory = this.#options.indexedDB === undefined ? globalThis.indexedDB : this.#options.indexedDB;
    if (!factory) return Promise.resolve(null);
    const read = new Promise<(RowOf[T] | undefined)[] | null>((resolve) => {
      const opening = factory.open(this.#name);
      opening.onupgradeneeded = () => {
        opening.transaction?.abort();
        // There was none: nothing lies in it.
        resolve(keys.map(() => undefined));
      };
      opening.onerror = () => resolve(null);
      opening.onsuccess = () => {
        const database = opening.result;
        const done = (rows: (RowOf[T] | undefined)[] | null): void => {
          database.close();
          resolve(rows);
        };
        try {
          const transaction = database.transaction(table);
          const rows = keys.map((key) => transaction.objectStore(table).get(key) as IDBRequest<RowOf[T] | undefined>);
          transaction.oncomplete = () => done(rows.map(({ result }) => result));
          transaction.onabort = () => done(null);
        } catch {
          done(null);
        }
      };
    });
    return within(this.#options.patience ?? 3000, read).catch(() => null);
  }

  /** Begins to open, without waiting: what is needed soon is then there. */
  warm(): void {
    void this.#tables();
  }

  async close(): Promise<void> {
    const tables = await this.#opening;
    tables?.close();
    this.#forget();
  }

  #tables(): Promise<Tables | null> {
    return (this.#opening ??= this.#openNow());
  }

  async #openNow(): Promise<Tables | null> {
    return (this.#opened = await this.#open());
  }

  #forget(): void {
    this.#opening = undefined;
    this.#opened = null;
    this.#revs.clear();
  }

  async #open(): Promise<Tables | null> {
    // Loaded here and nowhere else: the first paint does not wait for it.
    const { Dexie } = await import('dexie');
    const factory = this.#options.indexedDB === undefined ? globalThis.indexedDB : this.#options.indexedDB;
    if (!factory) {
      this.#unusable = 'The browser offers no database.';
      return null;
    }
    const range = this.#options.IDBKeyRange ?? globalThis.IDBKeyRange;
    const make = (): Tables => {
      const made = new Dexie(this.#name, { indexedDB: factory, IDBKeyRange: range });
      made.version(1).stores({ entries: 'key', entities: 'key, of', lists: 'key', meta: 'key' });
      made.version(2).stores({ library: 'key, [trash+written]' });
      made.version(3).stores({ entries: 'key, [key+rev]' });
      made.version(4).stores({ pictures: 'key' });
      made.version(5).stores({ entries: 'key' });
      return made as unknown as Tables;
    };
    for (let round = 0; round < 2; round++) {
      const tables = make();
      try {
        await within(this.#options.patience ?? 3000, tables.open());
        return tables;
      } catch (error) {
        tables.close();
        const name = nameOf(error);
        if (round > 0 || LEAVE_ALONE.has(name)) {
          this.#unusable = `The browser's database cannot be opened (${name}).`;
          return null;
        }
        // A damaged one cannot be read any more; the journal has what was in it.
        await within(1500, make().delete()).catch(() => undefined);
        this.#tellRebuilt();
      }
    }
    return null;
  }

  async #repair(tables: Tables): Promise<boolean> {
    // A database that breaks again and again is not worth the writing.
    if (++this.#repairs > 5) {
      this.#unusable = "The browser's database keeps failing.";
      this.#forget();
      this.#opening = Promise.resolve(null);
      return false;
    }
    tables.close();
    this.#forget();
    const healthy = await this.#tables();
    if (!healthy) return false;
    try {
      await healthy.entries.count();
    } catch {
      healthy.close();
      await within(1500, healthy.delete()).catch(() => undefined);
      this.#forget();
      if (!(await this.#tables())) return false;
    }
    this.#tellRebuilt();
    return true;
  }

  async #dropCaches(tables: Tables): Promise<boolean> {
    try {
      await tables.lists.clear();
      await tables.entities.clear();
      await tables.library.clear();
      await tables.pictures.clear();
      await tables.meta.clear();
      return true;
    } catch {
      return false;
    }
  }

  #tellRebuilt(): void {
    this.#revs.clear();
    // Later: a listener that reads would wait for the opening that waits for it.
    queueMicrotask(() => {
      for (const listener of this.#rebuilt) listener();
    });
  }
}

/** Past Dexie, which would take turns of its own. Answers once it is complete. */
function putEntry(database: IDBDatabase, entry: JournalEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('entries', 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(brokenOff(transaction));
    transaction.objectStore('entries').put(entry);
    // Else the browser waits for the put's answer, and for this turn's end, before it makes the write complete.
    transaction.commit();
  });
}

/** The look and the put are asked for at once; a look that finds a newer one takes the put back. Answers what lies there. */
function putUnlessNewer(database: IDBDatabase, entry: JournalEntry): Promise<number> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('entries', 'readwrite');
    const entries = transaction.objectStore('entries');
    let newer: number | null = null;
    transaction.oncomplete = () => resolve(entry.rev);
    transaction.onabort = () => (newer === null ? reject(brokenOff(transaction)) : resolve(newer));
    const look: IDBRequest<JournalEntry | undefined> = entries.get(entry.key);
    look.onsuccess = () => {
      if (!look.result || look.result.rev <= entry.rev) return;
      newer = look.result.rev;
      transaction.abort();
    };
    entries.put(entry);
  });
}

const brokenOff = (transaction: IDBTransaction): DOMException =>
  transaction.error ?? new DOMException('The write broke off.', 'AbortError');

function nameOf(error: unknown): string {
  // Dexie wraps what the browser said.
  const inner = (error as { inner?: { name?: unknown } } | null)?.inner?.name;
  if (typeof inner === 'string') return inner;
  if (!(error instanceof Error || error instanceof DOMException)) return 'unknown';
  // Or names it in the message alone.
  return /^(\w+Error): /.exec(error.message)?.[1] ?? error.name;
}

const isQuota = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError';

function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('Took too long.', 'TimeoutError')), ms);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}
