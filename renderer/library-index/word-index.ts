/**
 * Searches full text by word prefixes. The index is packed into a few typed arrays; recent changes stay in a map next
 * to it until there are enough to pack everything again.
 */

/** Holds sorted words and, for each, the ascending numbers of the documents that contain it. */
export interface PackedWords {
  /** All words in UTF-8, one after the other; `wordEnds` holds where each ends. */
  readonly words: Uint8Array;
  readonly wordEnds: Uint32Array;
  /** Differences between document numbers, seven bits per byte; `documentEnds` holds where each word's list ends. */
  readonly documents: Uint8Array;
  readonly documentEnds: Uint32Array;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const ASCII_ONLY = /^[\0-\x7f]*$/;

/** Folds case and accents for comparison. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return ASCII_ONLY.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Returns the folded words of a text. */
export function wordsOf(text: string): string[] {
  return fold(text).match(WORD) ?? [];
}

const decoder = new TextDecoder();

export class WordIndex {
  #packed: PackedWords | null;
  readonly #recent = new Map<string, number[]>();

  constructor(packed: PackedWords | null = null) {
    this.#packed = packed;
  }

  /** Adds a document; its number must be higher than any before. */
  add(document: number, text: string): void {
    for (const word of new Set(wordsOf(text))) {
      const there = this.#recent.get(word);
      if (there) there.push(document);
      else this.#recent.set(word, [document]);
    }
  }

  /**
   * Marks with 1 the documents that contain a word starting with each query word. Returns null if the query has no
   * word. `count` is the number of documents.
   */
  search(query: string, count: number): Uint8Array | null {
    const words = [...new Set(wordsOf(query))].slice(0, 200);
    if (words.length === 0) return null;
    const stage = new Uint8Array(count);
    words.forEach((word, index) =>
      this.#each(word, (document) => {
        if (stage[document] === index) stage[document] = index + 1;
      }),
    );
    for (let at = 0; at < count; at += 1) stage[at] = stage[at] === words.length ? 1 : 0;
    return stage;
  }

  /**
   * Packs the whole index. `renumbered` maps old document numbers to new ones in the same order, or to -1 if removed.
   */
  pack(renumbered: Int32Array): PackedWords {
    const lists = new Map<string, number[]>();
    const take = (word: string, document: number): void => {
      const now = renumbered[document] ?? -1;
      if (now < 0) return;
      const list = lists.get(word);
      if (list) list.push(now);
      else lists.set(word, [now]);
    };
    for (let at = 0; at < (this.#packed?.wordEnds.length ?? 0); at += 1) {
      const word = this.#word(at);
      this.#documents(at, (document) => take(word, document));
    }
    for (const [word, documents] of this.#recent) for (const document of documents) take(word, document);
    this.#packed = packLists(lists);
    this.#recent.clear();
    return this.#packed;
  }

  #each(prefix: string, found: (document: number) => void): void {
    const end = this.#firstFrom(`${prefix}\uffff`);
    for (let at = this.#firstFrom(prefix); at < end; at += 1) this.#documents(at, found);
    for (const [word, documents] of this.#recent) if (word.startsWith(prefix)) documents.forEach(found);
  }

  /** Returns the index of the first word that is not before `word`. */
  #firstFrom(word: string): number {
    let [low, high] = [0, this.#packed?.wordEnds.length ?? 0];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#word(middle) < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #word(at: number): string {
    const packed = this.#packed;
    return packed ? decoder.decode(packed.words.subarray(packed.wordEnds[at - 1] ?? 0, packed.wordEnds[at])) : '';
  }

  #documents(at: number, found: (document: number) => void): void {
    const packed = this.#packed;
    if (!packed) return;
    const { documents, documentEnds } = packed;
    const end = documentEnds[at] ?? 0;
    let document = -1;
    for (let from = documentEnds[at - 1] ?? 0; from < end;) {
      let step = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = documents[from++] ?? 0;
        step |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      document += step;
      found(document);
    }
  }
}

function packLists(lists: ReadonlyMap<string, readonly number[]>): PackedWords {
  const sorted = [...lists.keys()].sort();
  const encoder = new TextEncoder();
  const words = new Bytes();
  const documents = new Bytes();
  const wordEnds = new Uint32Array(sorted.length);
  const documentEnds = new Uint32Array(sorted.length);
  sorted.forEach((word, at) => {
    wordEnds[at] = words.push(encoder.encode(word));
    let before = -1;
    for (const document of lists.get(word) ?? []) {
      documents.pushNumber(document - before);
      before = document;
    }
    documentEnds[at] = documents.length;
  });
  return { words: words.take(), wordEnds, documents: documents.take(), documentEnds };
}

class Bytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): number {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    return (this.#length += bytes.length);
  }

  pushNumber(value: number): void {
    this.#room(5);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.#bytes[this.#length++] = (rest & 127) | 128;
    this.#bytes[this.#length++] = rest;
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #room(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

export interface Snippet {
  readonly text: string;
  /** Ranges of the matches in `text`: from and to. */
  readonly marks: readonly (readonly [number, number])[];
}

/** Returns the ranges of matched word beginnings. `most` limits the distance from the first match, in characters. */
export function marksIn(text: string, query: string, most = Infinity): [number, number][] {
  const wanted = [...new Set(wordsOf(query))].sort((a, b) => b.length - a.length);
  const marks: [number, number][] = [];
  if (wanted.length === 0) return marks;
  for (const match of text.matchAll(WORD)) {
    if (match.index - (marks[0]?.[0] ?? match.index) > most) break;
    const word = fold(match[0]);
    const hit = wanted.find((one) => word.startsWith(one));
    if (hit !== undefined) marks.push([match.index, match.index + Math.min(match[0].length, hit.length)]);
  }
  return marks;
}

/**
 * Returns the text around the first match with all matches in it, or null if there is none. `around` is in characters.
 */
export function snippetOf(text: string, query: string, around = 60): Snippet | null {
  const hits = marksIn(text, query, around * 2);
  const [first] = hits;
  if (!first) return null;
  const from = Math.max(0, text.lastIndexOf(' ', Math.max(0, first[0] - around)) + 1);
  const to = Math.min(text.length, first[0] + around * 2);
  const before = from > 0 ? '… ' : '';
  return {
    text: before + text.slice(from, to).replace(/\s/g, ' ') + (to < text.length ? ' …' : ''),
    marks: hits
      .filter(([, end]) => end <= to)
      .map(([start, end]) => [start - from + before.length, end - from + before.length]),
  };
}
