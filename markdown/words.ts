/**
 * Counts words as people do: a run of letters, marks and digits is one word, with what may stand inside: apostrophes,
 * hyphens and points (`don’t`, `six-berth`, `3.5`), the middle dot of Catalan (`col·lecció`), the marks of Hebrew
 * (`ד״ר`) and Armenian, and signs without a shape: soft hyphens, joiners, half-spaces (`می‌روم`). The platform's
 * segmenter splits scripts written without spaces.
 */
import { listSegments } from './graphemes.ts';

/** A pattern for a letter, mark or digit of a word. */
export const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** The zero-width space separates words, other signs without a shape do not. */
const SHAPELESS = '(?:(?!\\u200b)\\p{Cf})';
const JOINING_SIGNS =
  "(?:['’‘‛´`′＇\\u2010\\u2011\\-.,:/@_·\\u2027\\u05f3\\u05f4\\u05be\\u055a-\\u055f\\u066b\\u066c]|" +
  // Hebrew abbreviations are mostly typed with a plain quotation mark.
  '(?<=\\p{Script=Hebrew})"(?=\\p{Script=Hebrew})|' +
  // Spaces that group the digits of one number.
  '(?<=\\p{Nd})[\\u00a0\\u202f\\u2009](?=\\p{Nd}{3}(?!\\p{Nd})))';
const WORD = new RegExp(`${LETTER}+(?:${SHAPELESS}*(?:${JOINING_SIGNS}${SHAPELESS}*)?${LETTER}+)*`, 'gu');
/** Finds the same words in text of plain Latin letters, in less time. */
const LATIN_WORD = /[0-9A-Za-zªµºÀ-ÖØ-öø-ɏ²³¹¼-¾]+(?:['’‘‛`′\u2010\u2011\-.,:/@_·][0-9A-Za-zªµºÀ-ÖØ-öø-ɏ²³¹¼-¾]+)*/g;
const NOT_LATIN = /[\u00a0\u00ad\u00b4\u0250-\u200f\u2027-\u202f\u2060-\uffff]/;

const UNSPACED_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];
/** Matches a letter of a script that is written without spaces. */
export const UNSPACED_LETTERS = new RegExp(`[${UNSPACED_SCRIPTS.map((name) => `\\p{Script=${name}}`).join('')}]`, 'u');
/** Scripts without spaces exist only in these ranges, so most text skips the slower test. */
const FIRST_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;

let segmenter: Intl.Segmenter | undefined;

function* splitSegments(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { segment, isWordLike } of listSegments(text, segmenter)) if (isWordLike) yield segment;
}

const hasUnspaced = (text: string): boolean => FIRST_UNSPACED.test(text) && UNSPACED_LETTERS.test(text);

/** Counts the words in `text`. */
export function countWords(text: string): number {
  if (NOT_LATIN.test(text)) return getWords(text).length;
  let count = 0;
  LATIN_WORD.lastIndex = 0;
  while (LATIN_WORD.test(text)) count += 1;
  return count;
}

/** Returns the words of `text` by the same rules as the count. */
export function getWords(text: string): string[] {
  if (!NOT_LATIN.test(text)) return text.match(LATIN_WORD) ?? [];
  const words = text.match(WORD) ?? [];
  if (!hasUnspaced(text)) return words;
  return words.flatMap((word) => (UNSPACED_LETTERS.test(word) ? [...splitSegments(word)] : [word]));
}
