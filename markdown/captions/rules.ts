import { listSegments } from '../graphemes.ts';

/**
 * The limits of captions by script: characters a line and reading speed (Netflix Timed Text Style Guides: General
 * Requirements; Japanese 13, Chinese and Korean 16 full-width characters a line, half-width ones count half; Thai 35;
 * others 42).
 */
export interface CaptionRules {
  /** The share of a line that a character takes. */
  readonly narrowWidth: number;
  readonly wideWidth: number;
  /** The most characters a second of captions that are only read. */
  readonly maxReadingSpeed: number;
  /** The most characters a second of captions whose words are heard as well (guides for the hard of hearing). */
  readonly maxSpeedWithAudio: number;
  /** True if wide characters are the rule, so that narrow ones count half. */
  readonly isWide: boolean;
}

/**
 * Captions have two lines and stay on screen for five sixths of a second to seven seconds (Netflix, General
 * Requirements).
 */
export const CAPTION = { maxLines: 2, minSeconds: 5 / 6, maxSeconds: 7 } as const;

const FULL_WIDTH = 16;
const createNarrowRules = (characters: number, maxReadingSpeed: number): CaptionRules => ({
  narrowWidth: 1 / characters,
  wideWidth: 1 / FULL_WIDTH,
  maxReadingSpeed,
  maxSpeedWithAudio: maxReadingSpeed,
  isWide: false,
});
const createWideRules = (characters: number, maxReadingSpeed: number, maxSpeedWithAudio: number): CaptionRules => ({
  narrowWidth: 1 / (2 * characters),
  wideWidth: 1 / characters,
  maxReadingSpeed,
  maxSpeedWithAudio,
  isWide: true,
});

const DEFAULT_RULES = createNarrowRules(42, 20);
const THAI = createNarrowRules(35, 20);
const DEVANAGARI = createNarrowRules(42, 22);
const JAPANESE = createWideRules(13, 4, 7);
const CHINESE = createWideRules(FULL_WIDTH, 9, 11);
const KOREAN = createWideRules(FULL_WIDTH, 12, 14);

/** Finds scripts with rules of their own, so that most texts skip the slower tests. */
const SPECIAL_SCRIPTS = /[\u0900-\u097f\u0e00-\u0e7f\u1100-\u11ff\u2e80-\uffff]/;
const WIDE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/gu;
const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Returns the rules of the script that fills most of a text. */
export function getCaptionRules(text: string): CaptionRules {
  if (!SPECIAL_SCRIPTS.test(text)) return DEFAULT_RULES;
  const letters = countMatches(text, /\p{L}/gu);
  const wideLetters = countMatches(text, WIDE_LETTER);
  if (wideLetters * 2 > letters - wideLetters) {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return JAPANESE;
    return countMatches(text, /\p{Script=Hangul}/gu) * 2 > wideLetters ? KOREAN : CHINESE;
  }
  if (countMatches(text, /\p{Script=Thai}/gu) * 2 > letters) return THAI;
  return countMatches(text, /\p{Script=Devanagari}/gu) * 2 > letters ? DEVANAGARI : DEFAULT_RULES;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Texts of these are one grapheme for each character. */
const SIMPLE_TEXT = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027]*$/;
export const splitGraphemes = (text: string): string[] =>
  SIMPLE_TEXT.test(text) ? text.split('') : Array.from(listSegments(text, graphemes), ({ segment }) => segment);

/** Matches characters of East Asian width W or F (UAX #11), and emoji. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Matches characters that are full-width only in East Asian text (UAX #11, ambiguous). */
const WIDE_AMONG_WIDE = /^[\u2010-\u2027\u2030-\u203b]/;

/** Returns the share of a line that a text takes. */
export function measureWidth(text: string, rules: CaptionRules): number {
  let width = 0;
  for (const grapheme of splitGraphemes(text)) {
    const isWide = WIDE.test(grapheme) || (rules.isWide && WIDE_AMONG_WIDE.test(grapheme));
    width += isWide ? rules.wideWidth : rules.narrowWidth;
  }
  return width;
}

/** True if a text of this width is one line; sums of shares are not exact. */
export const fitsLine = (width: number): boolean => width < 1 + 1e-9;

/** Counts characters as the guides count reading speed. */
export const countCharacters = (text: string, rules: CaptionRules): number =>
  rules.isWide ? measureWidth(text, rules) / rules.wideWidth : splitGraphemes(text).length;
