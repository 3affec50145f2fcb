/** The bundled font files for non-Latin scripts; all are under the SIL Open Font License. */

/** Lists the scripts that have a Noto Sans of their own. */
export const NOTO_SANS_SCRIPTS: readonly string[] = (
  'Devanagari Bengali Tamil Telugu Kannada Malayalam Gujarati Gurmukhi Oriya Sinhala Thai Lao Khmer Myanmar Ethiopic ' +
  'Georgian Armenian'
).split(' ');

/** Turns a font's name into the name that its package, addresses and families use. */
export const toFontId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** Returns the file of a cut such as `700Bold`, as the name of a package's file. */
export const toFontFile = (name: string, cut: string): string =>
  `@expo-google-fonts/${toFontId(name)}/${cut}/${name.replaceAll(' ', '')}_${cut}.ttf`;
