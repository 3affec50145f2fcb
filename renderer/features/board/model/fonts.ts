/**
 * Loads the board's ten fonts and the faces for what they lack, from the same files the service draws with, under family
 * names of the app's own.
 */
import { logger } from '#log/logger.ts';
import { BOARD_FONT_FACES, type FontFace as Face } from '#contract/board-fonts.ts';
import { fallbackFaces, fallbackNames, needsNoFallback, WIDEST_FACE } from '#contract/fallback-faces.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

const log = logger('board');

const FILES = import.meta.glob<string>(
  [
    '../../../../node_modules/@fontsource/sofia-sans-extra-condensed/files/*-{latin,latin-ext,cyrillic,cyrillic-ext}-900-normal.woff2',
    '../../../../node_modules/@fontsource/anton/files/*-{latin,latin-ext}-400-normal.woff2',
    '../../../../node_modules/@fontsource/bebas-neue/files/*-{latin,latin-ext}-400-normal.woff2',
    '../../../../node_modules/@fontsource/archivo-black/files/*-{latin,latin-ext}-400-normal.woff2',
    '../../../../node_modules/@fontsource/montserrat/files/*-{latin,latin-ext,cyrillic,cyrillic-ext}-900-normal.woff2',
    '../../../../node_modules/@fontsource/oswald/files/*-{latin,latin-ext,cyrillic,cyrillic-ext}-700-normal.woff2',
    '../../../../node_modules/@fontsource/bangers/files/*-{latin,latin-ext}-400-normal.woff2',
    '../../../../node_modules/@fontsource/luckiest-guy/files/*-{latin,latin-ext}-400-normal.woff2',
    '../../../../node_modules/@fontsource/poppins/files/*-{latin,latin-ext}-800-normal.woff2',
    '../../../../node_modules/@fontsource/inter/files/*-{latin,latin-ext,cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-700-normal.woff2',
  ],
  { query: '?url', import: 'default', eager: true },
);

export const FONT_NAMES: Readonly<Record<BoardFont, string>> = {
  impact: 'Impact',
  anton: 'Anton',
  bebas: 'Bebas',
  archivo: 'Archivo',
  montserrat: 'Montserrat',
  oswald: 'Oswald',
  bangers: 'Bangers',
  luckiest: 'Luckiest',
  poppins: 'Poppins',
  system: 'System',
};

/** Falls back to the plainest font for names a newer service may send. */
export const knownFont = (font: string): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

interface FontSource {
  readonly family: string;
  readonly address: string;
}

/** Lists a family per subset, so that letters of every subset are found. */
function subsetsOf(name: string, { family, subsets, weight }: Face): FontSource[] {
  return subsets.flatMap((subset) => {
    const address =
      FILES[`../../../../node_modules/@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`];
    return { family: `cutaway-${name}-${subset}`, address: address ?? '' };
  });
}

/** Returns what a text is drawn with, in the order that characters are looked for. */
function sourcesOf(font: string, text: string): FontSource[] {
  const name = knownFont(font);
  const own = subsetsOf(name, BOARD_FONT_FACES[name]);
  if (needsNoFallback(text)) return own;
  const others = fallbackFaces(text).map(({ id }) => ({
    family: `cutaway-fallback-${id}`,
    address: `/fonts/${id}.ttf`,
  }));
  return [...own, ...subsetsOf('fallback', WIDEST_FACE), ...others];
}

/** Names what a text is drawn with: a font of the app, and in place of it one of this computer, if there is one. */
export interface ChosenFont {
  readonly font: string;
  readonly family?: string | null | undefined;
}

/** Returns a font family as CSS writes it. */
export const quoted = (family: string): string => `"${family.replaceAll(/["\\]/g, '\\$&')}"`;

/** Returns the CSS font families that a text is drawn with, in the order that its letters are looked for. */
export function familyOf({ font, family: own = null }: ChosenFont, text: string): string {
  const known = sourcesOf(font, text).map(({ family }) => quoted(family));
  const families = own === null ? known : [quoted(own), ...known];
  // @wc-ignore
  return `${families.join(', ')}${needsNoFallback(text) ? '' : ', "DejaVu Sans"'}, sans-serif`;
}

/** Names the faces that draw what a font lacks of a text; null stands for a font of this computer. */
export const fallbacksOf = (font: string, text: string): (string | null)[] =>
  fallbackNames(BOARD_FONT_FACES[knownFont(font)], text);

const loading = new Map<string, Promise<void>>();
const loaded = new Set<string>();

function load({ family, address }: FontSource): Promise<void> {
  const under = loading.get(family);
  if (under) return under;
  const face = new FontFace(family, `url("${address}")`);
  document.fonts.add(face);
  const started = face.load().then(() => void loaded.add(family), log.failure('font not loaded'));
  loading.set(family, started);
  return started;
}

/** Returns whether a text is measured and drawn with its final letters already. */
export const hasFonts = (font: string, text: string): boolean =>
  sourcesOf(font, text).every(({ family }) => loaded.has(family));

/** Loads what a text is drawn with, each file once. Where one fails to load, the next is drawn with instead. */
export async function loadFonts(font: string, text = ''): Promise<void> {
  await Promise.all(sourcesOf(font, text).map(load));
}
