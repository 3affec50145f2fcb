/**
 * Folds what people do not type when they search: case, width and other compatibility forms, diacritics that only
 * refine a letter, and characters nobody sees. "Café", "CAFÉ" and "ｃａｆｅ" become "cafe".
 */

/** Maps letters and signs that Unicode does not decompose to what people type instead. */
const TYPED_AS: ReadonlyMap<string, string> = new Map([
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
  ...pairLetters('øłđðħıŧƶƀɨŋɓɗɖƙƴʉς', 'olddhitzbinbddkyuσ'),
  ...pairLetters('ٱىیکةہ', 'اييكهه'),
  ...pairLetters('’ʼʻ‐⁄', "'''-/"),
]);

function pairLetters(letters: string, replacements: string): [string, string][] {
  return [...letters].map((letter, index) => [letter, replacements[index] ?? '']);
}

/**
 * Matches soft hyphens, joiners, direction marks, variation selectors, and the kashida that only stretches an Arabic
 * word; goes inside a character class.
 */
export const INVISIBLE =
  '\\p{Default_Ignorable_Code_Point}\\u0640\\uFCF2-\\uFCF4\\uFE71\\uFE77\\uFE79\\uFE7B\\uFE7D\\uFE7F';
const INVISIBLE_LETTERS = new RegExp(`[${INVISIBLE}]+`, 'gu');

/**
 * Accents of any script, Hebrew and Syriac points and Arabic vowel signs. Vowel signs of Indic scripts and Thai, their
 * tone marks and the Japanese voicing marks make other words, so they stay.
 */
const DIACRITIC =
  /(?=\p{M})(?![\u3099\u309A])[\p{Script=Inherited}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu;

/**
 * й is a letter of its own and ё a form of е, as in the root collation of Unicode's CLDR and in what Russians type, so
 * the breve of й must not be taken for a diacritic.
 */
const BESIDE_SHORT_I = /[^й]+/g;

const KATAKANA = /[\u30A1-\u30F6\u30FD]/;
const REPLACEABLE = new RegExp(`[${[...TYPED_AS.keys()].join('')}]|${KATAKANA.source}|(?![0-9])\\p{Nd}`, 'gu');

/** Koreans type single letters (ㅋㅋㅠㅠ), which compatibility forms would join into syllables. */
const JAMO = /[\u3131-\u318E\uFFA1-\uFFDC]/;
const BESIDE_JAMO = /[^\u3131-\u318E\uFFA1-\uFFDC]+/g;
export const ASCII = /^[\0-\x7F]*$/;

export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lowerCase = toCompatible(text.replace(INVISIBLE_LETTERS, '')).toLowerCase();
  return (
    lowerCase.includes('й') ? lowerCase.replace(BESIDE_SHORT_I, withoutMarks) : withoutMarks(lowerCase)
  ).normalize('NFC');
}

const toCompatible = (text: string): string =>
  JAMO.test(text) ? text.replace(BESIDE_JAMO, (part) => part.normalize('NFKC')) : text.normalize('NFKC');

const withoutMarks = (text: string): string =>
  text.normalize('NFD').replace(DIACRITIC, '').replace(REPLACEABLE, getTypedAs);

function getTypedAs(letter: string): string {
  const replacement = TYPED_AS.get(letter);
  if (replacement !== undefined) return replacement;
  const code = letter.codePointAt(0) ?? 0;
  return KATAKANA.test(letter) ? String.fromCodePoint(code - 0x60) : toDigit(code);
}

/** Decimal digits stand in runs from 0 to 9 in every script. */
function toDigit(code: number): string {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
