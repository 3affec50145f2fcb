/** The import recognizes these Word styles as cues and similar parts. */
export const DOCX_STYLES = {
  cue: 'Cue',
  rule: 'Scene break',
  title: 'Script title',
  quote: 'Quote',
  callout: 'Callout title',
  code: 'Script code',
  inlineCode: 'Inline code',
} as const;

/** The indent of each level of lists and quotes, in twentieths of a point. */
export const LEVEL_INDENT = 420;
/** Levels beyond this leave too little room on the page, so they are indented less. */
const WIDE_LEVELS = 14;
const NARROW_INDENT = 12;

/** Returns the indent of text inside some items of lists. */
export const getIndent = (items: number): number =>
  Math.min(items, WIDE_LEVELS) * LEVEL_INDENT + Math.max(0, items - WIDE_LEVELS) * NARROW_INDENT;

/** Returns how many items of lists are around a text with this indent. */
export function getItemDepth(indent: number): number {
  const narrow = indent - WIDE_LEVELS * LEVEL_INDENT;
  return narrow > 0 ? WIDE_LEVELS + Math.round(narrow / NARROW_INDENT) : Math.round(indent / LEVEL_INDENT);
}

/** The color of the bar beside quoted paragraphs, by which the import recognizes the bar. */
export const QUOTE_COLOR = 'B8B8B8';
/** Each further quote makes the bar this much thicker (eighths of a point); after `THICKEST` of them it moves away. */
const BAR_SIZE = 8;
const THICKEST = 12;
const NEAREST = 8;
const FARTHEST = 31;

/** Returns thickness and distance of the bar beside a paragraph inside some quotes. */
export const getQuoteBar = (quotes: number): { readonly size: number; readonly space: number } => ({
  size: (((quotes - 1) % THICKEST) + 1) * BAR_SIZE,
  space: Math.min(NEAREST + Math.floor((quotes - 1) / THICKEST), FARTHEST),
});

/** Returns how many quotes a bar stands for. */
export function getQuoteDepth(size: number, space: number): number {
  const thickness = Math.min(Math.max(Math.round(size / BAR_SIZE), 1), THICKEST);
  return thickness + (Math.min(Math.max(space, NEAREST), FARTHEST) - NEAREST) * THICKEST;
}

/** Begins the names of the document properties that keep a script's details. */
export const DETAIL_PREFIX = 'Script ';
