/**
 * Lists and quotes in dialogue, which Fountain does not have: signs that screenplays leave alone, each with an em space
 * behind it, stand for the markers of markdown, and an em space for each space of their indentation.
 */
const SPACE = '\u2003';

const SIGNS: readonly (readonly [string, string])[] = [
  [`•${SPACE}☐${SPACE}`, '- [ ] '],
  [`•${SPACE}☑${SPACE}`, '- [x] '],
  [`•${SPACE}`, '- '],
  [`>${SPACE}`, '> '],
];
const NUMBER = new RegExp(`^(\\d{1,9}\\.)${SPACE}`);

/** Writes a marker of markdown (`- `, `- [x] `, `1. `, `> ` or indentation) so that it is read back. */
export const toFountainMarker = (marker: string): string =>
  SIGNS.find(([, markdown]) => markdown === marker)?.[0] ?? marker.replaceAll(' ', SPACE);

/** Matches text at the beginning of a line that would be read as such a marker. */
export const MARKER_LOOKALIKE = new RegExp(`^(\\d{1,9}|)(?=[•>.]?${SPACE})`);

/**
 * Splits a line of dialogue into the markers of markdown it begins with and its words. Spaces count only below a line
 * whose markers are at least as long (`maxIndent`).
 */
export function splitMarkers(line: string, maxIndent = 0): { container: string; words: string } {
  let container = '';
  let words = line.replace(/^[ \t]+/, '');
  for (;;) {
    const number = NUMBER.exec(words);
    const sign = SIGNS.find(([fountain]) => words.startsWith(fountain));
    if (number) container += `${number[1] ?? ''} `;
    else if (sign) container += sign[1];
    else if (words.startsWith(SPACE) && container.length < maxIndent) container += ' ';
    else break;
    words = words.slice(number?.[0].length ?? sign?.[0].length ?? SPACE.length);
  }
  return { container, words: words.trim() };
}
