/** Fonts to draw with, from packages that carry them with open licences. Impact itself is not free: its place is taken. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { GlobalFonts } from '@napi-rs/canvas';

import { BOARD_FONT_FACES, type FontFace } from '#contract/board-fonts.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

const { resolve } = createRequire(import.meta.url);
const families = new Map<string, string>();

/** Each subset is a family of its own here: a family list then finds every letter that any of them has. */
function register({ family, subsets, weight }: FontFace): string {
  return subsets
    .map((subset) => {
      const name = `cutaway-${family}-${weight}-${subset}`;
      const file = resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff2`);
      GlobalFonts.register(readFileSync(file), name);
      return `"${name}"`;
    })
    .join(', ');
}

/** The `font` of a canvas context. */
export function faceFont(face: FontFace, size: number): string {
  const key = `${face.family} ${face.weight}`;
  let names = families.get(key);
  if (names === undefined) {
    names = register(face);
    families.set(key, names);
  }
  return `${size}px ${names}, "DejaVu Sans", sans-serif`;
}

/** The `font` of a canvas context, for one of the board's ten. */
export const canvasFont = (font: BoardFont, size: number): string => faceFont(BOARD_FONT_FACES[font], size);
