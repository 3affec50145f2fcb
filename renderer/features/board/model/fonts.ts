/** Loads the board's ten fonts from the same files the service draws with, under family names of the app's own. */
import { logger } from '#log/logger.ts';
import { BOARD_FONT_FACES } from '#contract/board-fonts.ts';
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
    '../../../../node_modules/@fontsource/inter/files/*-{latin,latin-ext,cyrillic,cyrillic-ext}-700-normal.woff2',
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

const familyName = (font: BoardFont, subset: string): string => `cutaway-${font}-${subset}`;

/** Falls back to the plainest font for names a newer service may send. */
export const knownFont = (font: string): BoardFont =>
  Object.hasOwn(BOARD_FONT_FACES, font) ? (font as BoardFont) : 'system';

/** Returns a CSS font family with one name per subset, so that letters of every subset are found. */
export function familyOf(font: string): string {
  const name = knownFont(font);
  const own = BOARD_FONT_FACES[name].subsets.map((subset) => `"${familyName(name, subset)}"`);
  // @wc-ignore
  return `${own.join(', ')}, "DejaVu Sans", sans-serif`;
}

const loading = new Map<BoardFont, Promise<void>>();

/** Loads a font once; resolves when it can be drawn with. If it fails to load, the fallback is drawn instead. */
export function loadFont(font: string): Promise<void> {
  const name = knownFont(font);
  const under = loading.get(name);
  if (under) return under;
  const { family, subsets, weight } = BOARD_FONT_FACES[name];
  const faces = subsets.flatMap((subset) => {
    const file =
      FILES[`../../../../node_modules/@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`];
    return file === undefined ? [] : [new FontFace(familyName(name, subset), `url("${file}")`)];
  });
  const started = Promise.all(
    faces.map(async (face) => {
      document.fonts.add(face);
      await face.load().catch(log.failure('font not loaded'));
    }),
  ).then(() => undefined);
  loading.set(name, started);
  return started;
}
