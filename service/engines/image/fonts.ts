import { BOARD_FONT_FACES, type FontFace } from '#contract/board-fonts.ts';
import { needsNoFallback, WIDEST_FACE } from '#contract/fallback-faces.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

import { getBundledFamilies, getWidestFamilies } from './bundled-fonts.ts';
import { listFallbackFamilies } from './fallback-fonts.ts';

/** Returns the `font` of a canvas context for a text: a typeface, and other fonts for the characters it lacks. */
export function toFaceFont(face: FontFace, size: number, text = ''): string {
  const names = getBundledFamilies(face);
  if (needsNoFallback(text)) return `${size}px ${names}, "DejaVu Sans", sans-serif`;
  return `${face.weight} ${size}px ${names}, ${getWidestFamilies(face.weight)}, ${listFallbackFamilies(text)}, sans-serif`;
}

/** Returns the `font` for a text of the board, whose faces are those of the window (renderer's board/model/fonts.ts). */
export function toCanvasFont(font: BoardFont, size: number, text = ''): string {
  const names = getBundledFamilies(BOARD_FONT_FACES[font]);
  if (needsNoFallback(text)) return `${size}px ${names}, sans-serif`;
  return `${size}px ${names}, ${getBundledFamilies(WIDEST_FACE)}, ${listFallbackFamilies(text)}, sans-serif`;
}
