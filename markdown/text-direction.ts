/**
 * Matches strong right-to-left characters (bidi classes R and AL): letters and Hebrew punctuation of these blocks.
 * Vowel marks and digits have no direction of their own.
 */
const RIGHT_TO_LEFT =
  '(?:(?=[\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFE\\u{10800}-\\u{10FFF}\\u{1E800}-\\u{1EFFF}])\\p{L}' +
  '|[\\u05BE\\u05C0\\u05C3\\u05C6\\u05F3\\u05F4\\u061B-\\u061F\\u066D\\u06D4\\u200F])';
/**
 * Matches letters, letter-like numbers and spacing vowel signs; marks that combine have no direction (UAX #9, table
 * 4).
 */
const LEFT_TO_RIGHT = '(?:(?!\\p{Mn})\\p{Alphabetic}|\\u200E)';
/** Isolates speak for themselves, not for the text around them (UAX #9, rule P2). */
const ISOLATE = '[\\u2066-\\u2068]';

/** Matches letters and signs of the scripts that run from right to left, whatever their own direction. */
export const RIGHT_TO_LEFT_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const STRONG = new RegExp(`(?<right>${RIGHT_TO_LEFT})|(?<left>${LEFT_TO_RIGHT})|(?<isolate>${ISOLATE})`, 'gu');
const ISOLATE_EDGE = /[\u2066-\u2069]/g;
/** Matches half characters, which is faster; callers check whole ones afterwards. */
const MAYBE_RIGHT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefe\ud802\ud803\ud83a\ud83b]/;

export type TextDirection = 'ltr' | 'rtl';

function findIsolateEnd(text: string, from: number): number {
  let depth = 1;
  ISOLATE_EDGE.lastIndex = from;
  for (let edge = ISOLATE_EDGE.exec(text); edge; edge = ISOLATE_EDGE.exec(text)) {
    depth += edge[0] === '\u2069' ? -1 : 1;
    if (depth === 0) return ISOLATE_EDGE.lastIndex;
  }
  return text.length;
}

/** Returns the direction of a paragraph's first strong letter, by the bidi classes of Unicode; null without one. */
export function getTextDirection(text: string): TextDirection | null {
  STRONG.lastIndex = 0;
  for (let match = STRONG.exec(text); match; match = STRONG.exec(text)) {
    if (match.groups?.['right'] !== undefined) return 'rtl';
    if (match.groups?.['left'] !== undefined) return 'ltr';
    STRONG.lastIndex = findIsolateEnd(text, STRONG.lastIndex);
  }
  return null;
}

/** Returns quickly whether a text may run from right to left anywhere; without it, nothing has to be directed. */
export const hasRightToLeft = (text: string): boolean => MAYBE_RIGHT.test(text);
