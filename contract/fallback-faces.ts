/**
 * Chooses the bundled faces for characters that a board font lacks. Service and window draw with the same files in the
 * same order, so that a text has the same letters in both, whatever fonts the computer has.
 */
import type { FontFace } from './board-fonts.ts';
import { toFontFile, toFontId, NOTO_SANS_SCRIPTS } from './bundled-fonts.ts';

export interface FallbackFace {
  /** The face's name in addresses and font families. */
  readonly id: string;
  /** The name that people see. */
  readonly name: string;
  /** The path of the face's file within a package. */
  readonly file: string;
  readonly characters: RegExp;
}

function defineFace(name: string, cut: string, characters: RegExp): FallbackFace {
  return { id: toFontId(name), name, file: toFontFile(name, cut), characters };
}

const BOLD = '700Bold';
const REGULAR = '400Regular';

const JAPANESE = defineFace(
  'Noto Sans JP',
  REGULAR,
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\u3000-\u303f\u30fc\uff00-\uffef]/u,
);
const CHINESE = defineFace('Noto Sans SC', REGULAR, /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u);
const KOREAN = defineFace('Nanum Gothic', BOLD, /[\p{Script=Hangul}\p{Script=Han}]/u);
/** The face for signs that everybody sees in colour, such as 🚂, and those that a variation selector makes so. */
const EMOJI = defineFace(
  'Noto Color Emoji',
  REGULAR,
  /[\p{Emoji_Presentation}\p{Extended_Pictographic}\p{Regional_Indicator}\u20e3]/u,
);
const COLOURED_EMOJI = /[\p{Emoji_Presentation}\p{Regional_Indicator}\ufe0f\u20e3]/u;
const SCRIPT_FACES = [
  defineFace('Amiri', BOLD, /\p{Script=Arabic}/u),
  defineFace('Noto Serif Hebrew', BOLD, /\p{Script=Hebrew}/u),
  ...NOTO_SANS_SCRIPTS.map((script) =>
    defineFace(`Noto Sans ${script}`, BOLD, new RegExp(`\\p{Script=${script}}`, 'u')),
  ),
];
const SYMBOLS = [
  defineFace('Noto Sans Math', REGULAR, /[\u2190-\u22ff\u27c0-\u27ff\u2900-\u2aff\u{1d400}-\u{1d7ff}]/u),
  defineFace(
    'Noto Sans Symbols',
    BOLD,
    /[\u2300-\u23ff\u2460-\u24ff\u2600-\u27bf\u{1f100}-\u{1f1e5}\u{1f700}-\u{1f77f}]/u,
  ),
  defineFace(
    'Noto Sans Symbols 2',
    REGULAR,
    /[\u2300-\u23ff\u2500-\u27bf\u2800-\u28ff\u2b00-\u2bff\u{1f000}-\u{1fbff}]/u,
  ),
];

export const FALLBACK_FACES: readonly FallbackFace[] = [JAPANESE, CHINESE, KOREAN, ...SCRIPT_FACES, ...SYMBOLS, EMOJI];

/** The face with the most Latin, Greek and Cyrillic letters. */
export const WIDEST_FACE: FontFace = {
  family: 'inter',
  weight: 700,
  subsets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'],
};
const WIDEST_NAME = 'Inter';

/** Matches the characters that every board font has. */
const COVERED_BY_ALL = /^[\u0020-\u007e\u00a0-\u017f\u2013\u2014\u2018-\u201e\u2026\n]*$/;
export const needsNoFallback = (text: string): boolean => COVERED_BY_ALL.test(text);

/** Chinese characters look different in each language; the other letters of the text tell which language it is. */
function orderEastAsian(text: string): FallbackFace[] {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return [JAPANESE, CHINESE, KOREAN];
  if (/\p{Script=Hangul}/u.test(text)) return [KOREAN, CHINESE, JAPANESE];
  return [CHINESE, JAPANESE, KOREAN];
}

/** Returns the faces for the characters of a text, in the order they are looked in, after {@link WIDEST_FACE}. */
export function listFallbackFaces(text: string): FallbackFace[] {
  if (needsNoFallback(text)) return [];
  const symbolFaces = COLOURED_EMOJI.test(text) ? [EMOJI, ...SYMBOLS] : [...SYMBOLS, EMOJI];
  return [...orderEastAsian(text), ...SCRIPT_FACES, ...symbolFaces].filter(({ characters }) => characters.test(text));
}

const VIETNAMESE = /[\u1ea0-\u1ef1]/;

/**
 * Returns the name of the face that draws a character which needs a fallback: '' for the font itself, null if no
 * bundled face has it.
 */
function findName(character: string, { subsets }: FontFace, faces: readonly FallbackFace[]): string | null {
  const isLetter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character);
  if (!isLetter) return faces.find(({ characters }) => characters.test(character))?.name ?? null;
  const isCovered = /\p{Script=Cyrillic}/u.test(character)
    ? subsets.includes('cyrillic')
    : /\p{Script=Latin}/u.test(character) && !VIETNAMESE.test(character);
  return isCovered ? '' : WIDEST_NAME;
}

/**
 * Returns the names of the faces for the characters of a text that a font lacks, each once; null stands for a font of
 * the computer, because no bundled one has the character.
 */
export function listFallbackNames(font: FontFace, text: string): (string | null)[] {
  const faces = listFallbackFaces(text);
  const names = [...new Set(text)]
    .filter((character) => !needsNoFallback(character) && /[\p{L}\p{N}\p{S}]/u.test(character))
    .map((character) => findName(character, font, faces));
  return [...new Set(names)].filter((name) => name !== '');
}
