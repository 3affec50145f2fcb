import type { ScriptPiece } from '#markdown/spoken-pieces.ts';
import { createQuote, measureSectionPaces, MIN_STOP_SECONDS, type Take } from './take.ts';

interface PieceRecord {
  units: number;
  seconds: number;
  stopped: number;
  edited: boolean;
}

/** Records each paragraph while a take runs. Indexes are those of the latest pieces. */
export class TakeRecorder {
  #pieces: readonly ScriptPiece[] = [];
  #records = new Map<number, PieceRecord>();
  #paused: { readonly index: number; readonly at: number } | null = null;
  readonly #id = crypto.randomUUID();
  readonly #startedAt = new Date().toISOString();

  /** Replaces the pieces after an edit; records stay with the paragraphs that remain. */
  replacePieces(pieces: readonly ScriptPiece[]): void {
    const previous = this.#pieces;
    let unchangedCount = 0;
    while (unchangedCount < previous.length && previous[unchangedCount]?.text === pieces[unchangedCount]?.text)
      unchangedCount += 1;
    const shift = pieces.length - previous.length;
    const records = new Map<number, PieceRecord>();
    for (const [index, record] of this.#records) {
      const isEdited = index === unchangedCount && previous[index]?.text !== pieces[index]?.text;
      const isMoved =
        index > unchangedCount ||
        (index === unchangedCount && shift > 0 && previous[index]?.text === pieces[index + shift]?.text);
      const newIndex = isMoved ? index + shift : index;
      if (newIndex < pieces.length)
        records.set(Math.max(0, newIndex), isEdited && !isMoved ? { ...record, edited: true } : record);
    }
    this.#records = records;
    this.#pieces = pieces;
  }

  /** Adds the spoken units of a piece and their seconds. */
  add(index: number, units: number, seconds: number): void {
    const record = this.#getRecord(index);
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
    if (now - at >= MIN_STOP_SECONDS * 1000) this.#getRecord(index).stopped += (now - at) / 1000;
  }

  /** Returns the take so far, with its measured words and seconds. */
  createTake(figures: { words: number; seconds: number; pace: number }): Take {
    const indexes = [...this.#records.keys()].sort((a, b) => a - b);
    const pieces = indexes.flatMap((index) => {
      const piece = this.#pieces[index];
      const record = this.#records.get(index);
      return piece && record && piece.kind === 'spoken' ? [{ ...createQuote(piece), ...record }] : [];
    });
    const sections = measureSectionPaces(this.#pieces, (index) => this.#records.get(index));
    return { id: this.#id, at: this.#startedAt, ...figures, pieces, sections };
  }

  #getRecord(index: number): PieceRecord {
    const record = this.#records.get(index) ?? { units: 0, seconds: 0, stopped: 0, edited: false };
    this.#records.set(index, record);
    return record;
  }
}
