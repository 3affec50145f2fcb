import pLimit from 'p-limit';

import type { JournalEntry } from '#contract/bridge.ts';

import { draftKey, readDraftKey } from '../storage/keys.ts';
import { DETAILS, detailsKey, readDetails } from '../details/details-entry.ts';
import { LibraryDocs, type Doc, type PackedDocs } from './library-docs.ts';
import {
  queuedFields,
  rowOf,
  searchableText,
  stampOf,
  textIn,
  type LibraryFacets,
  type LibraryHit,
  type LibraryPage,
  type LibraryQuery,
  type LibrarySort,
  type LocalTexts,
} from './library-rows.ts';
import { markKey, readMark } from './marks.ts';
import type { LibraryRow } from '../storage/library-row.ts';
import type { LibrarySource } from './library-source.ts';
import { outboxKey, readQueued } from '../outbox/outbox-item.ts';
import { wordsOf } from './search-terms.ts';
import { snippetOf } from './snippet.ts';
import { WordIndex, type PackedWords } from './word-index.ts';

interface Stored {
  readonly format: number;
  readonly packed: PackedWords;
  readonly docs: PackedDocs;
  /** Lists row numbers, last written first. */
  readonly written: Int32Array;
}

type ScriptFields = Readonly<Record<string, unknown>>;

const FORMAT = 8;
const BATCH_SIZE = 200;
/** The index is packed and stored once more than this share of it changed. */
const PACK_SHARE = 0.05;
const PACK_LEAST = 50;

/**
 * Lists and searches all scripts and drafts of this window. It runs in a worker. The index is stored; later changes are
 * found by reading the drafts and by notifications.
 */
export class LibraryCatalog {
  readonly #source: LibrarySource;
  #docs = new LibraryDocs();
  #index = new WordIndex();
  #unpacked = 0;
  #orders = new Map<LibrarySort, Int32Array>();
  readonly #inOrder = pLimit(1);
  /** Counts the spoken words of a text. Its parser loads with the first look, so that searching need not wait for it. */
  #wordsIn: (text: string) => number = () => 0;

  constructor(source: LibrarySource) {
    this.#source = source;
  }

