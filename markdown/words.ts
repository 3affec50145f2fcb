import type { TextChange, TextSource } from './text-change.ts';

/**
 * Counts words as people do: a run of letters, marks and digits, with apostrophes, hyphens and points inside (`don’t`,
 * `six-berth`, `3.5`), is one word. The platform's segmenter splits scripts written without spaces.
 */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’\u2010\u2011\-.,:/@_]?[\p{L}\p{M}\p{N}]+)*/gu;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts without spaces exist only in these ranges, so most text skips the slower test. */
const FIRST_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;

let segmenter: Intl.Segmenter | undefined;

function segmentedWords(text: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let count = 0;
  for (const segment of segmenter.segment(text)) if (segment.isWordLike) count += 1;
  return count;
}

/** Counts the words in `text`. Words never span white space, so a text may be counted in parts split at white space. */
export function countWords(text: string): number {
  const mayBeUnspaced = FIRST_UNSPACED.test(text) && UNSPACED.test(text);
  let count = 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match !== null; match = WORD.exec(text)) {
    count += mayBeUnspaced && UNSPACED.test(match[0]) ? segmentedWords(match[0]) : 1;
  }
  return count;
}

/** Returns the words of `text` by the same rules as the count. */
export function wordsOf(text: string): string[] {
  const mayBeUnspaced = FIRST_UNSPACED.test(text) && UNSPACED.test(text);
  const words = text.match(WORD) ?? [];
  if (!mayBeUnspaced) return words;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  const cut = segmenter;
  return words.flatMap((word) =>
    UNSPACED.test(word) ? [...cut.segment(word)].filter((one) => one.isWordLike).map((one) => one.segment) : [word],
  );
}

const STEP = 64;
const SPACE = /\s/;

/** Returns the nearest white space at or before `at`, where partial counting may begin. */
function spaceBefore(text: TextSource, at: number): number {
  for (let end = at; end > 0; end -= STEP) {
    const start = Math.max(0, end - STEP);
    const piece = text.sliceString(start, end);
    for (let i = piece.length - 1; i >= 0; i -= 1) if (SPACE.test(piece.charAt(i))) return start + i;
  }
  return 0;
}

/** Returns the nearest white space at or after `at`, where partial counting may end. */
function spaceAfter(text: TextSource, at: number): number {
  for (let start = at; start < text.length; start += STEP) {
    const found = text.sliceString(start, Math.min(text.length, start + STEP)).search(SPACE);
    if (found >= 0) return start + found;
  }
  return text.length;
}

/** Keeps the word count of a changing text, in time proportional to the change (plus the words at its two ends). */
export class WordCounter {
  #count: number;

  constructor(text: string) {
    this.#count = countWords(text);
  }

  get count(): number {
    return this.#count;
  }

  /** Applies one change, with the texts before and after it. Returns the new count. */
  update(before: TextSource, after: TextSource, change: TextChange): number {
    const from = spaceBefore(after, change.from);
    const to = spaceAfter(after, change.toNew);
    const oldTo = to - change.toNew + change.to;
    this.#count += countWords(after.sliceString(from, to)) - countWords(before.sliceString(from, oldTo));
    return this.#count;
  }
}
