import type { JournalEntry } from '#contract/journal.ts';

import type { Database, EntityRow, Tables } from '../storage/database.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import type { LocalTexts } from './library-rows.ts';
import { toCachedTextKey, readCachedTexts } from './cached-texts.ts';

/** Provides the catalog's data and stores its index. */
export interface LibrarySource {
  /** Returns the index stored last. */
  readIndex(): Promise<unknown>;
  storeIndex(index: unknown): Promise<void>;
  readEntries(keys: readonly string[]): Promise<readonly (JournalEntry | undefined)[]>;
  /** Returns up to `count` entries under a prefix, in order, starting after the key `after`. */
  readEntriesFrom(prefix: string, after: string | null, count: number): Promise<readonly JournalEntry[]>;
  /** Returns the service's data of a script; the key is `account/script/id`. */
  readScript(key: string): Promise<unknown>;
  /** Returns the service's cached texts of scripts without local drafts, by `account/id`. */
  readCachedTexts(keys: readonly string[]): Promise<readonly LocalTexts[]>;
  /** Returns the data of all scripts, or null if it cannot be read now. */
  readScripts(): Promise<readonly Pick<EntityRow, 'key' | 'value'>[] | null>;
  /** Updates the list for the first page of the next window. */
  updateList(rows: readonly LibraryRow[], removedKeys: readonly string[]): Promise<void>;
}

const INDEX_KEY = 'library';

export class DatabaseSource implements LibrarySource {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  readIndex(): Promise<unknown> {
    return this.#database.peek('meta', [INDEX_KEY]).then((rows) => rows?.[0]?.value);
  }

  async storeIndex(index: unknown): Promise<void> {
    await this.#database.attempt((tables) => tables.meta.put({ key: INDEX_KEY, value: index }));
  }

  async readEntries(keys: readonly string[]): Promise<readonly (JournalEntry | undefined)[]> {
    return (await this.#read((tables) => tables.entries.bulkGet([...keys]))) ?? [];
  }

  async readEntriesFrom(prefix: string, after: string | null, count: number): Promise<readonly JournalEntry[]> {
    const result = await this.#read((tables) =>
      tables.entries
        .where('key')
        .between(after ?? prefix, `${prefix}\uffff`, after === null, false)
        .limit(count)
        .toArray(),
    );
    return result ?? [];
  }

  async readScript(key: string): Promise<unknown> {
    return (await this.#read((tables) => tables.entities.get(key)))?.value;
  }

  async readCachedTexts(keys: readonly string[]): Promise<readonly LocalTexts[]> {
    const scripts = keys.map((key) => key.split('/')).map(([account = '', id = '']) => ({ account, id: Number(id) }));
    const rows = await this.#read((tables) =>
      tables.lists.bulkGet(scripts.map(({ account, id }) => toCachedTextKey(account, id))),
    );
    return scripts.map(({ account, id }, at) => readCachedTexts(account, id, rows?.[at]));
  }

  readScripts(): Promise<readonly EntityRow[] | null> {
    return this.#read((tables) => tables.entities.filter(({ of }) => of.endsWith('/script')).toArray());
  }

  async updateList(rows: readonly LibraryRow[], removedKeys: readonly string[]): Promise<void> {
    if (rows.length > 0) await this.#database.attempt((tables) => tables.library.bulkPut([...rows]));
    if (removedKeys.length > 0) await this.#database.attempt((tables) => tables.library.bulkDelete([...removedKeys]));
  }

  async #read<T>(work: (tables: Tables) => Promise<T>): Promise<T | null> {
    const result = await this.#database.attempt(work);
    return result.ok ? result.value : null;
  }
}

/** Replaces a broken database: holds the data the window sent, until it closes. */
export class MemorySource implements LibrarySource {
  readonly #entries = new Map<string, JournalEntry>();
  readonly #scripts = new Map<string, unknown>();

  addAll(entries: readonly JournalEntry[], scripts: readonly Pick<EntityRow, 'key' | 'value'>[]): void {
    for (const entry of entries) this.#entries.set(entry.key, entry);
    for (const { key, value } of scripts) this.#scripts.set(key, value);
  }

  readIndex(): Promise<unknown> {
    return Promise.resolve(undefined);
  }

  storeIndex(): Promise<void> {
    return Promise.resolve();
  }

  readEntries(keys: readonly string[]): Promise<readonly (JournalEntry | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.#entries.get(key)));
  }

  readEntriesFrom(prefix: string, after: string | null, count: number): Promise<readonly JournalEntry[]> {
    const keys = [...this.#entries.keys()].filter((key) => key.startsWith(prefix) && (after === null || key > after));
    return this.readEntries(keys.sort().slice(0, count)).then((entries) =>
      entries.filter((entry) => entry !== undefined),
    );
  }

  readScript(key: string): Promise<unknown> {
    return Promise.resolve(this.#scripts.get(key));
  }

  readCachedTexts(keys: readonly string[]): Promise<readonly LocalTexts[]> {
    return Promise.resolve(keys.map(() => ({ outline: null, script: null })));
  }

  readScripts(): Promise<readonly Pick<EntityRow, 'key' | 'value'>[]> {
    return Promise.resolve([...this.#scripts].map(([key, value]) => ({ key, value })));
  }

  updateList(): Promise<void> {
    return Promise.resolve();
  }
}
