import { getSentenceTerms } from '#markdown/sentence-terms.ts';
import { PaceReader, type SectionPace } from '#markdown/section-paces.ts';
import { limitPace } from '#markdown/spoken.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';

/** The record of one paragraph in a take, as plain data, because it is stored on disk. */
export interface TakePiece {
  /** The paragraph's first characters; with `length`, they find the paragraph again. */
  readonly quote: string;
  readonly length: number;
  /** Spoken length in words of English pace; repeated words count again. */
  readonly units: number;
  /** Seconds in which the text moved past the paragraph, without pauses. */
  readonly seconds: number;
  /** Seconds in which the speaker paused in the paragraph. */
  readonly stopped: number;
  readonly edited: boolean;
}

export interface Take {
  readonly id: string;
  readonly at: string;
  readonly words: number;
  readonly seconds: number;
  /** The pace in words per minute. */
  readonly pace: number;
  readonly pieces: readonly TakePiece[];
  readonly sections: readonly SectionPace[];
}

/** The take's result for one paragraph of the script. */
export interface TakeMark {
  readonly from: number;
  readonly to: number;
  /** The pace in words per minute if the speaker slowed down here; else null. */
  readonly slowPace: number | null;
  readonly pausedSeconds: number;
  readonly edited: boolean;
}

const QUOTE_LENGTH = 120;
/** Paragraphs below this share of the take's pace are marked as slow. */
const SLOW_SHARE = 0.85;
const MIN_UNITS = 4;
/** Shorter pauses count as breathing. */
export const MIN_STOP_SECONDS = 1;
/** Fewer units are too few to measure a pace. */
const MIN_UNITS_FOR_PACE = 20;
/** A paragraph sharing at least this part of the words counts as the same one, edited. */
const MIN_SHARED_WORDS = 0.5;

export const createQuote = ({ text }: Pick<ScriptPiece, 'text'>): Pick<TakePiece, 'quote' | 'length'> => ({
  quote: text.slice(0, QUOTE_LENGTH),
  length: text.length,
});

/** Returns the pace of each section that was spoken long enough to measure. */
export function measureSectionPaces(
  pieces: readonly ScriptPiece[],
  getRecord: (index: number) => { readonly units: number; readonly seconds: number } | undefined,
): SectionPace[] {
  const reader = new PaceReader({ general: 0, sections: [] });
  let openSection = { heading: '', nth: 0, units: 0, seconds: 0 };
  const sections = [openSection];
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'heading') {
      openSection = { heading: piece.text, nth: reader.enterSection(piece.text), units: 0, seconds: 0 };
      sections.push(openSection);
    }
    openSection.units += getRecord(index)?.units ?? 0;
    openSection.seconds += getRecord(index)?.seconds ?? 0;
  }
  return sections
    .filter(({ units, seconds }) => units >= MIN_UNITS_FOR_PACE && seconds > 0)
    .map(({ heading, nth, units, seconds }) => ({ heading, nth, pace: limitPace((units * 60) / seconds) }));
}

const measureSharedWords = (one: string, other: string): number => {
  const [a, b] = [getSentenceTerms(one), getSentenceTerms(other)];
  const sharedCount = [...a].filter((term) => b.has(term)).length;
  return sharedCount / Math.max(1, Math.min(a.size, b.size));
};

/** Finds each paragraph of a take in the current script, in order and each once; -1 for removed ones. */
function findParagraphs(take: readonly TakePiece[], spokenPieces: readonly ScriptPiece[]): number[] {
  const isSame = ({ quote, length }: TakePiece, piece: ScriptPiece): boolean =>
    piece.text.length === length && piece.text.startsWith(quote);
  const usedIndexes = new Set<number>();
  let next = 0;
  const places = take.map((piece) => {
    const isFree = (index: number): boolean =>
      !usedIndexes.has(index) && isSame(piece, spokenPieces[index] as ScriptPiece);
    let at = spokenPieces.findIndex((_, index) => index >= next && isFree(index));
    if (at < 0) at = spokenPieces.findIndex((_, index) => isFree(index));
    if (at < 0) return -1;
    usedIndexes.add(at);
    next = at + 1;
    return at;
  });
  return places.map((place, index) => {
    if (place >= 0) return place;
    const quote = take[index]?.quote ?? '';
    const before = places.slice(0, index).findLast((position) => position >= 0) ?? -1;
    const after = places.slice(index + 1).find((position) => position > before) ?? spokenPieces.length;
    for (let at = before + 1; at < after; at += 1) {
      if (
        usedIndexes.has(at) ||
        measureSharedWords(quote, spokenPieces[at]?.text.slice(0, QUOTE_LENGTH * 2) ?? '') < MIN_SHARED_WORDS
      )
        continue;
      usedIndexes.add(at);
      return at;
    }
    return -1;
  });
}

/** Returns the marks of a take in the current script: slow, stopped and edited paragraphs. */
export function createTakeMarks(take: Take, pieces: readonly ScriptPiece[]): TakeMark[] {
  const spokenPieces = pieces.filter(({ kind }) => kind === 'spoken');
  const places = findParagraphs(take.pieces, spokenPieces);
  return take.pieces.flatMap((piece, index): TakeMark[] => {
    const place = spokenPieces[places[index] ?? -1];
    if (!place) return [];
    const ownPace = piece.seconds > 0 ? (piece.units * 60) / piece.seconds : take.pace;
    const isSlow = piece.units >= MIN_UNITS && ownPace < take.pace * SLOW_SHARE;
    const { quote, length } = createQuote(place);
    return [
      {
        from: place.from,
        to: place.to,
        slowPace: isSlow ? Math.round(ownPace) : null,
        pausedSeconds: piece.stopped,
        edited: piece.edited || quote !== piece.quote || length !== piece.length,
      },
    ];
  });
}
