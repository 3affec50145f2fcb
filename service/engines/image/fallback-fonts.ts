/**
 * Finds fonts for letters that a bundled typeface lacks: other bundled faces first, which the window has as well, then
 * fonts of this computer. The canvas itself looks for letters only in the families it is given.
 */
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

import { fallbackFaces, needsNoFallback } from '#contract/fallback-faces.ts';
import { graphemesOf } from '#markdown/captions/rules.ts';

import { fallbackFamily, widestFamilies } from './bundled-fonts.ts';

const WEIGHT = 400;
/** No font has a shape for this one, so it is drawn as a missing character. */
const NEVER = '\u{10ffff}';
const SIZE = 24;

let installed: readonly string[] | null = null;
const families = (): readonly string[] =>
  (installed ??= GlobalFonts.families.map(({ family }) => family).filter((name) => !name.startsWith('cutaway-')));

let canvas: SKRSContext2D | null = null;

/** Draws a character large enough to tell it from a missing one. */
function drawn(text: string, names: string): Buffer {
  canvas ??= createCanvas(SIZE * 4, SIZE * 2).getContext('2d');
  canvas.clearRect(0, 0, SIZE * 4, SIZE * 2);
  canvas.font = `${SIZE}px ${names}`;
  canvas.fillStyle = '#000';
  canvas.fillText(text, SIZE / 2, SIZE * 1.5);
  return Buffer.from(canvas.canvas.data());
}

const missingBy = new Map<string, Buffer>();
function missing(names: string): Buffer {
  let picture = missingBy.get(names);
  if (!picture) missingBy.set(names, (picture = drawn(NEVER, names)));
  return picture;
}

const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}\s]/u;

/** Marks and joiners around it change the picture, so only the first character of a grapheme is compared. */
function draws(grapheme: string, names: string): boolean {
  const [base = ''] = grapheme;
  return SHAPELESS.test(base) || !drawn(base, names).equals(missing(names));
}

const quoted = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ');

/** The families of this computer that were needed before; the letters of a script are usually in one. */
const useful = new Set<string>();

function search(grapheme: string): string | null {
  const has = (name: string): boolean => draws(grapheme, quoted([name]));
  const family = [...useful].find(has) ?? families().find(has) ?? null;
  if (family !== null) useful.add(family);
  return family;
}

const lists = new Map<string, string>();
const MAX_LISTS = 5000;

/** Returns the families for what a text has besides the letters of the bundled typefaces. */
export function fallbackFamilies(text: string): string {
  const known = lists.get(text);
  if (known !== undefined) return known;
  const names = new Set([...fallbackFaces(text).map(fallbackFamily), 'DejaVu Sans']);
  for (const grapheme of new Set(graphemesOf(text))) {
    if (needsNoFallback(grapheme) || draws(grapheme, `${widestFamilies(WEIGHT)}, ${quoted(names)}`)) continue;
    const family = search(grapheme);
    if (family !== null) names.add(family);
  }
  if (lists.size >= MAX_LISTS) lists.clear();
  const list = quoted(names);
  lists.set(text, list);
  return list;
}

const drawnBy = new Map<string, boolean>();

/** Tells whether some font has a character. */
function hasFont(grapheme: string): boolean {
  if (needsNoFallback(grapheme)) return true;
  let has = drawnBy.get(grapheme);
  if (has === undefined) {
    has = draws(grapheme, `${widestFamilies(WEIGHT)}, ${fallbackFamilies(grapheme)}`);
    drawnBy.set(grapheme, has);
  }
  return has;
}

/** Returns the characters of a text that no font has, each once. */
export const undrawable = (text: string): string[] =>
  needsNoFallback(text) ? [] : [...new Set(graphemesOf(text))].filter((grapheme) => !hasFont(grapheme));
