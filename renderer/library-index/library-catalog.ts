import pLimit from 'p-limit';

import type { JournalEntry } from '#contract/journal.ts';

import { draftKey, readDraftKey } from '../storage/keys.ts';
import { DETAILS, getDetailsKey, readDetails } from '../details/details-entry.ts';
import { LibraryDocs, type Doc, type PackedDocs } from './library-docs.ts';
import {
  toServiceFields,
  toRow,
  buildSearchableText,
  formatStamp,
  readText,
  type LibraryFacets,
  type LibraryHit,
  type LibraryPage,
  type LibraryQuery,
  type LibrarySort,
  type LocalTexts,
} from './library-rows.ts';
import { getMarkKey, readMark } from './marks.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import type { LibrarySource } from './library-source.ts';
import { getOutboxKey, readQueued } from '../outbox/outbox-item.ts';
import { getWords } from './search-terms.ts';
import { buildSnippet } from './snippet.ts';
import { WordIndex, type PackedWords } from './word-index.ts';

interface StoredIndex {
  readonly format: number;
  readonly packed: PackedWords;
  readonly docs: PackedDocs;
  /** Row numbers, last written first. */
  readonly written: Int32Array;
}

type ScriptFields = Readonly<Record<string, unknown>>;

const FORMAT = 8;
const BATCH_SIZE = 200;
/** The index is packed and stored once more than this share of it changed. */
const PACK_SHARE = 0.05;
const MIN_UNPACKED_TEXTS = 50;

/**
 * Lists and searches all scripts and drafts of this window. It runs in a worker. The index is stored; later changes are
 * found by reading the drafts and by notifications.
 */
export class LibraryCatalog {
  readonly #source: LibrarySource;
  #docs = new LibraryDocs();
  #index = new WordIndex();
  #unpackedCount = 0;
  #orders = new Map<LibrarySort, Int32Array>();
  readonly #queue = pLimit(1);
  /**
   * Counts the spoken words of a text. Its parser loads with the first pass, so that searching need not wait for it.
   */
  #countWords: (text: string) => number = () => 0;

  constructor(source: LibrarySource) {
    this.#source = source;
  }

