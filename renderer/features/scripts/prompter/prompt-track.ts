import type { ScriptPiece } from '#markdown/spoken-pieces.ts';

/** Describes a stretch of text: `words` are spoken while the text moves from `top` to the next stretch. */
interface Stretch {
  readonly top: number;
  readonly before: number;
  readonly words: number;
  readonly height: number;
}

/**
 * Maps spoken words to text position. Each spoken piece takes the time of its words, and unspoken text passes with the
 * piece before it, so the time left is exact at any font size.
 */
export class PromptTrack {
  readonly total: number;
  readonly #stretches: readonly Stretch[];

  /** `tops` is where each piece starts and `end` where the last one ends, in pixels. */
  constructor(pieces: readonly ScriptPiece[], tops: readonly number[], end: number) {
    const spoken = pieces
      .map((piece, index) => ({ piece, top: tops[index] ?? 0 }))
      .filter(({ piece }) => piece.words > 0);
    let before = 0;
    this.#stretches = spoken.map(({ piece, top }, index) => {
      const stretch = { top, before, words: piece.words, height: (spoken[index + 1]?.top ?? end) - top };
      before += piece.words;
      return stretch;
    });
    this.total = before;
  }

  /** Returns the pixels of text above the reading line after `said` words. */
  yAt(said: number): number {
    const stretch = this.#last((one) => one.before <= said);
    if (!stretch) return 0;
    return stretch.top + (Math.min(stretch.words, Math.max(0, said - stretch.before)) / stretch.words) * stretch.height;
  }

  /** Returns the words spoken when the text is at `y`. */
  saidAt(y: number): number {
    const stretch = this.#last((one) => one.top <= y);
    if (!stretch || stretch.height <= 0) return stretch?.before ?? 0;
    return stretch.before + Math.min(1, (y - stretch.top) / stretch.height) * stretch.words;
  }

  /** Returns the words before the current piece, or before the previous one if the current has hardly started. */
  backFrom(said: number): number {
    const hardly = 3;
    return this.#last((one) => one.before < said - hardly)?.before ?? 0;
  }

  #last(holds: (stretch: Stretch) => boolean): Stretch | undefined {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const stretch = this.#stretches[middle];
      if (stretch && holds(stretch)) low = middle + 1;
      else high = middle;
    }
    return this.#stretches[low - 1];
  }
}

const wordsOf = (pieces: readonly ScriptPiece[]): number => pieces.reduce((sum, { words }) => sum + words, 0);

/** Returns the spoken words after one edit, so that the line being read stays in place whatever changed above it. */
export function carriedOver(said: number, before: readonly ScriptPiece[], after: readonly ScriptPiece[]): number {
  if (before.length === 0) return said;
  let same = 0;
  while (same < before.length && before[same]?.text === after[same]?.text) same += 1;
  const unchanged = wordsOf(before.slice(0, same));
  if (said <= unchanged + (before[same]?.words ?? 0)) return said;
  return Math.max(unchanged, said + wordsOf(after) - wordsOf(before));
}

/** Measures one take in front of the teleprompter, without pauses. */
export class Take {
  #words = 0;
  #seconds = 0;

  /** Adds words and seconds; words are negative if the text was moved back. */
  add(words: number, seconds: number): void {
    this.#words += words;
    this.#seconds += seconds;
  }

  /** Returns null while the take is too short to measure the pace. */
  get measured(): { words: number; seconds: number; pace: number } | null {
    const words = Math.round(this.#words);
    if (words < 20 || this.#seconds < 10) return null;
    return { words, seconds: this.#seconds, pace: (words * 60) / this.#seconds };
  }
}
