import { BOARD_FONT_FACES, type FontFace } from '#contract/board-fonts.ts';
import { needsNoFallback, WIDEST_FACE } from '#contract/fallback-faces.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { bundledFamilies, widestFamilies } from './bundled-fonts.ts';
import { fallbackFamilies } from './fallback-fonts.ts';

/** Returns the `font` of a canvas context for a text: a typeface, and other fonts for the characters it lacks. */
export function faceFont(face: FontFace, size: number, text = ''): string {
  const names = bundledFamilies(face);
  if (needsNoFallback(text)) return `${size}px ${names}, "DejaVu Sans", sans-serif`;
  return `${face.weight} ${size}px ${names}, ${widestFamilies(face.weight)}, ${fallbackFamilies(text)}, sans-serif`;
}

/** Returns the `font` for a text of the board, whose faces are those of the window (renderer's board/model/fonts.ts). */
export function canvasFont(font: BoardFont, size: number, text = ''): string {
  const names = bundledFamilies(BOARD_FONT_FACES[font]);
  if (needsNoFallback(text)) return `${size}px ${names}, sans-serif`;
  return `${size}px ${names}, ${bundledFamilies(WIDEST_FACE)}, ${fallbackFamilies(text)}, sans-serif`;
}
