import type { Dexie as DexieType, Table } from 'dexie';

import { logger } from '#log/logger.ts';
import type { JournalEntry } from '#contract/journal.ts';

import { Listeners } from '../bridge/transport.ts';
import type { LibraryRow } from './library-row.ts';

const log = logger('storage');

/** Caches the service's last answer for one item. */
export interface EntityRow {
  /** Written as `account/kind/id`. */
  readonly key: string;
  /** Written as `account/kind`, for queries over a whole kind. */
  readonly of: string;
  readonly value: unknown;
  readonly at: string;
}

/** Caches the last answer to one list query: the ordered rows and the rest of the answer. */
export interface ListRow {
  /** Written as `account/kind?query`. */
  readonly key: string;
  readonly value: unknown;
  readonly at: string;
}

/** Caches a picture of the service, named by its URL without the signature. */
export interface PictureRow {
  /** Written as `account/name`. */
  readonly key: string;
  readonly blob: Blob;
}

export interface MetaRow {
  readonly key: string;
  readonly value: unknown;
}

/**
 * `entries` holds everything a person wrote, in the shape and under the keys of the host's journal, so that either side
 * can be rebuilt from the other. The other tables can be deleted.
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
  /** Lets tests use another implementation, or none at all. */
  readonly indexedDB?: IDBFactory | null;
  readonly IDBKeyRange?: typeof globalThis.IDBKeyRange;
  /** If opening takes longer than this, in ms, the app continues without the database. */
  readonly openTimeoutMs?: number;
}

/** Errors that indicate a damaged database, not just a failed request. */
const DAMAGE_ERRORS = new Set([
  'UnknownError',
  'InvalidStateError',
  'DatabaseClosedError',
  'OpenFailedError',
  'NotFoundError',
  'SchemaError',
  'AbortError',
  'TransactionInactiveError',
]);
/** Errors of opening that deleting would not fix, or where a newer app or another window still needs the data. */
const NOT_FIXABLE_ERRORS = new Set([
  'VersionError',
  'TimeoutError',
  'BlockedError',
  'SecurityError',
  'MissingAPIError',
]);

/**
 * Uses IndexedDB through Dexie. The browser may refuse, wipe or damage it at any time, so every use is an attempt: a
 * damaged database is deleted and recreated, and listeners refill it from the journal. Without a database, the app
 * works with the journal alone.
 */
export class Database {
  readonly #name: string;
  readonly #options: DatabaseOptions;
  readonly #rebuiltListeners = new Listeners<void>();
  #opening: Promise<Tables | null> | undefined;
  /** The result of `#opening`; once open, work starts without waiting a tick. */
  #openedTables: Tables | null = null;
  /** Maps keys to the revision this window knows is stored. */
  readonly #revisions = new Map<string, number>();
  #unusable: string | null = null;
  #repairs = 0;

  constructor(options: DatabaseOptions = {}) {
    this.#name = options.name ?? 'cutaway';
    this.#options = options;
  }

  /** Returns why this window cannot store anything; null while it works or was not tried yet. */
  get unusable(): string | null {
    return this.#unusable;
  }

  /** Calls `listener` when a damaged database was replaced by an empty one. */
  onRebuilt(listener: () => void): () => void {
    return this.#rebuiltListeners.add(listener);
  }

