/** Compares words of a query with words of a text; both are folded. */

export const PREFIX = 0;
/** Is what the words beside a title (its subtitle and keywords) cost more than those in it. */
export const BESIDE_TITLE = 2;
export const INSIDE = 8;
export const TYPO = 32;
export const NO_MATCH = 255;

const ONE_EDIT_FROM = 4;
const TWO_EDITS_FROM = 8;
/** Shorter words with a typo match whole words only: their first letters begin too many others. */
const PREFIX_TYPO_FROM = 5;
const INSIDE_FROM = 3;
const MAX_LENGTH = 40;

export interface QueryWord {
  readonly text: string;
  readonly letters: number;
  readonly edits: number;
  /** Is true if it may match in the middle of a word. */
  readonly inside: boolean;
}

const ASCII = /^[\0-\x7F]*$/;

export function queryWord(text: string): QueryWord {
  const edits = text.length >= TWO_EDITS_FROM ? 2 : text.length >= ONE_EDIT_FROM ? 1 : 0;
  // Many scripts have no spaces between words.
  const inside = text.length >= INSIDE_FROM || !ASCII.test(text);
  return { text, letters: lettersOf(text), edits: text.length > MAX_LENGTH ? 0 : edits, inside };
}

/** Returns a set of the letters as bits, in which different letters may share one. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** Returns what the match costs: `PREFIX`, `INSIDE`, `TYPO` for each edit, or `NO_MATCH`. */
export function matchWord(query: QueryWord, word: string, letters: number): number {
  const missing = query.letters & ~letters;
  if (missing === 0) {
    if (word.startsWith(query.text)) return PREFIX;
    if (query.inside && word.includes(query.text)) return INSIDE;
  }
  if (query.edits === 0 || word.length < query.text.length - query.edits || hasMoreBits(missing, query.edits))
    return NO_MATCH;
  const edits = editsTo(query.text, word, query.edits);
  return edits > query.edits ? NO_MATCH : edits * TYPO;
}

function hasMoreBits(bits: number, most: number): boolean {
  let rest = bits;
  for (let count = 0; rest !== 0; rest &= rest - 1) {
    count += 1;
    if (count > most) return true;
  }
  return false;
}

let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as const;

/**
 * Returns how many letters have to be inserted, removed, replaced or swapped with the next to turn `query` into `word`
 * or, from five letters on, into its beginning. Stops above `most`.
 */
export function editsTo(query: string, word: string, most: number): number {
  const isPrefix = query.length >= PREFIX_TYPO_FROM;
  if (!isPrefix && word.length > query.length + most) return most + 1;
  const width = Math.min(word.length, query.length + most);
  let [twoBefore, before, row] = rows;
  for (let column = 0; column <= width; column += 1) before[column] = column;
  for (let line = 1; line <= query.length; line += 1) {
    const lowest = fillRow(query, word, { line, width, twoBefore, before, row });
    if (lowest > most) return most + 1;
    [twoBefore, before, row] = [before, row, twoBefore];
  }
  rows = [twoBefore, before, row];
  if (!isPrefix) return before[width] ?? most + 1;
  let best = most + 1;
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
  let left = (row[0] = line);
  let lowest = left;
  for (let column = 1; column <= width; column += 1) {
    const other = word.charCodeAt(column - 1);
    let edits = (before[column - 1] ?? 0) + (letter === other ? 0 : 1);
    edits = Math.min(edits, left + 1, (before[column] ?? 0) + 1);
    if (line > 1 && column > 1 && letterBefore === other && letter === word.charCodeAt(column - 2))
      edits = Math.min(edits, (twoBefore[column - 2] ?? 0) + 1);
    row[column] = left = edits;
    if (edits < lowest) lowest = edits;
  }
  return lowest;
}
