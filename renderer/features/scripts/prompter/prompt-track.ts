import type { ScriptPiece } from '#markdown/spoken-pieces.ts';

/** A stretch of text: `units` are spoken while the text moves from `top` to the next stretch. */
interface Stretch {
  readonly pieceIndex: number;
  readonly top: number;
  readonly unitsBefore: number;
  readonly units: number;
  readonly height: number;
}

/**
 * Maps spoken words (in words of English pace) to text positions. Each spoken piece takes its time, and unspoken text
 * passes with the piece before it, so the time left is exact at any font size.
 */
export class PromptTrack {
  readonly totalUnits: number;
  readonly #stretches: readonly Stretch[];

  /** `tops` is where each piece starts and `end` where the last one ends, in pixels. */
  constructor(pieces: readonly ScriptPiece[], tops: readonly number[], end: number) {
    const spokenPieces = pieces
      .map((piece, index) => ({ piece, at: index, top: tops[index] ?? 0 }))
      .filter(({ piece }) => piece.units > 0);
    let unitsBefore = 0;
    this.#stretches = spokenPieces.map(({ piece, at, top }, index) => {
      const stretch = {
        pieceIndex: at,
        top,
        unitsBefore,
        units: piece.units,
        height: (spokenPieces[index + 1]?.top ?? end) - top,
      };
      unitsBefore += piece.units;
      return stretch;
    });
    this.totalUnits = unitsBefore;
  }

  /** Returns the pixels of text above the reading line after `spokenWords`. */
  getYAt(spokenWords: number): number {
    const stretch = this.#findLast((stretch) => stretch.unitsBefore <= spokenWords);
    if (!stretch) return 0;
    return (
      stretch.top +
      (Math.min(stretch.units, Math.max(0, spokenWords - stretch.unitsBefore)) / stretch.units) * stretch.height
    );
  }

  /** Returns the words spoken when the text is at `y`. */
  getSpokenAt(y: number): number {
    const stretch = this.#findLast((stretch) => stretch.top <= y);
    if (!stretch || stretch.height <= 0) return stretch?.unitsBefore ?? 0;
    return stretch.unitsBefore + Math.min(1, (y - stretch.top) / stretch.height) * stretch.units;
  }

  /** Returns the seconds needed for the text after `spokenWords`, at the pace of each piece. */
  getSecondsAfter(spokenWords: number, getPace: (pieceIndex: number) => number): number {
    let seconds = 0;
    for (const { pieceIndex, unitsBefore, units } of this.#stretches) {
      const unitsLeft = Math.min(units, unitsBefore + units - spokenWords);
      if (unitsLeft > 0) seconds += (unitsLeft * 60) / getPace(pieceIndex);
    }
    return seconds;
  }

  /** Returns the index of the piece being spoken after `spokenWords`; -1 without pieces. */
  findPieceAt(spokenWords: number): number {
    return this.#findLast((stretch) => stretch.unitsBefore <= spokenWords)?.pieceIndex ?? -1;
  }

  /** Returns the words before the current piece, or before the previous one if the current has hardly started. */
  stepBackFrom(spokenWords: number): number {
    const MIN_SPOKEN = 3;
    return this.#findLast((stretch) => stretch.unitsBefore < spokenWords - MIN_SPOKEN)?.unitsBefore ?? 0;
  }

  #findLast(isBefore: (stretch: Stretch) => boolean): Stretch | undefined {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const stretch = this.#stretches[middle];
      if (stretch && isBefore(stretch)) low = middle + 1;
      else high = middle;
    }
    return this.#stretches[low - 1];
  }
}

const countUnits = (pieces: readonly ScriptPiece[]): number => pieces.reduce((sum, { units }) => sum + units, 0);

/** Returns the spoken words after an edit, so that the line being read stays in place. */
export function carryPosition(
  spokenWords: number,
  before: readonly ScriptPiece[],
  after: readonly ScriptPiece[],
): number {
  if (before.length === 0) return spokenWords;
  let sameCount = 0;
  while (sameCount < before.length && before[sameCount]?.text === after[sameCount]?.text) sameCount += 1;
  const unchangedUnits = countUnits(before.slice(0, sameCount));
  if (spokenWords <= unchangedUnits + (before[sameCount]?.units ?? 0)) return spokenWords;
  return Math.max(unchangedUnits, spokenWords + countUnits(after) - countUnits(before));
}

/** Measures one take in front of the teleprompter, without pauses. */
export class TakeMeter {
  #words = 0;
  #seconds = 0;

  /** Adds words and seconds; words are negative if the text was moved back. */
  add(words: number, seconds: number): void {
    this.#words += words;
    this.#seconds += seconds;
  }

  /** Returns null while the take is too short to measure the pace. */
  get measurement(): { words: number; seconds: number; pace: number } | null {
    const words = Math.round(this.#words);
    if (words < 20 || this.#seconds < 10) return null;
    return { words, seconds: this.#seconds, pace: (words * 60) / this.#seconds };
  }
}