  async load(): Promise<void> {
    const storedIndex = (await this.#source.readIndex()) as StoredIndex | undefined;
    if (storedIndex?.format !== FORMAT) return;
    this.#docs = new LibraryDocs(storedIndex.docs);
    this.#index = new WordIndex(storedIndex.packed);
    this.#orders.set('written', storedIndex.written);
  }

  get size(): number {
    return this.#docs.size;
  }

  /** Searches in memory only; `addSnippets` reads the texts. */
  find(query: LibraryQuery): LibraryPage {
    const matches = this.findMatches(query);
    const shownNumbers = matches.slice(query.from, query.from + query.count);
    return { total: matches.length, rows: this.#getRows(shownNumbers).map((row) => ({ ...row, snippet: null })) };
  }

  /** Returns the same rows with the text around the matches. */
  async addSnippets(rows: readonly LibraryHit[], query: string): Promise<readonly LibraryHit[]> {
    if (rows.length === 0 || getWords(query).length === 0) return rows;
    const keys = rows.flatMap(({ account, id }) => [draftKey(account, id, 'script'), draftKey(account, id, 'outline')]);
    const texts = await this.#source.readEntries(keys);
    const cachedTexts = await this.#source.readCachedTexts(rows.map(({ key }) => key));
    return rows.map((row, at) => {
      const [script, outline] = [texts[at * 2] ?? null, texts[at * 2 + 1] ?? null];
      const shownTexts = script || outline ? { script, outline } : cachedTexts[at];
      const snippets = [shownTexts?.script ?? null, shownTexts?.outline ?? null].map((entry) =>
        buildSnippet(readText(entry), query),
      );
      return { ...row, snippet: snippets[0] ?? snippets[1] ?? buildSnippet(row.about, query) };
    });
  }

  listKeys(query: LibraryQuery): readonly string[] {
    return this.#getRows(this.findMatches(query)).map(({ key }) => key);
  }

  #getRows(numbers: readonly number[]): readonly LibraryRow[] {
    return numbers.map((at) => this.#docs.get(at)?.row).filter((row) => row !== undefined);
  }

  /** Returns the numbers of all matches, in order. */
  findMatches(query: LibraryQuery): readonly number[] {
    const { words, shelf, sort } = query;
    const hits = this.#index.search(words, this.#docs.length);
    // A query of punctuation alone matches nothing.
    if (hits === null && words.trim() !== '' && getWords(words).length === 0) return [];
    const isFiltered = hasFilter(query);
    const matches: number[] = [];
    for (const at of this.#getOrder(sort)) {
      if ((hits && hits[at] !== 1) || !this.#docs.isOnShelf(shelf, at)) continue;
      if (isFiltered) {
        const row = this.#docs.get(at)?.row;
        if (!row || !matchesFilters(row, query)) continue;
      }
      matches.push(at);
    }
    return matches;
  }

  /** Returns the folders and tags of the scripts that are not in the trash, in alphabetical order. */
  listFacets(): LibraryFacets {
    const [folders, tags] = [new Map<string, number>(), new Map<string, number>()];
    const count = (target: Map<string, number>, name: string): void =>
      void target.set(name, (target.get(name) ?? 0) + 1);
    for (const at of this.#docs.listNumbers()) {
      const row = this.#docs.isOnShelf('all', at) ? this.#docs.get(at)?.row : undefined;
      if (!row) continue;
      if (row.folder !== '') count(folders, row.folder);
      for (const tag of row.tags.split('\n')) if (tag !== '') count(tags, tag);
    }
    const collator = new Intl.Collator();
    const sortByName = (target: Map<string, number>): [string, number][] =>
      [...target].sort(([a], [b]) => collator.compare(a, b));
    return { folders: sortByName(folders), tags: sortByName(tags) };
  }

  /** Reads everything and indexes changes; calls `progress` after each batch. Returns whether anything changed. */
  index(progress: () => void = () => undefined): Promise<boolean> {
    return this.#runExclusive(() => this.#indexAll(progress));
  }

  /** Indexes changes of these scripts. Returns whether there were any. */
  indexChanges(keys: readonly string[]): Promise<boolean> {
    return this.#runExclusive(async () => {
      let isChanged = false;
      // A changed row has a new number, so list each before reading the next: searches run in between.
      for (const key of new Set(keys)) {
        const row = await this.#refresh(key);
        if (row) isChanged = (await this.#updateList([row], [])) || isChanged;
      }
      return isChanged;
    });
  }

  async #indexAll(progress: () => void): Promise<boolean> {
    const fieldsByKey = await this.#readFields();
    if (!fieldsByKey) return false;
    const marks = await this.#source.readEntriesFrom('mark/', null, Infinity);
    const marksByKey = new Map(marks.map((entry) => [entry.key, entry]));
    const indexedKeys = new Set<string>();
    let isChanged = false;
    const indexScripts = async (scripts: ReadonlyMap<string, LocalTexts>): Promise<void> => {
      const rows: LibraryRow[] = [];
      for (const [key, texts] of scripts) {
        indexedKeys.add(key);
        const target = parseKey(key);
        const mark = marksByKey.get(getMarkKey(target.account, target.id)) ?? null;
        const row = this.#put(target, fieldsByKey.get(key) ?? {}, texts, mark);
        if (row) rows.push(row);
      }
      if (!(await this.#updateList(rows, []))) return;
      isChanged = true;
      progress();
    };
    for await (const scripts of this.#readDrafts()) await indexScripts(scripts);
    const unwrittenKeys = [...fieldsByKey.keys()].filter((key) => !indexedKeys.has(key));
    for (let from = 0; from < unwrittenKeys.length; from += BATCH_SIZE) {
      const batch = unwrittenKeys.slice(from, from + BATCH_SIZE);
      const cachedTexts = await this.#source.readCachedTexts(batch);
      await indexScripts(new Map(batch.map((key, at) => [key, cachedTexts[at] ?? { outline: null, script: null }])));
    }
    const removedKeys = this.#docs.listKeys().filter((key) => !indexedKeys.has(key));
    return (await this.#updateList([], removedKeys)) || isChanged;
  }

  /** Returns the service's data of every script, plus queued scripts it does not have yet. */
  async #readFields(): Promise<Map<string, ScriptFields> | null> {
    const scripts = await this.#source.readScripts();
    if (!scripts) return null;
    const fieldsByKey = new Map<string, ScriptFields>();
    for (const { key, value } of scripts) fieldsByKey.set(key.replace('/script/', '/'), value as ScriptFields);
    for (const entry of await this.#source.readEntriesFrom('outbox/', null, Infinity)) {
      const item = readQueued(entry);
      if (item?.operation !== 'scripts.create' || item.state === 'done') continue;
      fieldsByKey.set(`${item.account}/${item.id}`, toServiceFields(item));
    }
    // Show a value the person changed here instead of the service's.
    for (const entry of await this.#source.readEntriesFrom(DETAILS, null, Infinity)) {
      const details = readDetails(entry);
      if (details?.kind !== 'script') continue;
      const key = `${details.account}/${details.id}`;
      const previous = fieldsByKey.get(key);
      if (previous) fieldsByKey.set(key, { ...previous, ...details.fields });
    }
    return fieldsByKey;
  }

  /** Yields all drafts, some scripts at a time; both texts of a script come together. */
  async *#readDrafts(): AsyncGenerator<ReadonlyMap<string, LocalTexts>> {
    let after: string | null = null;
    for (;;) {
      const entries: readonly JournalEntry[] = await this.#source.readEntriesFrom('draft/', after, BATCH_SIZE);
      const last = entries.at(-1);
      if (!last) return;
      const scripts = new Map<string, LocalTexts>();
      for (const entry of entries) {
        const target = readDraftKey(entry.key);
        // Moved drafts are found under the service's id.
        if (!target || 'moved_to' in entry.value) continue;
        const key = `${target.account}/${target.scriptId}`;
        const texts = scripts.get(key) ?? { outline: null, script: null };
        scripts.set(key, { ...texts, [target.kind]: entry });
      }
      after = last.key;
      // The last script's other text may be in the next batch.
      if (last.key.endsWith('/outline')) {
        const [next] = await this.#source.readEntries([last.key.replace(/outline$/, 'script')]);
        const key = last.key.split('/').slice(1, 3).join('/');
        const texts = scripts.get(key);
        if (next && texts) {
          scripts.set(key, { ...texts, script: next });
          after = next.key;
        }
      }
      yield scripts;
    }
  }

  async #refresh(key: string): Promise<LibraryRow | null> {
    const target = parseKey(key);
    const entries = await this.#source.readEntries([
      draftKey(target.account, target.id, 'outline'),
      draftKey(target.account, target.id, 'script'),
      getMarkKey(target.account, target.id),
      getOutboxKey(target.account, target.id),
      getDetailsKey(target.account, 'script', target.id),
    ]);
    const [outline, script, mark, queuedEntry, detailsEntry] = entries.map(dropMoved);
    const entity = await this.#source.readScript(`${target.account}/script/${target.id}`);
    const item = queuedEntry && readQueued(queuedEntry);
    const entityFields = item ? toServiceFields(item) : (entity as ScriptFields | undefined);
    const isGone = item ? item.state === 'done' : !entityFields && !outline && !script;
    if (isGone) {
      await this.#updateList([], [key]);
      return null;
    }
    const drafts = { outline: outline ?? null, script: script ?? null };
    const [texts = drafts] = outline || script ? [] : await this.#source.readCachedTexts([key]);
    const fields = readDetails(detailsEntry)?.fields ?? {};
    return this.#put(target, { ...entityFields, ...fields }, texts, mark ?? null);
  }

