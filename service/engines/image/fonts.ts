/** Loads fonts from openly licensed packages. Impact itself is not free, so another font replaces it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { GlobalFonts } from '@napi-rs/canvas';

import { BOARD_FONT_FACES, type FontFace } from '#contract/board-fonts.ts';
import type { BoardFont } from '#contract/schema/thumbnail.ts';

const { resolve } = createRequire(import.meta.url);
const families = new Map<string, string>();

/** Registers each subset as its own family, so that a family list finds every letter that any subset has. */
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

/** Returns the `font` of a canvas context. */
export function faceFont(face: FontFace, size: number): string {
  const key = `${face.family} ${face.weight}`;
  let names = families.get(key);
  if (names === undefined) {
    names = register(face);
    families.set(key, names);
  }
  return `${size}px ${names}, "DejaVu Sans", sans-serif`;
}

export const canvasFont = (font: BoardFont, size: number): string => faceFont(BOARD_FONT_FACES[font], size);