  /** Runs `work`, and once more on a new database if the old one was damaged. Never throws. */
  async attempt<T>(work: (tables: Tables) => Promise<T>): Promise<Attempt<T>> {
    for (let round = 0; ; round++) {
      const tables = this.#openedTables ?? (await this.#openTables());
      if (!tables) return { ok: false, message: this.#unusable ?? 'The browser doesn’t provide a database.' };
      try {
        return { ok: true, value: await work(tables) };
      } catch (error) {
        const name = getName(error);
        if (isQuota(error)) {
          if (round > 0 || !(await this.#dropCaches(tables)))
            return { ok: false, message: 'The browser has no storage left for this window.' };
        } else if (round > 0 || !DAMAGE_ERRORS.has(name) || !(await this.#repair(tables))) {
          return { ok: false, message: `The browser’s database isn’t working (${name}).` };
        }
      }
    }
  }

  /**
   * Stores an entry unless a newer revision exists. Reads the stored revision first only if this window did not write
   * it. `isNew` means that the key was just created, so nothing can be stored there.
   */
  async putNewer(entry: JournalEntry, isNew = false): Promise<Attempt<unknown>> {
    const { key, rev } = entry;
    const revision = isNew ? 0 : this.#revisions.get(key);
    if (revision === undefined) {
      const putResult = await this.attempt((tables) => putUnlessNewer(tables.backendDB(), entry));
      if (putResult.ok) this.#revisions.set(key, Math.max(putResult.value, this.#revisions.get(key) ?? 0));
      return putResult;
    }
    if (revision > rev) return { ok: true, value: revision };
    this.#revisions.set(key, rev);
    const put = await this.attempt((tables) => putEntry(tables.backendDB(), entry));
    if (!put.ok) this.#revisions.delete(key);
    return put;
  }

  /** Call when another window may have changed a key, or all keys; the next put reads the stored revision again. */
  invalidate(key?: string): void {
    if (key === undefined) this.#revisions.clear();
    else this.#revisions.delete(key);
  }

  /**
   * Reads rows in key order straight from the browser's database, before Dexie is even loaded; null if that is
   * impossible. Changes nothing: a missing database is not created.
   */
  peek<T extends 'entries' | 'meta'>(table: T, keys: readonly string[]): Promise<(RowOf[T] | undefined)[] | null> {
    const factory = this.#options.indexedDB === undefined ? globalThis.indexedDB : this.#options.indexedDB;
    if (!factory) return Promise.resolve(null);
    const read = new Promise<(RowOf[T] | undefined)[] | null>((resolve) => {
      const opening = factory.open(this.#name);
      opening.onupgradeneeded = () => {
        opening.transaction?.abort();
        // There was no database, so it has no rows.
        resolve(keys.map(() => undefined));
      };
      opening.onerror = () => resolve(null);
      opening.onsuccess = () => {
        const database = opening.result;
        const finish = (rows: (RowOf[T] | undefined)[] | null): void => {
          database.close();
          resolve(rows);
        };
        try {
          const transaction = database.transaction(table);
          const rows = keys.map((key) => transaction.objectStore(table).get(key) as IDBRequest<RowOf[T] | undefined>);
          transaction.oncomplete = () => finish(rows.map(({ result }) => result));
          transaction.onabort = () => finish(null);
        } catch {
          finish(null);
        }
      };
    });
    return withTimeout(this.#options.openTimeoutMs ?? 3000, read).catch(() => null); // the journal has it too
  }

  /** Starts opening without waiting, so that the database is ready when needed. */
  warm(): void {
    void this.#openTables();
  }

  async close(): Promise<void> {
    const tables = await this.#opening;
    tables?.close();
    this.#forget();
  }

  #openTables(): Promise<Tables | null> {
    return (this.#opening ??= this.#openAndStore());
  }

  async #openAndStore(): Promise<Tables | null> {
    return (this.#openedTables = await this.#open());
  }

  #forget(): void {
    this.#opening = undefined;
    this.#openedTables = null;
    this.#revisions.clear();
  }

  async #open(): Promise<Tables | null> {
    // Loaded only here, so that the first paint does not wait for it.
    const { Dexie } = await import('dexie');
    const factory = this.#options.indexedDB === undefined ? globalThis.indexedDB : this.#options.indexedDB;
    if (!factory) {
      this.#unusable = 'The browser doesn’t provide a database.';
      return null;
    }
    const range = this.#options.IDBKeyRange ?? globalThis.IDBKeyRange;
    const createDatabase = (): Tables => {
      const database = new Dexie(this.#name, { indexedDB: factory, IDBKeyRange: range });
      database.version(1).stores({ entries: 'key', entities: 'key, of', lists: 'key', meta: 'key' });
      database.version(2).stores({ library: 'key, [trash+written]' });
      database.version(3).stores({ entries: 'key, [key+rev]' });
      database.version(4).stores({ pictures: 'key' });
      database.version(5).stores({ entries: 'key' });
      return database as unknown as Tables;
    };
    for (let round = 0; round < 2; round++) {
      const tables = createDatabase();
      try {
        await withTimeout(this.#options.openTimeoutMs ?? 3000, tables.open());
        return tables;
      } catch (error) {
        tables.close();
        const name = getName(error);
        if (round > 0 || NOT_FIXABLE_ERRORS.has(name)) {
          this.#unusable = `The browser’s database couldn’t be opened (${name}).`;
          return null;
        }
        // A damaged database cannot be read any more; the journal has its content.
        await withTimeout(1500, createDatabase().delete()).catch(log.failure('damaged database not deleted'));
        this.#notifyRebuilt();
      }
    }
    return null;
  }

  async #repair(tables: Tables): Promise<boolean> {
    // Give up on a database that keeps failing.
    if (++this.#repairs > 5) {
      this.#unusable = 'The browser’s database keeps failing.';
      this.#forget();
      this.#opening = Promise.resolve(null);
      return false;
    }
    tables.close();
    this.#forget();
    const reopenedTables = await this.#openTables();
    if (!reopenedTables) return false;
    try {
      await reopenedTables.entries.count();
    } catch {
      reopenedTables.close();
      await withTimeout(1500, reopenedTables.delete()).catch(log.failure('damaged database not deleted'));
      this.#forget();
      if (!(await this.#openTables())) return false;
    }
    this.#notifyRebuilt();
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

  #notifyRebuilt(): void {
    this.#revisions.clear();
    // Deferred, because a listener that reads would deadlock with the opening that waits for it.
    queueMicrotask(() => this.#rebuiltListeners.notify());
  }
}

/** Bypasses Dexie's extra ticks; resolves on commit. */
function putEntry(database: IDBDatabase, entry: JournalEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('entries', 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(abortError(transaction));
    transaction.objectStore('entries').put(entry);
    // Otherwise the browser waits for the put's answer and the end of this tick before it commits.
    transaction.commit();
  });
}

/**
 * Requests the read and the put together, and aborts if the read finds a newer revision. Returns the stored revision.
 */
function putUnlessNewer(database: IDBDatabase, entry: JournalEntry): Promise<number> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('entries', 'readwrite');
    const entries = transaction.objectStore('entries');
    let newer: number | null = null;
    transaction.oncomplete = () => resolve(entry.rev);
    transaction.onabort = () => (newer === null ? reject(abortError(transaction)) : resolve(newer));
    const read: IDBRequest<JournalEntry | undefined> = entries.get(entry.key);
    read.onsuccess = () => {
      if (!read.result || read.result.rev <= entry.rev) return;
      newer = read.result.rev;
      transaction.abort();
    };
    entries.put(entry);
  });
}

const abortError = (transaction: IDBTransaction): DOMException =>
  transaction.error ?? new DOMException('Saving was interrupted.', 'AbortError');

function getName(error: unknown): string {
  // Dexie wraps the browser's error.
  const inner = (error as { inner?: { name?: unknown } } | null)?.inner?.name;
  if (typeof inner === 'string') return inner;
  if (!(error instanceof Error || error instanceof DOMException)) return 'unknown';
  // Some errors carry the name only in the message.
  return /^(\w+Error): /.exec(error.message)?.[1] ?? error.name;
}

const isQuota = (error: unknown): boolean => getName(error) === 'QuotaExceededError';

function withTimeout<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException('It took too long.', 'TimeoutError')), ms);
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
