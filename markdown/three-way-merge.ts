import { diff3MergeRegions } from 'node-diff3';

import { measureDiff, wordDiff } from './text-diff.ts';

export interface ThreeWayMerge {
  /** Both texts' changes merged; in conflicts, mine. */
  readonly mine: string;
  /** The same merge with theirs in conflicts: the two differ only there. */
  readonly theirs: string;
  /** Counts places where both changed the same or adjacent sentences in different ways. */
  readonly conflicts: number;
  /** Counts places in which the merged `mine` differs from the given one because of theirs. */
  readonly taken: number;
}

/**
 * Merges sentence by sentence. Sentences that both changed in the same way count once. Line ends are always those of
 * `mine`.
 */
export function threeWayMerge(base: string, mine: string, theirs: string): ThreeWayMerge {
  const end = mine.includes('\r\n') ? '\r\n' : '\n';
  const alike = (text: string): string => text.replace(/\r\n?|\n/g, end);
  const merge = { mine: '', theirs: '', conflicts: 0 };
  const put = (ours: string, other: string): void => {
    merge.mine += ours;
    merge.theirs += other;
    if (ours !== other) merge.conflicts++;
  };
  for (const region of diff3MergeRegions(sentences(mine), sentences(alike(base)), sentences(alike(theirs)))) {
    if (region.stable) put(region.bufferContent.join(''), region.bufferContent.join(''));
    else settle(region.oContent, region.aContent, region.bContent, put);
  }
  return { ...merge, taken: measureDiff(wordDiff(mine, merge.mine)).places };
}

/** If the sentences match one to one, merges them one by one, because each side may have changed a different one. */
function settle(base: string[], mine: string[], theirs: string[], put: (ours: string, other: string) => void): void {
  if (base.length !== mine.length || base.length !== theirs.length) return put(mine.join(''), theirs.join(''));
  base.forEach((was, i) => {
    const [ours, other] = [mine[i] ?? '', theirs[i] ?? ''];
    if (ours === was) put(other, other);
    else if (other === was) put(ours, ours);
    else put(ours, other);
  });
}

/** Matches after a sentence or line and the blanks that follow; a full stop inside a number does not match. */
const ENDS = /(?<=[.!?…]["'”’»)\]*_]*\s+|[。！？]["”’」』）]*\s*|\n\s*)(?=\S)/u;

/** Splits text into sentences, each with the blanks and line ends after it. */
const sentences = (text: string): string[] => (text === '' ? [] : text.split(ENDS));
