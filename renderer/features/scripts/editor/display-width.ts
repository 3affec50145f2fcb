const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters two columns wide in a monospaced font (Unicode, "East Asian Width"), including single Hangul jamo. */
const WIDE_CHARACTER =
  /^(?:(?![\uff61-\uff9f])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}]|[\u1100-\u115f\uac00-\ud7a3]|[\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f)/u;
const NARROW_TEXT = /^[\x20-\x7e\u00a0-\u024f]*$/;

/** Returns the columns a text takes in a monospaced font: two for each wide character, one for others. */
export function displayWidth(text: string): number {
  if (NARROW_TEXT.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += WIDE_CHARACTER.test(segment) ? 2 : 1;
  return width;
}
