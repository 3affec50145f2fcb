const RAISED = new Map([...'0123456789+-−=()ni'].map((char, at) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ'][at] ?? char]));
const LOWERED = new Map([...'0123456789+-−=()'].map((char, at) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][at] ?? char]));

function written(text: string, letters: ReadonlyMap<string, string>): string | null {
  const chars = [...text].map((char) => letters.get(char));
  return text !== '' && chars.every((char) => char !== undefined) ? chars.join('') : null;
}

/** Writes text in superscript characters (`10⁶`); null if one of them does not exist. */
export const raised = (text: string): string | null => written(text, RAISED);

/** Writes text in subscript characters (`H₂O`); null if one of them does not exist. */
export const lowered = (text: string): string | null => written(text, LOWERED);
