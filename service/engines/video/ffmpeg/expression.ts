/** A sum that ffmpeg reads however many terms it has: its expressions may not be nested deeper than 100, and a chain is nested. */
export function sumOf(terms: readonly string[]): string {
  if (terms.length <= 8) return terms.join('+') || '0';
  const half = Math.ceil(terms.length / 2);
  return `(${sumOf(terms.slice(0, half))})+(${sumOf(terms.slice(half))})`;
}
