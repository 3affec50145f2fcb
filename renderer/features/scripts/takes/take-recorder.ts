import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { quoteOf, sectionPaces, SHORTEST_STOP, type Take } from './take.ts';

interface PieceRecord {
  units: number;
  seconds: number;
  stopped: number;
  edited: boolean;
}

/** Records what happens to each paragraph while a take runs. Indexes are those of the pieces shown last. */
export class TakeRecorder {
  #pieces: readonly ScriptPiece[] = [];
  #records = new Map<number, PieceRecord>();
  #paused: { readonly index: number; readonly at: number } | null = null;
  readonly #id = crypto.randomUUID();
  readonly #at = new Date().toISOString();

  /** Shows other pieces, after an edit; what was heard stays with the paragraphs that are still there. */
  show(pieces: readonly ScriptPiece[]): void {
    const before = this.#pieces;
    let head = 0;
    while (head < before.length && before[head]?.text === pieces[head]?.text) head += 1;
    const shift = pieces.length - before.length;
    const records = new Map<number, PieceRecord>();
    for (const [index, one] of this.#records) {
      const isEdited = index === head && before[index]?.text !== pieces[index]?.text;
      const moved =
        index > head || (index === head && shift > 0 && before[index]?.text === pieces[index + shift]?.text);
      const at = moved ? index + shift : index;
      if (at < pieces.length) records.set(Math.max(0, at), isEdited && !moved ? { ...one, edited: true } : one);
    }
    this.#records = records;
    this.#pieces = pieces;
  }

  /** Adds what was spoken of a piece and the seconds it took. */
  add(index: number, units: number, seconds: number): void {
    const record = this.#of(index);
    record.units += units;
    record.seconds += seconds;
  }

  /** Begins a pause in a piece; times in milliseconds. */
  pause(index: number, now: number): void {
    this.#paused ??= { index, at: now };
  }

  resume(now: number): void {
    if (!this.#paused) return;
    const { index, at } = this.#paused;
    this.#paused = null;
    if (now - at >= SHORTEST_STOP * 1000) this.#of(index).stopped += (now - at) / 1000;
  }

  /** Returns the take so far, with its measured words and seconds. */
  take(measured: { words: number; seconds: number; pace: number }): Take {
    const indexes = [...this.#records.keys()].sort((a, b) => a - b);
    const pieces = indexes.flatMap((index) => {
      const piece = this.#pieces[index];
      const record = this.#records.get(index);
      return piece && record && piece.kind === 'spoken' ? [{ ...quoteOf(piece), ...record }] : [];
    });
    const sections = sectionPaces(this.#pieces, (index) => this.#records.get(index));
    return { id: this.#id, at: this.#at, ...measured, pieces, sections };
  }

  #of(index: number): PieceRecord {
    const record = this.#records.get(index) ?? { units: 0, seconds: 0, stopped: 0, edited: false };
    this.#records.set(index, record);
    return record;
  }
}
