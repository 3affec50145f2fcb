import { countWords } from './words.ts';

export interface SpokenLength {
  readonly words: number;
  /**
   * Counts words of English pace: one for each word, and less than one for each character of a script without spaces.
   */
  readonly units: number;
}

/**
 * Characters spoken in a minute where a word of English pace (150 a minute) says little: in scripts without spaces, and
 * in Korean, whose words are long.
 *
 * - Japanese: 300 characters, the rule of NHK's newsrooms (Kaori Yano, "NHK-shiki + shinrigaku").
 * - Chinese: 250 characters; China National Radio's morning news is read at 250 to 270.
 * - Korean: 300 syllables. This is an estimate, as no rule was found.
 * - Thai: 500 letters, which is about 170 syllables. Estimated from Coupé et al. 2019 (doi:10.1126/sciadv.aaw2594), who
 * measured 4.7 syllables a second where English has 6.3; English at 150 words has 225 syllables a minute.
 * - Lao, Khmer, Burmese: as many syllables as Thai, by the usual letters of a syllable. Estimates.
 */
const CHARACTERS_PER_MINUTE = {
  japanese: 300,
  chinese: 250,
  korean: 300,
  thai: 500,
  lao: 500,
  khmer: 400,
  burmese: 300,
} as const;
const WORDS_PER_MINUTE = 150;

const KANA = /(?=\p{L})[\p{scx=Hiragana}\p{scx=Katakana}]/gu;
const HAN = /\p{Script=Han}/gu;
const OTHER_SCRIPTS: readonly [RegExp, number][] = [
  [/\p{Script=Hangul}/gu, CHARACTERS_PER_MINUTE.korean],
  [/(?=\p{L})\p{Script=Thai}/gu, CHARACTERS_PER_MINUTE.thai],
  [/(?=\p{L})\p{Script=Lao}/gu, CHARACTERS_PER_MINUTE.lao],
  [/(?=\p{L})\p{Script=Khmer}/gu, CHARACTERS_PER_MINUTE.khmer],
  [/(?=\p{L})\p{Script=Myanmar}/gu, CHARACTERS_PER_MINUTE.burmese],
];
/** The scripts above exist only in these ranges, so most text is counted by words at once. */
const COUNTED_SCRIPTS = /[\u0e00-\u0eff\u1000-\u11ff\u1780-\u17ff\u2e80-\uffff]/;

/** Returns the words of a text and how long they take to say. */
export function getSpokenLength(text: string): SpokenLength {
  const wordCount = countWords(text);
  return { words: wordCount, units: COUNTED_SCRIPTS.test(text) ? getUnits(text) : wordCount };
}

function getUnits(text: string): number {
  let units = 0;
  const countAndRemove = (rest: string, pattern: RegExp, perMinute: number): string =>
    rest.replace(pattern, () => {
      units += WORDS_PER_MINUTE / perMinute;
      return ' ';
    });
  const isJapanese = text.search(KANA) >= 0;
  let rest = countAndRemove(text, HAN, isJapanese ? CHARACTERS_PER_MINUTE.japanese : CHARACTERS_PER_MINUTE.chinese);
  rest = countAndRemove(rest, KANA, CHARACTERS_PER_MINUTE.japanese);
  for (const [pattern, perMinute] of OTHER_SCRIPTS) rest = countAndRemove(rest, pattern, perMinute);
  // Vowel signs and tones of the letters taken out are no words.
  return units + countWords(rest.replace(/(?<= )\p{M}+/gu, ''));
}
