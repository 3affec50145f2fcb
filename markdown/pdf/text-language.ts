/** Finds the language of a text by its letters, for the choice of fonts and the rules of hyphenation. */

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

/** Returns the language of a text in Chinese characters, Japanese or Korean, which need their own fonts; else null. */
export function detectLanguage(text: string, han: string): string | null {
  if (KANA.test(text)) return 'ja';
  if (HANGUL.test(text)) return 'ko';
  return HAN.test(text) ? han : null;
}

/** The likely language where most letters are of a script. */
const LANGUAGE_BY_SCRIPT = {
  Arabic: 'ar',
  Hebrew: 'he',
  Devanagari: 'hi',
  Bengali: 'bn',
  Tamil: 'ta',
  Thai: 'th',
  Cyrillic: 'ru',
  Greek: 'el',
} as const;
const SAMPLE_LENGTH = 2000;

/** Returns the language of a document without a known one, by its letters. */
export function guessLanguage(text: string, han: string): string {
  const letters = text.slice(0, SAMPLE_LENGTH).match(/\p{L}/gu) ?? [];
  const isMost = (pattern: RegExp): boolean =>
    letters.filter((letter) => pattern.test(letter)).length > letters.length / 2;
  if (isMost(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u))
    return detectLanguage(text, han) ?? han;
  const language = Object.entries(LANGUAGE_BY_SCRIPT).find(([script]) =>
    isMost(new RegExp(`\\p{Script=${script}}`, 'u')),
  );
  return language?.[1] ?? 'en';
}

/** Returns the language that Chinese characters are set in: that of the document, by its kana or its tag. */
export function guessHanLanguage(text: string, tag: string): 'ja' | 'ko' | 'zh' {
  if (tag === 'ja' || KANA.test(text)) return 'ja';
  return tag === 'ko' ? 'ko' : 'zh';
}
