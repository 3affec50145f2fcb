/** Is made when first needed, because making one takes tens of milliseconds. */
let graphemes: Intl.Segmenter | undefined;
/** Graphemes are hardly ever longer than this, in UTF-16 code units. */
const WINDOW = 64;

/** Returns where the character that people see at an offset begins. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  let from = Math.max(0, at - WINDOW);
  // Flags are pairs, so their run has to be read from its beginning.
  while (from > 0 && /\uD83C|[\uDDE6-\uDDFF]/.test(text.charAt(from))) from -= 1;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const found = graphemes.segment(text.slice(from, at + WINDOW)).containing(at - from);
  return from + (found?.index ?? at - from);
}

/** The segmenter takes quadratic time, so a longer text is segmented in parts of this many UTF-16 code units. */
const PART = 1000;
/** Dictionaries of Thai and other scripts choose a word by this many words after it. */
const AHEAD = 4;

export interface Segment {
  readonly segment: string;
  /** Is an offset in UTF-16 code units. */
  readonly index: number;
  /** Is defined for segmenters of words. */
  readonly isWordLike: boolean | undefined;
}

/** Yields the segments of a text in order, in time that grows with the text. */
export function* segmentsIn(text: string, segmenter: Intl.Segmenter): Generator<Segment> {
  for (let from = 0; from < text.length;) {
    const end = from + PART + (/[\uD800-\uDBFF]/.test(text.charAt(from + PART - 1)) ? 1 : 0);
    const found = [...segmenter.segment(text.slice(from, end))];
    // The last ones may change with what follows, so the next part begins with them.
    const kept = end < text.length && found.length > AHEAD ? found.length - AHEAD : found.length;
    for (const { segment, index, isWordLike } of found.slice(0, kept)) {
      yield { segment, index: from + index, isWordLike };
    }
    from = kept < found.length ? from + (found[kept]?.index ?? 0) : end;
  }
}
