/** How much of a sentence was said before. */
import { getSentenceTerms } from '../sentence-terms.ts';

interface Repeat {
  /** The index of the earlier sentence that says most of it; -1 if there is none. */
  readonly original: number;
  /** The share of the sentence's terms that the earlier sentence has too, 0–1; rare terms weigh more. */
  readonly share: number;
}

const MIN_TERMS = 3;

/** Finds for each sentence the earlier one that says most of it. */
export function findRepeats(sentences: readonly string[]): Repeat[] {
  const terms = sentences.map(getSentenceTerms);
  const sentencesByTerm = new Map<string, number[]>();
  for (const [index, ownTerms] of terms.entries())
    for (const term of ownTerms) sentencesByTerm.set(term, [...(sentencesByTerm.get(term) ?? []), index]);
  const getWeight = (term: string): number => Math.log(1 + sentences.length / (sentencesByTerm.get(term)?.length ?? 1));
  return terms.map((ownTerms, index) => {
    if (ownTerms.size < MIN_TERMS) return { original: -1, share: 0 };
    const total = [...ownTerms].reduce((sum, term) => sum + getWeight(term), 0);
    const sharedWeights = new Map<number, number>();
    for (const term of ownTerms)
      for (const other of sentencesByTerm.get(term) ?? [])
        if (other < index) sharedWeights.set(other, (sharedWeights.get(other) ?? 0) + getWeight(term));
    let best: Repeat = { original: -1, share: 0 };
    for (const [original, value] of sharedWeights)
      if (value / total > best.share) best = { original, share: value / total };
    return best;
  });
}
