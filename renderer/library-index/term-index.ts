/** Sorted terms and, for each, the ascending numbers it was added with. */
export interface PackedTerms {
  /** All terms in UTF-8, one after the other; `termEnds` holds the end of each. */
  readonly terms: Uint8Array;
  readonly termEnds: Uint32Array;
  /** Differences between numbers, seven bits per byte; `numberEnds` holds the end of each term's list. */
  readonly numbers: Uint8Array;
  readonly numberEnds: Uint32Array;
}

const decoder = new TextDecoder();

/**
 * Finds numbers by the beginnings of terms. The index is packed into a few typed arrays; recent changes stay in a map
 * next to it until there are enough to pack everything again.
 */
export class TermIndex {
  #packed: PackedTerms | null;
  readonly #recentNumbers = new Map<string, number[]>();

  constructor(packedTerms: PackedTerms | null = null) {
    this.#packed = packedTerms;
  }

  /** Adds a number for a term; it must be higher than any before for this term. */
  add(term: string, number: number): void {
    const recent = this.#recentNumbers.get(term);
    if (recent) recent.push(number);
    else this.#recentNumbers.set(term, [number]);
  }

  /** Packs the whole index. `renumber` maps old numbers to new ones in the same order, or to -1 if removed. */
  pack(renumber: (number: number) => number): PackedTerms {
    const lists = new Map<string, number[]>();
    const addNumber = (term: string, number: number): void => {
      const newNumber = renumber(number);
      if (newNumber < 0) return;
      const list = lists.get(term);
      if (list) list.push(newNumber);
      else lists.set(term, [newNumber]);
    };
    for (let at = 0; at < (this.#packed?.termEnds.length ?? 0); at += 1) {
      const term = this.#getTerm(at);
      this.#readNumbers(at, (number) => addNumber(term, number));
    }
    for (const [term, numbers] of this.#recentNumbers) for (const number of numbers) addNumber(term, number);
    this.#packed = packLists(lists);
    this.#recentNumbers.clear();
    return this.#packed;
  }

  /** Calls `onNumber` with each number of each term that starts with `prefix`. */
  forEachNumber(prefix: string, onNumber: (number: number) => void): void {
    const end = this.#findFirstFrom(`${prefix}\uffff`);
    for (let at = this.#findFirstFrom(prefix); at < end; at += 1) this.#readNumbers(at, onNumber);
    for (const [term, numbers] of this.#recentNumbers) if (term.startsWith(prefix)) numbers.forEach(onNumber);
  }

  /** Returns the index of the first term that is not before `term`. */
  #findFirstFrom(term: string): number {
    let [low, high] = [0, this.#packed?.termEnds.length ?? 0];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#getTerm(middle) < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #getTerm(at: number): string {
    const packedTerms = this.#packed;
    return packedTerms
      ? decoder.decode(packedTerms.terms.subarray(packedTerms.termEnds[at - 1] ?? 0, packedTerms.termEnds[at]))
      : '';
  }

  #readNumbers(at: number, onNumber: (number: number) => void): void {
    const packedTerms = this.#packed;
    if (!packedTerms) return;
    const { numbers, numberEnds } = packedTerms;
    const end = numberEnds[at] ?? 0;
    let number = -1;
    for (let from = numberEnds[at - 1] ?? 0; from < end;) {
      let step = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = numbers[from++] ?? 0;
        step |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      number += step;
      onNumber(number);
    }
  }
}

function packLists(lists: ReadonlyMap<string, readonly number[]>): PackedTerms {
  const sortedTerms = [...lists.keys()].sort();
  const encoder = new TextEncoder();
  const terms = new Bytes();
  const numbers = new Bytes();
  const termEnds = new Uint32Array(sortedTerms.length);
  const numberEnds = new Uint32Array(sortedTerms.length);
  sortedTerms.forEach((term, at) => {
    termEnds[at] = terms.push(encoder.encode(term));
    let previous = -1;
    for (const number of lists.get(term) ?? []) {
      numbers.pushNumber(number - previous);
      previous = number;
    }
    numberEnds[at] = numbers.length;
  });
  return { terms: terms.toArray(), termEnds, numbers: numbers.toArray(), numberEnds };
}

class Bytes {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(bytes: Uint8Array): number {
    this.#ensureRoom(bytes.length);
    this.#bytes.set(bytes, this.#length);
    return (this.#length += bytes.length);
  }

  pushNumber(value: number): void {
    this.#ensureRoom(5);
    let remaining = value;
    for (; remaining > 127; remaining >>>= 7) this.#bytes[this.#length++] = (remaining & 127) | 128;
    this.#bytes[this.#length++] = remaining;
  }

  toArray(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #ensureRoom(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const largerBytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    largerBytes.set(this.#bytes);
    this.#bytes = largerBytes;
  }
}
