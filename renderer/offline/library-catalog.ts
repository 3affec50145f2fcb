import type { JournalEntry } from '#contract/bridge.ts';
import { countWords } from '#markdown/words.ts';

import type { Database, Tables } from './database.ts';
import { draftKey, readDraftKey } from './keys.ts';
import {
  knownOfQueued,
  markKey,
  readMark,
  rowOf,
  searched,
  stampOf,
  textIn,
  type LibraryHit,
  type LibraryPage,
  type LibraryQuery,
  type LibraryRow,
  type LibrarySort,
  type WrittenTexts,
} from './library-rows.ts';
import { outboxKey, readQueued } from './outbox-item.ts';
import { snippetOf, WordIndex, wordsOf, type PackedWords } from './word-index.ts';

interface Doc {
  readonly row: LibraryRow;
  /** Of what is indexed of it. */
  readonly stamp: string;
}

interface Stored {
  readonly format: number;
  readonly packed: PackedWords;
  /** JSON: one string is read far sooner than ten thousand objects. */
  readonly docs: string;
  /** Their numbers, last written first. */
  readonly written: Int32Array;
}

type Known = Readonly<Record<string, unknown>>;

const STORED_AS = 'library';
const FORMAT = 2;
const AT_ONCE = 200;
/** Changes above this share of all are packed and stored. */
const PACK_SHARE = 0.05;
const PACK_LEAST = 50;

/**
 * All scripts and drafts of this window's database, listed and searched. It runs in a worker. What it has indexed is
 * stored; what changed since is found by looking through the drafts, and by being told.
 */
export class LibraryCatalog {
  readonly #database: Database;
  #docs: (Doc | null)[] = [];
  #at = new Map<string, number>();
  #index = new WordIndex();
  #unpacked = 0;
  #orders = new Map<LibrarySort, Int32Array>();
  #working: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads what was stored last. */
  async load(): Promise<void> {
    const read = await this.#database.attempt((tables) => tables.meta.get(STORED_AS));
    const stored = read.ok ? (read.value?.value as Stored | undefined) : undefined;
    if (stored?.format !== FORMAT) return;
    this.#docs = JSON.parse(stored.docs) as Doc[];
    this.#at = new Map(this.#docs.map((doc, at) => [doc?.row.key ?? '', at]));
    this.#index = new WordIndex(stored.packed);
    this.#orders.set('written', stored.written);
  }

  get size(): number {
    return this.#at.size;
  }

