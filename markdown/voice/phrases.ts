/** Finding and exchanging phrases in plain text. */

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A pattern for a phrase as whole words, whatever its case and kind of apostrophe. */
export function phrasePattern(phrase: string, flags = 'giu'): RegExp {
  const body = escapeRegExp(phrase.trim()).replace(/\s+/g, '\\s+').replace(/['’]/g, "['’]");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`, flags);
}

/** `to` in the case `from` was written in: a capital stays a capital. */
export function inCaseOf(from: string, to: string): string {
  if (from.length > 1 && from === from.toUpperCase() && from !== from.toLowerCase()) return to.toUpperCase();
  const first = from.charAt(0);
  return first !== first.toLowerCase() ? to.charAt(0).toUpperCase() + to.slice(1) : to;
}
