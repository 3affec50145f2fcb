import type { ScriptPiece } from '#markdown/spoken-pieces.ts';

/** One stretch of the text: so many words are said while the text moves from `top` to the next one's. */
interface Stretch {
  readonly top: number;
  readonly before: number;
  readonly words: number;
  readonly height: number;
}

/**
 * Where the text stands when so much of it is said. Each spoken piece takes its words' time, and what is not spoken
 * passes with the piece before it; so the time left is exact whatever the letters' size.
 */
export class PromptTrack {
  readonly total: number;
  readonly #stretches: readonly Stretch[];

  /** `tops`: where each piece begins, `end`: where the last one ends, in pixels. */
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

  /** Pixels of the text above the reading line when `said` words are said. */
  yAt(said: number): number {
    const stretch = this.#last((one) => one.before <= said);
    if (!stretch) return 0;
    return stretch.top + (Math.min(stretch.words, Math.max(0, said - stretch.before)) / stretch.words) * stretch.height;
  }

  /** The words said when the text stands there. */
  saidAt(y: number): number {
    const stretch = this.#last((one) => one.top <= y);
    if (!stretch || stretch.height <= 0) return stretch?.before ?? 0;
    return stretch.before + Math.min(1, (y - stretch.top) / stretch.height) * stretch.words;
  }

  /** Words before the piece that is being said, or before the one above where it has hardly begun. */
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

/** The words said once the text was changed in one place: what is read stays at the line, whatever changed above it. */
export function carriedOver(said: number, before: readonly ScriptPiece[], after: readonly ScriptPiece[]): number {
  if (before.length === 0) return said;
  let same = 0;
  while (same < before.length && before[same]?.text === after[same]?.text) same += 1;
  const unchanged = wordsOf(before.slice(0, same));
  if (said <= unchanged + (before[same]?.words ?? 0)) return said;
  return Math.max(unchanged, said + wordsOf(after) - wordsOf(before));
}

/** What was said in one go in front of the teleprompter, pauses left out. */
export class Take {
  #words = 0;
  #seconds = 0;

  /** So many words (less than none, where the text was turned back a little) and seconds went by. */
  add(words: number, seconds: number): void {
    this.#words += words;
    this.#seconds += seconds;
  }

  /** Null while it is too short to say how fast someone speaks. */
  get measured(): { words: number; seconds: number; pace: number } | null {
    const words = Math.round(this.#words);
    if (words < 20 || this.#seconds < 10) return null;
    return { words, seconds: this.#seconds, pace: (words * 60) / this.#seconds };
  }
}