  /** Indexes a script and returns its row if it changed. */
  #put(
    target: { account: string; id: number },
    fields: ScriptFields,
    texts: LocalTexts,
    mark: JournalEntry | null,
  ): LibraryRow | null {
    const stamp = formatStamp(fields, texts);
    const at = this.#docs.getNumber(`${target.account}/${target.id}`);
    const previous = at === undefined ? null : this.#docs.get(at);
    const count = previous?.stamp === stamp ? () => previous.row.words : this.#countWords;
    const row = toRow(target, fields, texts, readMark(mark), count);
    if (previous?.stamp === stamp) {
      if (isSameRow(previous.row, row) || at === undefined) return null;
      this.#docs.replace(at, { row, stamp });
      return row;
    }
    if (at !== undefined) this.#docs.replace(at, null);
    const newNumber = this.#docs.add({ row, stamp });
    this.#index.add(newNumber, buildSearchableText(fields, texts));
    this.#unpackedCount += 1;
    return row;
  }

  /** Stores the changes for the first page and removes deleted scripts. */
  async #updateList(rows: readonly LibraryRow[], removedKeys: readonly string[]): Promise<boolean> {
    if (rows.length === 0 && removedKeys.length === 0) return false;
    for (const key of removedKeys) this.#docs.remove(key);
    this.#orders.clear();
    await this.#source.updateList(rows, removedKeys);
    return true;
  }

  async #store(): Promise<void> {
    if (this.#unpackedCount <= Math.max(MIN_UNPACKED_TEXTS, this.#docs.size * PACK_SHARE)) return;
    const { packed: docs, renumbered } = this.#docs.pack();
    const packedIndex = this.#index.pack(renumbered);
    this.#orders.clear();
    this.#unpackedCount = 0;
    await this.#source.storeIndex({
      format: FORMAT,
      packed: packedIndex,
      docs,
      written: this.#getOrder('written'),
    } satisfies StoredIndex);
  }

  #getOrder(sort: LibrarySort): Int32Array {
    const cachedOrder = this.#orders.get(sort);
    if (cachedOrder) return cachedOrder;
    const numbers = this.#docs.listNumbers();
    // Read each row once, not at every comparison.
    const rows = new Map(numbers.map((at) => [at, (this.#docs.get(at) as Doc).row]));
    const getRow = (at: number): LibraryRow => rows.get(at) as LibraryRow;
    const order = Int32Array.from(numbers);
    const collator = new Intl.Collator('en', { numeric: true });
    order.sort((a, b) => {
      const [x, y] = [getRow(a), getRow(b)];
      if (sort === 'title') return collator.compare(x.title, y.title) || x.id - y.id;
      if (sort === 'longest') return y.words - x.words || compareByAge(x, y);
      if (sort === 'shortest') return x.words - y.words || compareByAge(x, y);
      if (sort === 'newest' || x.written === y.written) return compareByAge(x, y);
      return x.written < y.written ? 1 : -1;
    });
    this.#orders.set(sort, order);
    return order;
  }

  /** Runs one pass at a time and stores its result at the end. */
  #runExclusive(work: () => Promise<boolean>): Promise<boolean> {
    return this.#queue(async () => {
      this.#countWords = (await import('#markdown/spoken-pieces.ts')).countScriptWords;
      const isChanged = await work();
      await this.#store();
      return isChanged;
    });
  }
}

