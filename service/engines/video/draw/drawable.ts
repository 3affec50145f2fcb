/** Finds the characters of a video's texts that the fonts of this computer can draw. */
import { splitGraphemes } from '#markdown/captions/rules.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';

import { listUndrawable } from '../../image/fallback-fonts.ts';
import type { VideoPlan } from '../video.ts';

/** Returns a text without characters that no font of this computer has. */
export function toDrawableText(text: string): string {
  const undrawable = new Set(listUndrawable(text));
  if (undrawable.size === 0) return text;
  const drawableGraphemes = splitGraphemes(text).filter((grapheme) => !undrawable.has(grapheme));
  return collapseSpaces(drawableGraphemes.join(''));
}

/** Returns whether a text is readable without the characters that no font has: no letter or number may be missing. */
export const isReadable = (text: string): boolean =>
  !listUndrawable(text).some((character) => /[\p{L}\p{N}]/u.test(character));

const SCRIPTS = (
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew Hiragana ' +
  'Kannada Katakana Khmer Lao Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thai Tibetan'
).split(' ');
const NAMES: Readonly<Record<string, string>> = {
  Han: 'Chinese characters',
  Hangul: 'Korean',
  Hiragana: 'Japanese',
  Katakana: 'Japanese',
};

function getScriptName(letter: string): string {
  const script = SCRIPTS.find((script) => new RegExp(`^\\p{Script=${script}}`, 'u').test(letter));
  return script === undefined ? letter : (NAMES[script] ?? script);
}

/** Returns warnings about letters that the video cannot show, one sentence each. */
export function listFontWarnings({ scenes, overlays, captionEdits }: VideoPlan): string[] {
  const texts = [
    ...scenes.flatMap(({ narration, fields }) => [...narration, ...fields.map(({ value }) => value)]),
    ...overlays.flatMap(({ inputs }) => Object.values(inputs)),
    ...Object.values(captionEdits),
  ];
  const undrawable = listUndrawable(texts.join(' '));
  const scripts = new Set(undrawable.filter((character) => /[\p{L}\p{N}]/u.test(character)).map(getScriptName));
  const others = undrawable.filter((character) => !/[\p{L}\p{N}\p{M}\p{P}]/u.test(character));
  const warnings: string[] = [];
  if (scripts.size > 0) {
    warnings.push(
      `No font on this computer has these letters, so texts and captions with them are left out of the picture: ${[...scripts].join(', ')}. The caption files have them. Install a font such as Noto Sans and render again.`,
    );
  }
  if (others.length > 0) {
    const characters = others.slice(0, 12).join(' ');
    warnings.push(
      `These characters can’t be drawn on this computer and are left out of the picture: ${characters}${others.length > 12 ? ' …' : ''}`,
    );
  }
  return warnings;
}
