import { foldText } from '#markdown/fold-text.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/**
 * Matches scripts whose words are not separated by spaces or attach others: endings and compounds in Korean, articles
 * and prepositions in Arabic and Hebrew.
 */
const UNSPACED_SCRIPTS = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Yi}\p{sc=Javanese}\p{sc=Balinese}\p{sc=Tai_Tham}\p{sc=Tai_Viet}\p{sc=Arabic}\p{sc=Hebrew}`;
const PART = new RegExp(`[${UNSPACED_SCRIPTS}]+|[^${UNSPACED_SCRIPTS}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED_SCRIPTS}]`, 'u');
/** None of these scripts is below this range, so most words need no further check. */
const MAY_BE_UNSPACED = /[\u0590-\u{10FFFF}]/u;

export interface FoundWord {
  readonly text: string;
  readonly index: number;
  /** True if any part of the word is found, not only its beginning. */
  readonly isUnspaced: boolean;
}

/** Returns the words of a folded text if none of them may be unspaced, else null. */
export const getPlainWords = (foldedText: string): string[] | null =>
  MAY_BE_UNSPACED.test(foldedText) ? null : (foldedText.match(WORD) ?? []);

/** Yields the words of a folded text with their positions; each run of unspaced text is one word. */
export function* findWords(foldedText: string): Generator<FoundWord> {
  for (const { 0: word, index } of foldedText.matchAll(WORD)) {
    if (!MAY_BE_UNSPACED.test(word)) yield { text: word, index, isUnspaced: false };
    else {
      for (const part of word.matchAll(PART)) {
        yield { text: part[0], index: index + part.index, isUnspaced: IS_UNSPACED.test(part[0]) };
      }
    }
  }
}

/** Returns the folded words of a text. */
export const getWords = (text: string): string[] => Array.from(findWords(foldText(text)), ({ text: word }) => word);

export interface Gram {
  readonly text: string;
  /** The offset in UTF-16 code units from the start of the word. */
  readonly at: number;
}

/** Scripts of thousands of characters have short grams, so that there are not too many different ones. */
const LARGE_SCRIPT = /^[\p{Script_Extensions=Han}\p{Script=Hangul}]/u;

/** Returns the gram of unspaced text that starts at each of its characters. */
export function splitGrams(word: string): readonly Gram[] {
  const letters = [...word];
  let from = 0;
  return letters.map((letter, index) => {
    const at = from;
    from += letter.length;
    return { text: letters.slice(index, index + (LARGE_SCRIPT.test(letter) ? 2 : 3)).join(''), at };
  });
}

/** Returns the grams that unspaced text must contain in this order; the last may continue. None for a spaced word. */
export function getQueryGrams(word: string): readonly Gram[] {
  if (!IS_UNSPACED.test(word)) return [];
  const pieces = splitGrams(word);
  const last = pieces.findIndex(({ text, at }) => at + text.length === word.length);
  return pieces.slice(0, last + 1);
}
