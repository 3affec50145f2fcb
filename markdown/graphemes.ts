const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Graphemes are hardly ever longer than this, in UTF-16 code units. */
const WINDOW = 64;

/** Returns where the character that people see at an offset begins. */
export function graphemeStart(text: string, at: number): number {
  if (at <= 0 || at >= text.length) return Math.max(0, Math.min(at, text.length));
  let from = Math.max(0, at - WINDOW);
  // Flags are pairs, so their run has to be read from its beginning.
  while (from > 0 && /\uD83C|[\uDDE6-\uDDFF]/.test(text.charAt(from))) from -= 1;
  const found = graphemes.segment(text.slice(from, at + WINDOW)).containing(at - from);
  return from + (found?.index ?? at - from);
}
