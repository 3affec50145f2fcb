/** Loads fonts from openly licensed packages. Impact itself is not free, so another font replaces it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { GlobalFonts } from '@napi-rs/canvas';

import type { FontFace } from '#contract/board-fonts.ts';
import { type FallbackFace, WIDEST_FACE } from '#contract/fallback-faces.ts';
import { readPackageFile } from '#platform/package-file.ts';

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

/** Returns a typeface as a list of families for a canvas. */
export function getBundledFamilies(face: FontFace): string {
  const key = `${face.family} ${face.weight} ${face.subsets.join(' ')}`;
  let names = families.get(key);
  if (names === undefined) {
    names = register(face);
    families.set(key, names);
  }
  return names;
}

/** Returns the bundled typeface with the most letters, for those that another one lacks. */
export const getWidestFamilies = (weight: number): string => getBundledFamilies({ ...WIDEST_FACE, weight });

/** Returns the family of a bundled face for what others lack. They are large, so each is read when first needed. */
export function registerFallbackFamily({ id, file }: FallbackFace): string {
  const name = `cutaway-fallback-${id}`;
  if (!families.has(name)) {
    GlobalFonts.register(Buffer.from(readPackageFile(file)), name);
    families.set(name, name);
  }
  return name;
}
