/** Compares words of a query with words of a text; both are folded. */

export const PREFIX = 0;
/** Extra cost of words beside a title, in its subtitle and keywords. */
export const BESIDE_TITLE = 2;
export const INSIDE_WORD = 8;
export const TYPO = 32;
export const NO_MATCH = 255;

const MIN_LENGTH_ONE_EDIT = 4;
const MIN_LENGTH_TWO_EDITS = 8;
/** Shorter words with a typo match whole words only: their first letters begin too many others. */
const MIN_LENGTH_PREFIX_TYPO = 5;
const MIN_LENGTH_INSIDE = 3;
const MAX_LENGTH = 40;

export interface QueryWord {
  readonly text: string;
  readonly letterBits: number;
  readonly edits: number;
  /** True if the query may match in the middle of a word. */
  readonly matchesInside: boolean;
}

const ASCII = /^[\0-\x7F]*$/;

export function toQueryWord(text: string): QueryWord {
  const edits = text.length >= MIN_LENGTH_TWO_EDITS ? 2 : text.length >= MIN_LENGTH_ONE_EDIT ? 1 : 0;
  // Many scripts have no spaces between words.
  const matchesInside = text.length >= MIN_LENGTH_INSIDE || !ASCII.test(text);
  return { text, letterBits: toLetterBits(text), edits: text.length > MAX_LENGTH ? 0 : edits, matchesInside };
}

/** Returns the letters as a bit set; different letters may share a bit. */
export function toLetterBits(word: string): number {
  let letterBits = 0;
  for (let index = 0; index < word.length; index += 1) letterBits |= 1 << (word.charCodeAt(index) & 31);
  return letterBits;
}

/** Returns the cost of a match: `PREFIX`, `INSIDE_WORD`, `TYPO` for each edit, or `NO_MATCH`. */
export function matchWord(query: QueryWord, word: string, letterBits: number): number {
  const missingBits = query.letterBits & ~letterBits;
  if (missingBits === 0) {
    if (word.startsWith(query.text)) return PREFIX;
    if (query.matchesInside && word.includes(query.text)) return INSIDE_WORD;
  }
  if (query.edits === 0 || word.length < query.text.length - query.edits || hasMoreBits(missingBits, query.edits))
    return NO_MATCH;
  const edits = countEdits(query.text, word, query.edits);
  return edits > query.edits ? NO_MATCH : edits * TYPO;
}

function hasMoreBits(bits: number, maxBits: number): boolean {
  let rest = bits;
  for (let count = 0; rest !== 0; rest &= rest - 1) {
    count += 1;
    if (count > maxBits) return true;
  }
  return false;
}

let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const;

/**
 * Returns how many letters have to be inserted, removed, replaced or swapped with the next to turn `query` into `word`
 * or, from five letters on, into its beginning. Stops above `maxEdits`.
 */
export function countEdits(query: string, word: string, maxEdits: number): number {
  const isPrefix = query.length >= MIN_LENGTH_PREFIX_TYPO;
  if (!isPrefix && word.length > query.length + maxEdits) return maxEdits + 1;
  const width = Math.min(word.length, query.length + maxEdits);
  let [twoBefore, before, row] = rows;
  for (let column = 0; column <= width; column += 1) before[column] = column;
  for (let line = 1; line <= query.length; line += 1) {
    const lowest = fillRow(query, word, { line, width, twoBefore, before, row });
    if (lowest > maxEdits) return maxEdits + 1;
    [twoBefore, before, row] = [before, row, twoBefore];
  }
  rows = [twoBefore, before, row];
  if (!isPrefix) return before[width] ?? maxEdits + 1;
  let best = maxEdits + 1;
  for (let column = 0; column <= width; column += 1) best = Math.min(best, before[column] ?? best);
  return best;
}

interface Rows {
  readonly line: number;
  readonly width: number;
  readonly twoBefore: Uint8Array;
  readonly before: Uint8Array;
  readonly row: Uint8Array;
}

function fillRow(query: string, word: string, { line, width, twoBefore, before, row }: Rows): number {
  const letter = query.charCodeAt(line - 1);
  const letterBefore = query.charCodeAt(line - 2);
  let leftCell = (row[0] = line);
  let lowest = leftCell;
  for (let column = 1; column <= width; column += 1) {
    const other = word.charCodeAt(column - 1);
    let edits = (before[column - 1] ?? 0) + (letter === other ? 0 : 1);
    edits = Math.min(edits, leftCell + 1, (before[column] ?? 0) + 1);
    if (line > 1 && column > 1 && letterBefore === other && letter === word.charCodeAt(column - 2))
      edits = Math.min(edits, (twoBefore[column - 2] ?? 0) + 1);
    row[column] = leftCell = edits;
    if (edits < lowest) lowest = edits;
  }
  return lowest;
}
