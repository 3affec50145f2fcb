import type { LibraryRow } from '../storage/library-row.ts';

export interface Doc {
  readonly row: LibraryRow;
  /** Changes whenever the indexed content does. */
  readonly stamp: string;
}

/** Rows stay packed, because most are never read and parsing all of them would take longer than a search. */
export interface PackedDocs {
  /** The names of a row's values, in the order in which they are packed. */
  readonly columns: readonly string[];
  /** Stamp and values of each row as JSON in UTF-8, one after the other; `ends` holds the end of each. */
  readonly json: Uint8Array;
  readonly ends: Uint32Array;
  readonly shelves: Uint8Array;
}

const TRASH = 1;
const STARRED_FLAG = 2;
const DELETED_FLAG = 4;
const getShelves = ({ trash, starred }: LibraryRow): number =>
  (trash === 1 ? TRASH : trash === 2 ? DELETED_FLAG : 0) | (starred ? STARRED_FLAG : 0);
const decoder = new TextDecoder();

export class LibraryDocs {
  #packed: PackedDocs | null;
  /** An entry is null if the row was removed and undefined if it is packed. */
  #docs: (Doc | null)[];
  #numbers: Map<string, number> | null = null;

  constructor(packedDocs: PackedDocs | null = null) {
    this.#packed = packedDocs;
    this.#docs = new Array<Doc | null>(packedDocs?.ends.length ?? 0);
  }

  /** Returns the highest number plus one. */
  get length(): number {
    return this.#docs.length;
  }

  get size(): number {
    return this.#numbers?.size ?? this.#docs.length;
  }

  get(at: number): Doc | null {
    const doc = this.#docs[at];
    return doc === undefined ? this.#unpack(at) : doc;
  }

  isOnShelf(shelf: 'all' | 'starred' | 'trash', at: number): boolean {
    const doc = this.#docs[at];
    if (doc === null) return false;
    const shelves = doc ? getShelves(doc.row) : (this.#packed?.shelves[at] ?? 0);
    if ((shelves & DELETED_FLAG) !== 0) return false;
    if (shelf === 'trash') return (shelves & TRASH) !== 0;
    return (shelves & TRASH) === 0 && (shelf === 'all' || (shelves & STARRED_FLAG) !== 0);
  }

  getNumber(key: string): number | undefined {
    return this.#getNumbersByKey().get(key);
  }

  listKeys(): readonly string[] {
    return [...this.#getNumbersByKey().keys()];
  }

  listNumbers(): readonly number[] {
    return [...this.#getNumbersByKey().values()];
  }

  /** Returns the new row's number. */
  add(doc: Doc): number {
    const at = this.#docs.push(doc) - 1;
    this.#getNumbersByKey().set(doc.row.key, at);
    return at;
  }

  replace(at: number, doc: Doc | null): void {
    this.#docs[at] = doc;
  }

  remove(key: string): void {
    const at = this.getNumber(key);
    if (at !== undefined) this.#docs[at] = null;
    this.#getNumbersByKey().delete(key);
  }

  /** Packs all rows and renumbers them. `renumbered` maps old numbers to new ones, or to -1 for removed rows. */
  pack(): { packed: PackedDocs; renumbered: Int32Array } {
    let next = 0;
    const docs = Array.from(this.#docs, (_, at) => this.get(at));
    const renumbered = Int32Array.from(docs, (doc) => (doc ? next++ : -1));
    const present = docs.filter((doc) => doc !== null);
    const encoder = new TextEncoder();
    const columns = Object.keys(present[0]?.row ?? {}) as (keyof LibraryRow)[];
    const encodedRows = present.map(({ stamp, row }) =>
      encoder.encode(JSON.stringify([stamp, ...columns.map((name) => row[name])])),
    );
    const ends = new Uint32Array(encodedRows.length);
    let end = 0;
    encodedRows.forEach((bytes, at) => (ends[at] = end += bytes.length));
    const json = new Uint8Array(end);
    encodedRows.forEach((bytes, at) => json.set(bytes, (ends[at] ?? 0) - bytes.length));
    this.#packed = { columns, json, ends, shelves: Uint8Array.from(present, ({ row }) => getShelves(row)) };
    this.#docs = new Array<Doc | null>(present.length);
    this.#numbers = new Map(present.map(({ row }, at) => [row.key, at]));
    return { packed: this.#packed, renumbered };
  }

  #unpack(at: number): Doc | null {
    const packedDocs = this.#packed;
    if (!packedDocs || at >= packedDocs.ends.length) return null;
    const { columns, json, ends } = packedDocs;
    // Only `pack` writes these values, so the casts are safe.
    const [stamp, ...values] = JSON.parse(decoder.decode(json.subarray(ends[at - 1] ?? 0, ends[at]))) as [
      string,
      ...unknown[],
    ];
    const row = Object.fromEntries(columns.map((name, index) => [name, values[index]])) as unknown as LibraryRow;
    return { row, stamp };
  }

  #getNumbersByKey(): Map<string, number> {
    if (this.#numbers) return this.#numbers;
    const numbers = new Map<string, number>();
    for (let at = 0; at < this.#docs.length; at += 1) {
      const doc = this.get(at);
      if (doc) numbers.set(doc.row.key, at);
    }
    return (this.#numbers = numbers);
  }
}
