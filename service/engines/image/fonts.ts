/** The board's ten fonts, from packages that carry them with open licences. Impact itself is not free: its place is taken. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { GlobalFonts } from '@napi-rs/canvas';

import { BOARD_FONT_FACES, type FontFace } from '#contract/board-fonts.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

const { resolve } = createRequire(import.meta.url);
let registered = false;

/** Each subset is a family of its own here: a family list then finds every letter that any of them has. */
const subsetFamily = (font: BoardFont, subset: string): string => `cutaway-${font}-${subset}`;

function register(font: BoardFont, { family, subsets, weight }: FontFace): void {
  for (const subset of subsets) {
    const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
    GlobalFonts.register(readFileSync(file), subsetFamily(font, subset));
  }
}

/** The `font` of a canvas context. */
export function canvasFont(font: BoardFont, size: number): string {
  if (!registered) {
    for (const name of Object.keys(BOARD_FONT_FACES) as BoardFont[]) register(name, BOARD_FONT_FACES[name]);
    registered = true;
  }
  const families = BOARD_FONT_FACES[font].subsets.map((subset) => `"${subsetFamily(font, subset)}"`);
  return `${size}px ${families.join(', ')}, "DejaVu Sans", sans-serif`;
}
