/** Measures how much of a sentence was said before. */

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Returns the terms of a sentence: longer words cut to a stem-like start, numbers, and pairs of unspaced letters. */
export function sentenceTerms(text: string): Set<string> {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (UNSPACED.test(word))
      for (let at = 0; at + 1 < word.length && at < 80; at += 1) terms.add(word.slice(at, at + 2));
    else if (/\p{N}/u.test(word)) terms.add(word);
    else if (word.length >= 4) terms.add(word.slice(0, 6));
  }
  return terms;
}

interface Repeat {
  /** The index of the earlier sentence that says most of it; -1 if there is none. */
  readonly original: number;
  /** The share of the sentence's weight that the earlier one has, 0–1; rare terms weigh more. */
  readonly share: number;
}

const MIN_TERMS = 3;

/** Finds for each sentence the earlier one that says most of it. */
export function repeatsIn(sentences: readonly string[]): Repeat[] {
  const terms = sentences.map(sentenceTerms);
  const byTerm = new Map<string, number[]>();
  for (const [index, ownTerms] of terms.entries())
    for (const term of ownTerms) byTerm.set(term, [...(byTerm.get(term) ?? []), index]);
  const weight = (term: string): number => Math.log(1 + sentences.length / (byTerm.get(term)?.length ?? 1));
  return terms.map((ownTerms, index) => {
    if (ownTerms.size < MIN_TERMS) return { original: -1, share: 0 };
    const total = [...ownTerms].reduce((sum, term) => sum + weight(term), 0);
    const shared = new Map<number, number>();
    for (const term of ownTerms)
      for (const other of byTerm.get(term) ?? [])
        if (other < index) shared.set(other, (shared.get(other) ?? 0) + weight(term));
    let best: Repeat = { original: -1, share: 0 };
    for (const [original, value] of shared) if (value / total > best.share) best = { original, share: value / total };
    return best;
  });
}
