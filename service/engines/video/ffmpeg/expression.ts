/** Builds a sum of any number of terms: ffmpeg limits nesting in expressions to 100, and a chain counts as nested. */
export function buildSum(terms: readonly string[]): string {
  if (terms.length <= 8) return terms.join('+') || '0';
  const half = Math.ceil(terms.length / 2);
  return `(${buildSum(terms.slice(0, half))})+(${buildSum(terms.slice(half))})`;
}
