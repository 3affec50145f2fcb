/** Chooses the fonts of a document: bundled ones, then fonts of this machine. */
import { toFontFile, NOTO_SANS_SCRIPTS } from '#contract/bundled-fonts.ts';
import { listSegments } from '#markdown/graphemes.ts';
import { readPackage } from '#platform/package-file.ts';
import { readFontFace, type Face } from './font-coverage.ts';
import { hasAll, findMachineFonts } from './machine-fonts.ts';

interface BundledFont {
  readonly family: string;
  /** Files of the package `@expo-google-fonts/<name>`, the regular one first. */
  readonly files: readonly string[];
  /** Texts in this language prefer the font. */
  readonly language?: string;
}

const toBundledFont = (name: string, cuts: readonly string[], language?: string): BundledFont => ({
  family: name,
  files: cuts.map((cut) => toFontFile(name, cut)),
  ...(language !== undefined && { language }),
});

const REGULAR = ['400Regular'];
const BOLD = ['400Regular', '700Bold'];
const ALL_CUTS = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'];

/** Ordered by preference. */
const BUNDLED_FAMILIES: readonly BundledFont[] = [
  toBundledFont('Literata', ALL_CUTS),
  toBundledFont('Noto Serif', ALL_CUTS),
  // Amiri's letters are single glyphs, so they can be copied from the document; Noto composes them.
  toBundledFont('Amiri', BOLD),
  toBundledFont('Noto Serif Hebrew', BOLD),
  ...NOTO_SANS_SCRIPTS.map((script) => toBundledFont(`Noto Sans ${script}`, BOLD)),
  toBundledFont('Noto Sans JP', REGULAR, 'ja'),
  toBundledFont('Noto Sans SC', REGULAR, 'zh'),
  toBundledFont('Nanum Gothic', BOLD, 'ko'),
  toBundledFont('Noto Color Emoji', REGULAR),
  toBundledFont('Noto Sans Math', REGULAR),
  toBundledFont('Noto Sans Symbols', BOLD),
  toBundledFont('Noto Sans Symbols 2', REGULAR),
];

export const BUNDLED_FONTS: readonly string[] = BUNDLED_FAMILIES.flatMap(({ files }) => files);

export interface ChosenFonts {
  /** Paths of the machine's fonts, or names of packages' files. */
  readonly files: readonly string[];
  /** Families by language, the first choice first; '' is for all others. */
  readonly families: Readonly<Record<string, readonly string[]>>;
  readonly missing: readonly string[];
}

const faces = new Map<BundledFont, Face | null>();

/** Opens a font only when those before it lack a character, because the large ones have to be decompressed. */
function hasCharacter(font: BundledFont, character: string): boolean {
  let face = faces.get(font);
  if (face === undefined) {
    face = readFontFace(readPackage(font.files[0] ?? ''));
    faces.set(font, face);
  }
  return face !== null && hasAll(face, character);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Matches words with characters that may belong together. */
const COMPLEX = /\S*[^\s!-\u02FF\u2010-\u2027]\S*/gu;

/** Returns each character of the texts once, as people see characters. */
function getCharacters(texts: Iterable<string>): Set<string> {
  const characters = new Set<string>();
  const words = new Set<string>();
  for (const text of texts) {
    for (const character of text.replace(COMPLEX, (word) => (words.add(word), ' '))) characters.add(character);
  }
  for (const word of words) for (const { segment } of listSegments(word, graphemes)) characters.add(segment);
  return characters;
}

export function chooseFonts(texts: Iterable<string>): ChosenFonts {
  const usedFonts = new Set<BundledFont>();
  const unmatchedCharacters: string[] = [];
  for (const character of getCharacters(texts)) {
    const first = BUNDLED_FAMILIES.find((font) => hasCharacter(font, character));
    if (!first) unmatchedCharacters.push(character);
    // Chinese characters look different in each language, so all fonts that have them are needed.
    else if (first.language !== undefined)
      for (const font of BUNDLED_FAMILIES) if (hasCharacter(font, character)) usedFonts.add(font);
    if (first) usedFonts.add(first);
  }
  // A machine's font gives characters for private use a meaning of its own.
  const machineFonts = findMachineFonts(unmatchedCharacters.filter((character) => !/\p{Co}/u.test(character)));
  const missingCharacters = unmatchedCharacters.filter(
    (character) => !machineFonts.some(({ face }) => hasAll(face, character)),
  );
  const fonts = BUNDLED_FAMILIES.filter((font, index) => index === 0 || usedFonts.has(font));
  return {
    files: [...fonts.flatMap(({ files }) => files), ...machineFonts.map(({ file }) => file)],
    families: getFamilies(fonts),
    missing: missingCharacters,
  };
}

function getFamilies(fonts: readonly BundledFont[]): Record<string, readonly string[]> {
  const names = fonts.map((font) => font.family);
  const languages = fonts.flatMap(({ language }) => language ?? []);
  const byLanguage = languages.map((language): [string, readonly string[]] => {
    const preferredFamilies = fonts.filter((font) => font.language === language).map((font) => font.family);
    const [main = '', ...rest] = names.filter((name) => !preferredFamilies.includes(name));
    return [language, [main, ...preferredFamilies, ...rest]];
  });
  return { '': names, code: names, ...Object.fromEntries(byLanguage) };
}