/** Moved drafts are found under the service's id. */
const dropMoved = (entry: JournalEntry | undefined | null): JournalEntry | null =>
  entry && !('moved_to' in entry.value) ? entry : null;

function parseKey(key: string): { account: string; id: number } {
  const [account = '', id = ''] = key.split('/');
  return { account, id: Number(id) };
}

/** Compares by age; a script not sent yet is newer than any its service has numbered. */
const compareByAge = (a: LibraryRow, b: LibraryRow): number => Math.abs(b.id) - Math.abs(a.id);

const hasFilter = ({ channel, format, folder, tag, since, between }: LibraryQuery): boolean =>
  [channel, format, folder, tag, since, between].some((filter) => filter != null);

function matchesFilters(row: LibraryRow, { channel, format, folder, tag, since, between }: LibraryQuery): boolean {
  return (
    (channel === null || `${row.account}/${row.channelId}` === channel) &&
    (format === null || row.format === format) &&
    (folder == null || row.folder === folder) &&
    (tag == null || row.tags.split('\n').includes(tag)) &&
    (since == null || row.written >= since) &&
    (between == null || (row.words >= between[0] && row.words < between[1]))
  );
}

const isSameRow = (a: LibraryRow, b: LibraryRow): boolean =>
  (Object.keys(b) as (keyof LibraryRow)[]).every((name) => a[name] === b[name]);