  /** From memory alone; where the words stand in the texts is for `withSnippets`. */
  find(query: LibraryQuery): LibraryPage {
    const keys = this.keys(query);
    const rows = keys
      .slice(query.from, query.from + query.count)
      .map((key) => this.#docs[this.#at.get(key) ?? -1]?.row)
      .filter((row) => row !== undefined);
    return { total: keys.length, rows: rows.map((row) => ({ ...row, snippet: null })) };
  }

  /** The same rows with the words around what was found. */
  async withSnippets(rows: readonly LibraryHit[], words: string): Promise<readonly LibraryHit[]> {
    if (rows.length === 0 || wordsOf(words).length === 0) return rows;
    const keys = rows.flatMap(({ account, id }) => [draftKey(account, id, 'script'), draftKey(account, id, 'outline')]);
    const read = await this.#database.attempt((tables) => tables.entries.bulkGet(keys));
    const texts = read.ok ? read.value : [];
    return rows.map((row, at) => {
      const [script, outline] = [texts[at * 2] ?? null, texts[at * 2 + 1] ?? null];
      const snippet = snippetOf(textIn(script), words) ?? snippetOf(textIn(outline), words);
      return { ...row, snippet: snippet ?? snippetOf(row.about, words) };
    });
  }

  /** Of all that fit, in order. */
  keys({ words, shelf, channel, format, sort }: LibraryQuery): readonly string[] {
    const hits = this.#index.search(words, this.#docs.length);
    // Signs alone are no word, and stand nowhere.
    if (hits === null && words.trim() !== '' && wordsOf(words).length === 0) return [];
    const keys: string[] = [];
    for (const at of this.#order(sort)) {
      const row = this.#docs[at]?.row;
      if (!row || (hits && hits[at] !== 1)) continue;
      if ((shelf === 'trash') !== (row.trash === 1) || (shelf === 'starred' && !row.starred)) continue;
      if (channel !== null && `${row.account}/${row.channelId}` !== channel) continue;
      if (format === null || row.format === format) keys.push(row.key);
    }
    return keys;
  }

  /** Looks through everything, and takes in what changed. Told now and then how many it has seen; true if any changed. */
  look(progress: () => void = () => undefined): Promise<boolean> {
    return this.#alone(() => this.#look(progress));
  }

  /** Takes in what changed in these scripts; true if anything did. */
  touch(keys: readonly string[]): Promise<boolean> {
    return this.#alone(async () => {
      const rows: LibraryRow[] = [];
      for (const key of new Set(keys)) {
        const row = await this.#refresh(key);
        if (row) rows.push(row);
      }
      return this.#keep(rows, []);
    });
  }

  async #look(progress: () => void): Promise<boolean> {
    const known = await this.#allKnown();
    if (!known) return false;
    const marks = await this.#startingWith('mark/');
    const markOf = new Map(marks.map((entry) => [entry.key, entry]));
    const seen = new Set<string>();
    let changed = false;
    const take = async (scripts: ReadonlyMap<string, WrittenTexts>): Promise<void> => {
      const rows: LibraryRow[] = [];
      for (const [key, texts] of scripts) {
        seen.add(key);
        const of = partsOf(key);
        const row = this.#put(of, known.get(key) ?? {}, texts, markOf.get(markKey(of.account, of.id)) ?? null);
        if (row) rows.push(row);
      }
      if (!(await this.#keep(rows, []))) return;
      changed = true;
      progress();
    };
    for await (const scripts of this.#drafts()) await take(scripts);
    const unwritten = [...known.keys()].filter((key) => !seen.has(key));
    for (let from = 0; from < unwritten.length; from += AT_ONCE) {
      const part = unwritten.slice(from, from + AT_ONCE);
      await take(new Map(part.map((key) => [key, { outline: null, script: null }])));
    }
    const gone = [...this.#at.keys()].filter((key) => !seen.has(key));
    return (await this.#keep([], gone)) || changed;
  }

  /** What is known of every script by what the service answered, and of those it does not have yet. */
  async #allKnown(): Promise<Map<string, Known> | null> {
    const entities = await this.#database.attempt((tables) =>
      tables.entities.filter(({ of }) => of.endsWith('/script')).toArray(),
    );
    if (!entities.ok) return null;
    const known = new Map<string, Known>();
    for (const { key, value } of entities.value) known.set(key.replace('/script/', '/'), value as Known);
    for (const entry of await this.#startingWith('outbox/')) {
      const item = readQueued(entry);
      if (item?.operation !== 'scripts.create' || item.state === 'done') continue;
      known.set(`${item.account}/${item.id}`, knownOfQueued(item));
    }
    return known;
  }

  /** All that was written, some scripts at a time; a script's two texts lie side by side. */
  async *#drafts(): AsyncGenerator<ReadonlyMap<string, WrittenTexts>> {
    let after = 'draft/';
    for (;;) {
      const read = await this.#database.attempt((tables) =>
        tables.entries.where('key').between(after, 'draft0', false, false).limit(AT_ONCE).toArray(),
      );
      const entries = read.ok ? read.value : [];
      const last = entries.at(-1);
      if (!last) return;
      const scripts = new Map<string, WrittenTexts>();
      for (const entry of entries) {
        const of = readDraftKey(entry.key);
        // What moved on to its service's id is found there.
        if (!of || 'moved_to' in entry.value) continue;
        const key = `${of.account}/${of.scriptId}`;
        const texts = scripts.get(key) ?? { outline: null, script: null };
        scripts.set(key, { ...texts, [of.kind]: entry });
      }
      after = last.key;
      // The other text of the last one may be in the next part.
      if (last.key.endsWith('/outline')) {
        const next = await this.#get(last.key.replace(/outline$/, 'script'));
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
    const [outline, script, mark, queued] = await Promise.all(
      [
        draftKey(of.account, of.id, 'outline'),
        draftKey(of.account, of.id, 'script'),
        markKey(of.account, of.id),
        outboxKey(of.account, of.id),
      ].map(async (one) => stays(await this.#get(one))),
    );
    const entity = await this.#database.attempt((tables) => tables.entities.get(`${of.account}/script/${of.id}`));
    const item = queued && readQueued(queued);
    const known = item ? knownOfQueued(item) : ((entity.ok ? entity.value?.value : undefined) as Known | undefined);
    const over = item ? item.state === 'done' : !known && !outline && !script;
    if (over) {
      await this.#keep([], [key]);
      return null;
    }
    return this.#put(of, known ?? {}, { outline: outline ?? null, script: script ?? null }, mark ?? null);
  }

  /** The row when it is another one than before. */
  #put(
    of: { account: string; id: number },
    known: Known,
    texts: WrittenTexts,
    mark: JournalEntry | null,
  ): LibraryRow | null {
    const stamp = stampOf(known, texts);
    const at = this.#at.get(`${of.account}/${of.id}`);
    const before = at === undefined ? null : (this.#docs[at] ?? null);
    const count = before?.stamp === stamp ? () => before.row.words : countWords;
    const row = rowOf(of, known, texts, readMark(mark), count);
    if (before?.stamp === stamp) {
      if (same(before.row, row) || at === undefined) return null;
      this.#docs[at] = { row, stamp };
      return row;
    }
    if (at !== undefined) this.#docs[at] = null;
    const now = this.#docs.push({ row, stamp }) - 1;
    this.#at.set(row.key, now);
    this.#index.add(now, searched(known, texts));
    this.#unpacked += 1;
    return row;
  }

  /** Lists what changed for the first page, and stores the whole when enough of it did. */
  async #keep(rows: readonly LibraryRow[], gone: readonly string[]): Promise<boolean> {
    if (rows.length === 0 && gone.length === 0) return false;
    for (const key of gone) {
      const at = this.#at.get(key);
      if (at !== undefined) this.#docs[at] = null;
      this.#at.delete(key);
    }
    this.#orders.clear();
    await this.#write((tables) => tables.library.bulkPut([...rows]));
    if (gone.length > 0) await this.#write((tables) => tables.library.bulkDelete([...gone]));
    return true;
  }

  async #store(): Promise<void> {
    if (this.#unpacked <= Math.max(PACK_LEAST, this.#at.size * PACK_SHARE)) return;
    let next = 0;
    const renumbered = Int32Array.from(this.#docs, (doc) => (doc ? next++ : -1));
    const packed = this.#index.pack(renumbered);
    this.#docs = this.#docs.filter((doc) => doc !== null);
    this.#at = new Map(this.#docs.map((doc, at) => [doc?.row.key ?? '', at]));
    this.#orders.clear();
    this.#unpacked = 0;
    const docs = JSON.stringify(this.#docs);
    const value: Stored = { format: FORMAT, packed, docs, written: this.#order('written') };
    await this.#write((tables) => tables.meta.put({ key: STORED_AS, value }));
  }

  /** Numbers of the documents in order. */
  #order(sort: LibrarySort): Int32Array {
    const there = this.#orders.get(sort);
    if (there) return there;
    const row = (at: number): LibraryRow => (this.#docs[at] as Doc).row;
    const order = Int32Array.from(this.#at.values());
    const collator = new Intl.Collator('en', { numeric: true });
    order.sort((a, b) => {
      const [x, y] = [row(a), row(b)];
      if (sort === 'title') return collator.compare(x.title, y.title) || x.id - y.id;
      if (sort === 'longest') return y.words - x.words || y.id - x.id;
      return x.written === y.written ? y.id - x.id : x.written < y.written ? 1 : -1;
    });
    this.#orders.set(sort, order);
    return order;
  }

  async #get(key: string): Promise<JournalEntry | undefined> {
    const read = await this.#database.attempt((tables) => tables.entries.get(key));
    return read.ok ? read.value : undefined;
  }

  async #startingWith(prefix: string): Promise<readonly JournalEntry[]> {
    const read = await this.#database.attempt((tables) => tables.entries.where('key').startsWith(prefix).toArray());
    return read.ok ? read.value : [];
  }

  #write(work: (tables: Tables) => Promise<unknown>): Promise<unknown> {
    return this.#database.attempt(work);
  }

  /** One pass at a time; what it brought is stored at its end. */
  #alone(work: () => Promise<boolean>): Promise<boolean> {
    const now = this.#working.then(async () => {
      const changed = await work();
      await this.#store();
      return changed;
    });
    this.#working = now.catch(() => undefined);
    return now;
  }
}

/** What moved on to its service's id is found there. */
const stays = (entry: JournalEntry | undefined | null): JournalEntry | null =>
  entry && !('moved_to' in entry.value) ? entry : null;

function partsOf(key: string): { account: string; id: number } {
  const [account = '', id = ''] = key.split('/');
  return { account, id: Number(id) };
}

const same = (a: LibraryRow, b: LibraryRow): boolean =>
  (Object.keys(b) as (keyof LibraryRow)[]).every((name) => a[name] === b[name]);