  async load(): Promise<void> {
    const stored = (await this.#source.stored()) as Stored | undefined;
    if (stored?.format !== FORMAT) return;
    this.#docs = new LibraryDocs(stored.docs);
    this.#index = new WordIndex(stored.packed);
    this.#orders.set('written', stored.written);
  }

  get size(): number {
    return this.#docs.size;
  }

  /** Searches in memory only; `withSnippets` reads the texts. */
  find(query: LibraryQuery): LibraryPage {
    const fitting = this.#fitting(query);
    const shown = fitting.slice(query.from, query.from + query.count);
    return { total: fitting.length, rows: this.#rows(shown).map((row) => ({ ...row, snippet: null })) };
  }

  /** Returns the same rows with the text around the matches. */
  async withSnippets(rows: readonly LibraryHit[], words: string): Promise<readonly LibraryHit[]> {
    if (rows.length === 0 || wordsOf(words).length === 0) return rows;
    const keys = rows.flatMap(({ account, id }) => [draftKey(account, id, 'script'), draftKey(account, id, 'outline')]);
    const texts = await this.#source.entries(keys);
    const seen = await this.#source.seen(rows.map(({ key }) => key));
    return rows.map((row, at) => {
      const [script, outline] = [texts[at * 2] ?? null, texts[at * 2 + 1] ?? null];
      const shown = script || outline ? { script, outline } : seen[at];
      const found = [shown?.script ?? null, shown?.outline ?? null].map((entry) => snippetOf(textIn(entry), words));
      return { ...row, snippet: found[0] ?? found[1] ?? snippetOf(row.about, words) };
    });
  }

  keys(query: LibraryQuery): readonly string[] {
    return this.#rows(this.#fitting(query)).map(({ key }) => key);
  }

  #rows(numbers: readonly number[]): readonly LibraryRow[] {
    return numbers.map((at) => this.#docs.get(at)?.row).filter((row) => row !== undefined);
  }

  /** Returns the numbers of all matches, in order. */
  #fitting(query: LibraryQuery): readonly number[] {
    const { words, shelf, sort } = query;
    const hits = this.#index.search(words, this.#docs.length);
    // A query of punctuation alone matches nothing.
    if (hits === null && words.trim() !== '' && wordsOf(words).length === 0) return [];
    const narrowed = isNarrowed(query);
    const fitting: number[] = [];
    for (const at of this.#order(sort)) {
      if ((hits && hits[at] !== 1) || !this.#docs.isOn(shelf, at)) continue;
      if (narrowed) {
        const row = this.#docs.get(at)?.row;
        if (!row || !fitsRow(row, query)) continue;
      }
      fitting.push(at);
    }
    return fitting;
  }

  /** Returns the folders and tags of the scripts that are not in the trash, in alphabetical order. */
  facets(): LibraryFacets {
    const [folders, tags] = [new Map<string, number>(), new Map<string, number>()];
    const count = (of: Map<string, number>, name: string): void => void of.set(name, (of.get(name) ?? 0) + 1);
    for (const at of this.#docs.numbers()) {
      const row = this.#docs.isOn('all', at) ? this.#docs.get(at)?.row : undefined;
      if (!row) continue;
      if (row.folder !== '') count(folders, row.folder);
      for (const tag of row.tags.split('\n')) if (tag !== '') count(tags, tag);
    }
    const collator = new Intl.Collator();
    const sorted = (of: Map<string, number>): [string, number][] => [...of].sort(([a], [b]) => collator.compare(a, b));
    return { folders: sorted(folders), tags: sorted(tags) };
  }

  /** Reads everything and indexes changes; calls `progress` now and then. Returns whether anything changed. */
  look(progress: () => void = () => undefined): Promise<boolean> {
    return this.#alone(() => this.#look(progress));
  }

  /** Indexes changes of these scripts. Returns whether there were any. */
  touch(keys: readonly string[]): Promise<boolean> {
    return this.#alone(async () => {
      let changed = false;
      // A changed row has a new number: each is listed before the next is read, because searches come in between.
      for (const key of new Set(keys)) {
        const row = await this.#refresh(key);
        if (row) changed = (await this.#keep([row], [])) || changed;
      }
      return changed;
    });
  }

  async #look(progress: () => void): Promise<boolean> {
    const fieldsByKey = await this.#allKnown();
    if (!fieldsByKey) return false;
    const marks = await this.#source.from('mark/', null, Infinity);
    const markOf = new Map(marks.map((entry) => [entry.key, entry]));
    const seen = new Set<string>();
    let changed = false;
    const take = async (scripts: ReadonlyMap<string, LocalTexts>): Promise<void> => {
      const rows: LibraryRow[] = [];
      for (const [key, texts] of scripts) {
        seen.add(key);
        const of = partsOf(key);
        const row = this.#put(of, fieldsByKey.get(key) ?? {}, texts, markOf.get(markKey(of.account, of.id)) ?? null);
        if (row) rows.push(row);
      }
      if (!(await this.#keep(rows, []))) return;
      changed = true;
      progress();
    };
    for await (const scripts of this.#drafts()) await take(scripts);
    const unwritten = [...fieldsByKey.keys()].filter((key) => !seen.has(key));
    for (let from = 0; from < unwritten.length; from += BATCH_SIZE) {
      const part = unwritten.slice(from, from + BATCH_SIZE);
      const theirs = await this.#source.seen(part);
      await take(new Map(part.map((key, at) => [key, theirs[at] ?? { outline: null, script: null }])));
    }
    const gone = this.#docs.keys().filter((key) => !seen.has(key));
    return (await this.#keep([], gone)) || changed;
  }

  /** Returns the service's data of every script, plus queued scripts it does not have yet. */
  async #allKnown(): Promise<Map<string, ScriptFields> | null> {
    const scripts = await this.#source.scripts();
    if (!scripts) return null;
    const fieldsByKey = new Map<string, ScriptFields>();
    for (const { key, value } of scripts) fieldsByKey.set(key.replace('/script/', '/'), value as ScriptFields);
    for (const entry of await this.#source.from('outbox/', null, Infinity)) {
      const item = readQueued(entry);
      if (item?.operation !== 'scripts.create' || item.state === 'done') continue;
      fieldsByKey.set(`${item.account}/${item.id}`, queuedFields(item));
    }
    // Show a value the person changed here instead of the service's.
    for (const entry of await this.#source.from(DETAILS, null, Infinity)) {
      const details = readDetails(entry);
      if (details?.kind !== 'script') continue;
      const key = `${details.account}/${details.id}`;
      const before = fieldsByKey.get(key);
      if (before) fieldsByKey.set(key, { ...before, ...details.fields });
    }
    return fieldsByKey;
  }

  /** Yields all drafts, some scripts at a time; both texts of a script come together. */
  async *#drafts(): AsyncGenerator<ReadonlyMap<string, LocalTexts>> {
    let after: string | null = null;
    for (;;) {
      const entries: readonly JournalEntry[] = await this.#source.from('draft/', after, BATCH_SIZE);
      const last = entries.at(-1);
      if (!last) return;
      const scripts = new Map<string, LocalTexts>();
      for (const entry of entries) {
        const of = readDraftKey(entry.key);
        // Moved drafts are found under the service's id.
        if (!of || 'moved_to' in entry.value) continue;
        const key = `${of.account}/${of.scriptId}`;
        const texts = scripts.get(key) ?? { outline: null, script: null };
        scripts.set(key, { ...texts, [of.kind]: entry });
      }
      after = last.key;
      // The last script's other text may be in the next batch.
      if (last.key.endsWith('/outline')) {
        const [next] = await this.#source.entries([last.key.replace(/outline$/, 'script')]);
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
    const of = partsOf(key);
    const found = await this.#source.entries([
      draftKey(of.account, of.id, 'outline'),
      draftKey(of.account, of.id, 'script'),
      markKey(of.account, of.id),
      outboxKey(of.account, of.id),
      detailsKey(of.account, 'script', of.id),
    ]);
    const [outline, script, mark, queued, changed] = found.map(stays);
    const entity = await this.#source.script(`${of.account}/script/${of.id}`);
    const item = queued && readQueued(queued);
    const entityFields = item ? queuedFields(item) : (entity as ScriptFields | undefined);
    const over = item ? item.state === 'done' : !entityFields && !outline && !script;
    if (over) {
      await this.#keep([], [key]);
      return null;
    }
    const written = { outline: outline ?? null, script: script ?? null };
    const [shown = written] = outline || script ? [] : await this.#source.seen([key]);
    const fields = readDetails(changed)?.fields ?? {};
    return this.#put(of, { ...entityFields, ...fields }, shown, mark ?? null);
  }

  /** Indexes a script and returns its row if it changed. */
  #put(
    of: { account: string; id: number },
    fields: ScriptFields,
    texts: LocalTexts,
    mark: JournalEntry | null,
  ): LibraryRow | null {
    const stamp = stampOf(fields, texts);
    const at = this.#docs.numberOf(`${of.account}/${of.id}`);
    const before = at === undefined ? null : this.#docs.get(at);
    const count = before?.stamp === stamp ? () => before.row.words : this.#wordsIn;
    const row = rowOf(of, fields, texts, readMark(mark), count);
    if (before?.stamp === stamp) {
      if (same(before.row, row) || at === undefined) return null;
      this.#docs.replace(at, { row, stamp });
      return row;
    }
    if (at !== undefined) this.#docs.replace(at, null);
    const now = this.#docs.add({ row, stamp });
    this.#index.add(now, searchableText(fields, texts));
    this.#unpacked += 1;
    return row;
  }

  /** Lists the changes for the first page and removes deleted scripts. */
  async #keep(rows: readonly LibraryRow[], gone: readonly string[]): Promise<boolean> {
    if (rows.length === 0 && gone.length === 0) return false;
    for (const key of gone) this.#docs.remove(key);
    this.#orders.clear();
    await this.#source.list(rows, gone);
    return true;
  }

