const SUPERSCRIPTS = new Map(
  [...'0123456789+-−=()ni'].map((char, index) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][index] ?? char]),
);
const SUBSCRIPTS = new Map(
  [...'0123456789+-−=()'].map((char, index) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index] ?? char]),
);

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string | null {
  const chars = [...text].map((char) => letters.get(char));
  return text !== '' && chars.every((char) => char !== undefined) ? chars.join('') : null;
}

/** Writes text in superscript characters (`10⁶`); null if one of them does not exist. */
export const toSuperscript = (text: string): string | null => replaceLetters(text, SUPERSCRIPTS);

/** Writes text in subscript characters (`H₂O`); null if one of them does not exist. */
export const toSubscript = (text: string): string | null => replaceLetters(text, SUBSCRIPTS);
