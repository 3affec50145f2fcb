/** Finds fonts of this machine for characters that no bundled font has. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { readFontFace, type Face } from './font-coverage.ts';

function listFolders(): string[] {
  const home = homedir();
  const { env } = process;
  if (process.platform === 'win32') {
    return [
      join(env['WINDIR'] ?? 'C:\\Windows', 'Fonts'),
      join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Microsoft', 'Windows', 'Fonts'),
    ];
  }
  if (process.platform === 'darwin') {
    return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts'), '/System/Library/AssetsV2'];
  }
  const dataHome = env['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
  return [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(dataHome, 'fonts'),
    join(home, '.fonts'),
    '/run/host/fonts',
  ];
}

const MAX_DEPTH = 8;

function* walkFiles(folder: string, depth = 0): Generator<string> {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // missing, or not readable
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH) yield* walkFiles(path, depth + 1);
    else if (/\.(?:ttf|otf|ttc|otc)$/i.test(entry.name)) yield path;
  }
}

/** Excludes fonts that draw a box for every character, or nothing. */
const PLACEHOLDER = /lastresort|fallback|blank|notdef|unifont/i;
/** Matches files that are tried last, because a regular weight is preferred. */
const STYLE_NAMES = /bold|black|heavy|light|thin|italic|oblique|condensed|mono/i;

let cachedFonts: readonly { readonly file: string; readonly face: Face }[] | null = null;

function findUsableFonts(): NonNullable<typeof cachedFonts> {
  cachedFonts ??= listFolders()
    .flatMap((folder) => [...walkFiles(folder)])
    .filter((file) => !PLACEHOLDER.test(file))
    .sort((a, b) => Number(STYLE_NAMES.test(a)) - Number(STYLE_NAMES.test(b)))
    .flatMap((file) => {
      const face = readFontFace(file);
      return face?.embeddable ? [{ file, face }] : [];
    });
  return cachedFonts;
}

/** Returns a small set of font files that together have as many of these characters as the machine can draw. */
export function findMachineFonts(characters: Iterable<string>): { readonly file: string; readonly face: Face }[] {
  let remaining = [...characters];
  const chosenFonts: { file: string; face: Face }[] = [];
  while (remaining.length > 0) {
    let best: { file: string; face: Face } | null = null;
    let bestCount = 0;
    for (const font of findUsableFonts()) {
      const count = remaining.filter((character) => hasAll(font.face, character)).length;
      if (count > bestCount) [best, bestCount] = [font, count];
    }
    if (best === null) break;
    const { face } = best;
    chosenFonts.push(best);
    remaining = remaining.filter((character) => !hasAll(face, character));
  }
  return chosenFonts;
}

/** Matches characters without a shape of their own. */
const SHAPELESS = /^\p{Default_Ignorable_Code_Point}|\s$/u;

/** Returns whether a font has every part of a character as people see it. */
export function hasAll(face: Face, character: string): boolean {
  return [...character].every((part) => SHAPELESS.test(part) || face.covers(part.codePointAt(0) ?? 0));
}
