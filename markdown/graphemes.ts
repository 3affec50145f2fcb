/** Created on first use, because that takes tens of milliseconds. */
let graphemes: Intl.Segmenter | undefined;
/** Graphemes are hardly ever longer than this, in UTF-16 code units. */
const WINDOW = 64;

/** Returns the start of the grapheme at an offset. */
export function findGraphemeStart(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.max(0, Math.min(offset, text.length));
  let from = Math.max(0, offset - WINDOW);
  // Flags are pairs, so their run has to be read from its beginning.
  while (from > 0 && /\uD83C|[\uDDE6-\uDDFF]/.test(text.charAt(from))) from -= 1;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  const segment = graphemes.segment(text.slice(from, offset + WINDOW)).containing(offset - from);
  return from + (segment?.index ?? offset - from);
}

/** The segmenter takes quadratic time, so a longer text is segmented in parts of this many UTF-16 code units. */
const PART_LENGTH = 1000;
/** The number of following words on which a word boundary can depend in Thai and similar scripts. */
const LOOK_AHEAD = 4;

export interface Segment {
  readonly segment: string;
  /** An offset in UTF-16 code units. */
  readonly index: number;
  /** Defined for segmenters of words. */
  readonly isWordLike: boolean | undefined;
}

/** Yields the segments of a text in order, in linear time. */
export function* listSegments(text: string, segmenter: Intl.Segmenter): Generator<Segment> {
  for (let from = 0; from < text.length;) {
    const end = from + PART_LENGTH + (/[\uD800-\uDBFF]/.test(text.charAt(from + PART_LENGTH - 1)) ? 1 : 0);
    const segments = [...segmenter.segment(text.slice(from, end))];
    // The last segments may change once more text follows, so the next part begins with them.
    const settledCount =
      end < text.length && segments.length > LOOK_AHEAD ? segments.length - LOOK_AHEAD : segments.length;
    for (const { segment, index, isWordLike } of segments.slice(0, settledCount)) {
      yield { segment, index: from + index, isWordLike };
    }
    from = settledCount < segments.length ? from + (segments[settledCount]?.index ?? 0) : end;
  }
}
