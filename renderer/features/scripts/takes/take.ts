import { sentenceTerms } from '#markdown/sentence-terms.ts';
import { PaceReader, type SectionPace } from '#markdown/section-paces.ts';
import { limitPace } from '#markdown/spoken.ts';
import type { ScriptPiece } from '#markdown/spoken-pieces.ts';

/** Records what happened to one paragraph in a take. It holds only plain data, because it is kept on disk. */
export interface TakePiece {
  /** Finds the paragraph again by the beginning of its words and their length. */
  readonly quote: string;
  readonly length: number;
  /** Counts what was spoken of it, in words of English pace; what was said twice counts twice. */
  readonly units: number;
  /** Counts seconds in which the text moved past it, without pauses. */
  readonly seconds: number;
  /** Counts seconds in which the speaker stopped in it. */
  readonly stopped: number;
  readonly edited: boolean;
}

export interface Take {
  readonly id: string;
  readonly at: string;
  readonly words: number;
  readonly seconds: number;
  /** In words per minute. */
  readonly pace: number;
  readonly pieces: readonly TakePiece[];
  readonly sections: readonly SectionPace[];
}

/** The take's result for one paragraph of the script. */
export interface TakeMark {
  readonly from: number;
  readonly to: number;
  /** In words per minute, if the speaker slowed down here; else null. */
  readonly slowed: number | null;
  readonly stopped: number;
  readonly edited: boolean;
}

const QUOTED = 120;
/** Marks paragraphs that are slower than this share of the take's pace. */
const SLOW = 0.85;
const FEWEST_UNITS = 4;
/** Shorter pauses are breath. */
export const SHORTEST_STOP = 1;
/** Fewer words say nothing about a pace. */
const FEWEST_FOR_PACE = 20;
/** A paragraph with this share of the words is the same one, edited. */
const SAME = 0.5;

export const quoteOf = ({ text }: Pick<ScriptPiece, 'text'>): Pick<TakePiece, 'quote' | 'length'> => ({
  quote: text.slice(0, QUOTED),
  length: text.length,
});

/** Returns the pace of each section that was spoken long enough to measure. */
export function sectionPaces(
  pieces: readonly ScriptPiece[],
  heardIn: (index: number) => { readonly units: number; readonly seconds: number } | undefined,
): SectionPace[] {
  const reader = new PaceReader({ general: 0, sections: [] });
  let open = { heading: '', nth: 0, units: 0, seconds: 0 };
  const found = [open];
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'heading') {
      open = { heading: piece.text, nth: reader.next(piece.text), units: 0, seconds: 0 };
      found.push(open);
    }
    open.units += heardIn(index)?.units ?? 0;
    open.seconds += heardIn(index)?.seconds ?? 0;
  }
  return found
    .filter(({ units, seconds }) => units >= FEWEST_FOR_PACE && seconds > 0)
    .map(({ heading, nth, units, seconds }) => ({ heading, nth, pace: limitPace((units * 60) / seconds) }));
}

const sameWords = (one: string, other: string): number => {
  const [a, b] = [sentenceTerms(one), sentenceTerms(other)];
  const shared = [...a].filter((term) => b.has(term)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
};

/** Finds each paragraph of a take in the script as it is now; -1 for those that are gone. In order, and none twice. */
function placesOf(take: readonly TakePiece[], spoken: readonly ScriptPiece[]): number[] {
  const isSame = ({ quote, length }: TakePiece, piece: ScriptPiece): boolean =>
    piece.text.length === length && piece.text.startsWith(quote);
  const taken = new Set<number>();
  let next = 0;
  const places = take.map((piece) => {
    const free = (index: number): boolean => !taken.has(index) && isSame(piece, spoken[index] as ScriptPiece);
    let at = spoken.findIndex((_, index) => index >= next && free(index));
    if (at < 0) at = spoken.findIndex((_, index) => free(index));
    if (at < 0) return -1;
    taken.add(at);
    next = at + 1;
    return at;
  });
  return places.map((place, index) => {
    if (place >= 0) return place;
    const quote = take[index]?.quote ?? '';
    const before = places.slice(0, index).findLast((one) => one >= 0) ?? -1;
    const after = places.slice(index + 1).find((one) => one > before) ?? spoken.length;
    for (let at = before + 1; at < after; at += 1) {
      if (taken.has(at) || sameWords(quote, spoken[at]?.text.slice(0, QUOTED * 2) ?? '') < SAME) continue;
      taken.add(at);
      return at;
    }
    return -1;
  });
}

/** Returns the marks of a take in the script as it is now: where the speaker slowed or stopped, and what changed. */
export function marksOf(take: Take, pieces: readonly ScriptPiece[]): TakeMark[] {
  const spoken = pieces.filter(({ kind }) => kind === 'spoken');
  const places = placesOf(take.pieces, spoken);
  return take.pieces.flatMap((piece, index): TakeMark[] => {
    const place = spoken[places[index] ?? -1];
    if (!place) return [];
    const own = piece.seconds > 0 ? (piece.units * 60) / piece.seconds : take.pace;
    const isSlow = piece.units >= FEWEST_UNITS && own < take.pace * SLOW;
    const { quote, length } = quoteOf(place);
    return [
      {
        from: place.from,
        to: place.to,
        slowed: isSlow ? Math.round(own) : null,
        stopped: piece.stopped,
        edited: piece.edited || quote !== piece.quote || length !== piece.length,
      },
    ];
  });
}
