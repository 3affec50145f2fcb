import { UNSPACED_LETTERS } from './words.ts';

/** Returns the terms of a sentence: longer words cut to a stem-like start, numbers, and pairs of unspaced letters. */
export function getSentenceTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (UNSPACED_LETTERS.test(word))
      for (let at = 0; at + 1 < word.length && at < 80; at += 1) terms.add(word.slice(at, at + 2));
    else if (/\p{N}/u.test(word)) terms.add(word);
    else if (word.length >= 4) terms.add(word.slice(0, 6));
  }
  return terms;
}