  async #store(): Promise<void> {
    if (this.#unpacked <= Math.max(PACK_LEAST, this.#docs.size * PACK_SHARE)) return;
    const { packed: docs, renumbered } = this.#docs.pack();
    const packed = this.#index.pack(renumbered);
    this.#orders.clear();
    this.#unpacked = 0;
    await this.#source.store({ format: FORMAT, packed, docs, written: this.#order('written') } satisfies Stored);
  }

  #order(sort: LibrarySort): Int32Array {
    const there = this.#orders.get(sort);
    if (there) return there;
    const numbers = this.#docs.numbers();
    // Read each row once, not at every comparison.
    const rows = new Map(numbers.map((at) => [at, (this.#docs.get(at) as Doc).row]));
    const row = (at: number): LibraryRow => rows.get(at) as LibraryRow;
    const order = Int32Array.from(numbers);
    const collator = new Intl.Collator('en', { numeric: true });
    order.sort((a, b) => {
      const [x, y] = [row(a), row(b)];
      if (sort === 'title') return collator.compare(x.title, y.title) || x.id - y.id;
      if (sort === 'longest') return y.words - x.words || newest(x, y);
      if (sort === 'shortest') return x.words - y.words || newest(x, y);
      if (sort === 'newest' || x.written === y.written) return newest(x, y);
      return x.written < y.written ? 1 : -1;
    });
    this.#orders.set(sort, order);
    return order;
  }

  /** Runs one pass at a time and stores its result at the end. */
  #alone(work: () => Promise<boolean>): Promise<boolean> {
    return this.#inOrder(async () => {
      this.#wordsIn = (await import('#markdown/spoken-pieces.ts')).scriptWords;
      const changed = await work();
      await this.#store();
      return changed;
    });
  }
}

/** Moved drafts are found under the service's id. */
const stays = (entry: JournalEntry | undefined | null): JournalEntry | null =>
  entry && !('moved_to' in entry.value) ? entry : null;

function partsOf(key: string): { account: string; id: number } {
  const [account = '', id = ''] = key.split('/');
  return { account, id: Number(id) };
}

/** Compares by age; a script not sent yet is newer than any its service has numbered. */
const newest = (a: LibraryRow, b: LibraryRow): number => Math.abs(b.id) - Math.abs(a.id);

const isNarrowed = ({ channel, format, folder, tag, since, between }: LibraryQuery): boolean =>
  [channel, format, folder, tag, since, between].some((filter) => filter != null);

function fitsRow(row: LibraryRow, { channel, format, folder, tag, since, between }: LibraryQuery): boolean {
  return (
    (channel === null || `${row.account}/${row.channelId}` === channel) &&
    (format === null || row.format === format) &&
    (folder == null || row.folder === folder) &&
    (tag == null || row.tags.split('\n').includes(tag)) &&
    (since == null || row.written >= since) &&
    (between == null || (row.words >= between[0] && row.words < between[1]))
  );
}

const same = (a: LibraryRow, b: LibraryRow): boolean =>
  (Object.keys(b) as (keyof LibraryRow)[]).every((name) => a[name] === b[name]);
