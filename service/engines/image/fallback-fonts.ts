/**
 * Finds fonts for letters that a bundled typeface lacks: other bundled faces first, which the window has as well, then
 * fonts of this computer. The canvas itself looks for letters only in the families it is given.
 */
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

import { listFallbackFaces, needsNoFallback } from '#contract/fallback-faces.ts';
import { splitGraphemes } from '#markdown/captions/rules.ts';

import { registerFallbackFamily, getWidestFamilies } from './bundled-fonts.ts';

const WEIGHT = 400;
/** A character that no font has, so it is drawn as a missing one. */
const NONCHARACTER = '\u{10ffff}';
const SIZE = 24;

let installedFamilies: readonly string[] | null = null;
const listInstalledFamilies = (): readonly string[] =>
  (installedFamilies ??= GlobalFonts.families
    .map(({ family }) => family)
    .filter((name) => !name.startsWith('cutaway-')));

let canvasContext: SKRSContext2D | null = null;

/** Draws a character large enough to distinguish it from a missing one. */
function drawCharacter(text: string, names: string): Buffer {
  canvasContext ??= createCanvas(SIZE * 4, SIZE * 2).getContext('2d');
  canvasContext.clearRect(0, 0, SIZE * 4, SIZE * 2);
  canvasContext.font = `${SIZE}px ${names}`;
  canvasContext.fillStyle = '#000';
  canvasContext.fillText(text, SIZE / 2, SIZE * 1.5);
  return Buffer.from(canvasContext.canvas.data());
}

const missingGlyphs = new Map<string, Buffer>();
function getMissingGlyph(names: string): Buffer {
  let picture = missingGlyphs.get(names);
  if (!picture) missingGlyphs.set(names, (picture = drawCharacter(NONCHARACTER, names)));
  return picture;
}

const SHAPELESS = /^[\p{Default_Ignorable_Code_Point}\s]/u;

/** Compares only the first character of a grapheme, because the marks and joiners around it change the picture. */
function canDraw(grapheme: string, names: string): boolean {
  const [base = ''] = grapheme;
  return SHAPELESS.test(base) || !drawCharacter(base, names).equals(getMissingGlyph(names));
}

const quoteNames = (names: Iterable<string>): string => [...names].map((name) => `"${name}"`).join(', ');

/** Families of this computer that were used before; one usually has all letters of a script. */
const usedFamilies = new Set<string>();

function findFamily(grapheme: string): string | null {
  const canDrawIn = (name: string): boolean => canDraw(grapheme, quoteNames([name]));
  const family = [...usedFamilies].find(canDrawIn) ?? listInstalledFamilies().find(canDrawIn) ?? null;
  if (family !== null) usedFamilies.add(family);
  return family;
}

const familyLists = new Map<string, string>();
const MAX_LISTS = 5000;

/** Returns the families for the characters of a text that the bundled typefaces lack. */
export function listFallbackFamilies(text: string): string {
  const cachedList = familyLists.get(text);
  if (cachedList !== undefined) return cachedList;
  const names = new Set([...listFallbackFaces(text).map(registerFallbackFamily), 'DejaVu Sans']);
  for (const grapheme of new Set(splitGraphemes(text))) {
    if (needsNoFallback(grapheme) || canDraw(grapheme, `${getWidestFamilies(WEIGHT)}, ${quoteNames(names)}`)) continue;
    const family = findFamily(grapheme);
    if (family !== null) names.add(family);
  }
  if (familyLists.size >= MAX_LISTS) familyLists.clear();
  const list = quoteNames(names);
  familyLists.set(text, list);
  return list;
}

const drawableGraphemes = new Map<string, boolean>();

/** Returns whether any font has a character. */
function hasFont(grapheme: string): boolean {
  if (needsNoFallback(grapheme)) return true;
  let isDrawable = drawableGraphemes.get(grapheme);
  if (isDrawable === undefined) {
    isDrawable = canDraw(grapheme, `${getWidestFamilies(WEIGHT)}, ${listFallbackFamilies(grapheme)}`);
    drawableGraphemes.set(grapheme, isDrawable);
  }
  return isDrawable;
}

/** Returns the characters of a text that no font has, each once. */
export const listUndrawable = (text: string): string[] =>
  needsNoFallback(text) ? [] : [...new Set(splitGraphemes(text))].filter((grapheme) => !hasFont(grapheme));
