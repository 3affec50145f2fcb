/** Estimates the width of text without its font, to lay out tables and to find words that may not fit a line. */
import { listSegments } from '../graphemes.ts';

/** Widths in em, in a common book typeface; the first pattern that matches a character counts. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/\p{M}|\p{Default_Ignorable_Code_Point}/u, 0],
  [/[ijl|!.,:;'’`()[\]{}\s]/u, 0.34],
  [/[mwMW@%&—…]/u, 0.95],
  [/\p{Emoji_Presentation}/u, 1.3],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFF60]/u, 1],
  [/[\p{Lu}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Telugu}\p{Script=Kannada}]/u, 0.72],
  [/[\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Sinhala}\p{Script=Khmer}]/u, 0.95],
];
const DEFAULT_WIDTH = 0.58;
/** Bold letters are wider. */
const BOLD_FACTOR = 1.08;

const widthCache = new Map<string, number>();

function getCharacterWidth(character: string): number {
  let width = widthCache.get(character);
  if (width === undefined) {
    width = WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? DEFAULT_WIDTH;
    widthCache.set(character, width);
  }
  return width;
}

/** Estimates the width of one line of text, in em. */
export function getTextWidth(text: string, bold = false): number {
  let width = 0;
  for (const character of text) width += getCharacterWidth(character);
  return bold ? width * BOLD_FACTOR : width;
}

/** Matches scripts that break between any two characters, or between words that only a dictionary knows. */
const BREAKABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF00-\uFFEF]/u;
const BY_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Lines break at these spaces, not at those that hold words together. */
const PARTS =
  /[ \t\n\u1680\u2000-\u2006\u2008-\u200B\u205F\u3000]+|[^ \t\n\u1680\u2000-\u2006\u2008-\u200B\u205F\u3000]+/gu;

let dictionary: Intl.Segmenter | undefined;

function* splitUnbreakable(text: string): Generator<string> {
  for (const [part] of text.matchAll(PARTS)) {
    if (BY_DICTIONARY.test(part)) {
      dictionary ??= new Intl.Segmenter('th', { granularity: 'word' });
      for (const { segment } of listSegments(part, dictionary)) yield segment;
    } else if (BREAKABLE.test(part)) {
      let word = '';
      for (const character of part) {
        if (BREAKABLE.test(character)) {
          if (word !== '') yield word;
          word = '';
          yield character;
        } else word += character;
      }
      if (word !== '') yield word;
    } else yield part;
  }
}

/** Returns the width of the widest part of a text that no line break may divide, in em. */
export function getWidestWord(text: string, bold = false): number {
  let widestLine = 0;
  for (const piece of splitUnbreakable(text))
    if (piece.trim() !== '') widestLine = Math.max(widestLine, getTextWidth(piece, bold));
  return widestLine;
}

/** Estimates are right to this factor, so words wider than this share of a line are measured. */
const SAFE_SHARE = 0.6;

/** Divides a text into parts that certainly wrap and words that may be wider than `width`, in em. */
export function splitWideWords(text: string, width: number): { text: string; wide: boolean }[] {
  const safeWidth = width * SAFE_SHARE;
  if (text.length * 0.3 < safeWidth && getTextWidth(text, true) < safeWidth) return [{ text, wide: false }];
  const parts: { text: string; wide: boolean }[] = [];
  for (const piece of splitUnbreakable(text)) {
    const isWide = piece.trim() !== '' && getTextWidth(piece, true) > safeWidth;
    const last = parts.at(-1);
    if (last && !last.wide && !isWide) last.text += piece;
    else parts.push({ text: piece, wide: isWide });
  }
  return parts;
}
