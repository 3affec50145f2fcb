/**
 * Loads the board's ten fonts and the fallback fonts for characters they lack, from the service's own files,
 * under family names of the app.
 */
import { logger } from '#log/logger.ts';
import { BOARD_FONT_FACES, type FontFace as Face } from '#contract/board-fonts.ts';
import { listFallbackFaces, listFallbackNames, needsNoFallback, WIDEST_FACE } from '#contract/fallback-faces.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

const log = logger('board');

const FILE_URLS = import.meta.glob<string>(
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

/** Falls back to the plainest font, because a newer service may send unknown names. */
export const toKnownFont = (font: string): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

interface FontSource {
  readonly family: string;
  readonly address: string;
}

/** Lists one family per subset, so that every character is covered. */
function listSubsetSources(name: string, { family, subsets, weight }: Face): FontSource[] {
  return subsets.flatMap((subset) => {
    const address =
      FILE_URLS[`../../../../node_modules/@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`];
    return { family: `cutaway-${name}-${subset}`, address: address ?? '' };
  });
}

/** Returns the fonts a text is drawn with, in lookup order. */
function getFontSources(font: string, text: string): FontSource[] {
  const name = toKnownFont(font);
  const mainSources = listSubsetSources(name, BOARD_FONT_FACES[name]);
  if (needsNoFallback(text)) return mainSources;
  const fallbacks = listFallbackFaces(text).map(({ id }) => ({
    family: `cutaway-fallback-${id}`,
    address: `/fonts/${id}.ttf`,
  }));
  return [...mainSources, ...listSubsetSources('fallback', WIDEST_FACE), ...fallbacks];
}

/** The font of a text: one of the app, and optionally one of this computer to use instead. */
export interface ChosenFont {
  readonly font: string;
  readonly family?: string | null | undefined;
}

/** Quotes a font family for CSS. */
export const quoteFamily = (family: string): string => `"${family.replaceAll(/["\\]/g, '\\$&')}"`;

/** Returns the CSS font families that a text is drawn with, in lookup order. */
export function toCssFamilies({ font, family: localFamily = null }: ChosenFont, text: string): string {
  const appFamilies = getFontSources(font, text).map(({ family }) => quoteFamily(family));
  const families = localFamily === null ? appFamilies : [quoteFamily(localFamily), ...appFamilies];
  // @wc-ignore
  return `${families.join(', ')}${needsNoFallback(text) ? '' : ', "DejaVu Sans"'}, sans-serif`;
}

/** Returns the names of the fonts that draw the characters a font lacks; null stands for a font on this computer. */
export const getFallbackNames = (font: string, text: string): (string | null)[] =>
  listFallbackNames(BOARD_FONT_FACES[toKnownFont(font)], text);

const loadingFonts = new Map<string, Promise<void>>();
const loadedFonts = new Set<string>();

function load({ family, address }: FontSource): Promise<void> {
  const loadingFont = loadingFonts.get(family);
  if (loadingFont) return loadingFont;
  const face = new FontFace(family, `url("${address}")`);
  document.fonts.add(face);
  const promise = face.load().then(() => void loadedFonts.add(family), log.failure('font not loaded'));
  loadingFonts.set(family, promise);
  return promise;
}

/** Returns whether all fonts of a text are loaded. */
export const hasFonts = (font: string, text: string): boolean =>
  getFontSources(font, text).every(({ family }) => loadedFonts.has(family));

/** Loads the fonts of a text, each file once. If one fails to load, the next one is used. */
export async function loadFonts(font: string, text = ''): Promise<void> {
  await Promise.all(getFontSources(font, text).map(load));
}
