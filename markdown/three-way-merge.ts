import { diff3MergeRegions } from 'node-diff3';

import { measureDiff, wordDiff } from './text-diff.ts';

/** Two texts that were made from the same one, put together. */
export interface ThreeWayMerge {
  /** Both changes where they do not touch each other; where they do, mine. */
  readonly mine: string;
  /** The same with theirs in those places: the two differ in the conflicts and nowhere else. */
  readonly theirs: string;
  /** Places where both changed the same sentence, or sentences side by side, in different ways. */
  readonly conflicts: number;
  /** Places in which `mine` differs from what was given: taken over from theirs. */
  readonly taken: number;
}

/**
 * Merges sentence by sentence. Sentences that both changed in the same way count once. Line ends are those of `mine`
 * throughout.
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

/** Where each sentence has its counterpart, one side may have changed this one and the other the next. */
function settle(base: string[], mine: string[], theirs: string[], put: (ours: string, other: string) => void): void {
  if (base.length !== mine.length || base.length !== theirs.length) return put(mine.join(''), theirs.join(''));
  base.forEach((was, i) => {
    const [ours, other] = [mine[i] ?? '', theirs[i] ?? ''];
    if (ours === was) put(other, other);
    else if (other === was) put(ours, ours);
    else put(ours, other);
  });
}

/** After a sentence or a line, with the blanks that follow it; a full stop inside a number ends nothing. */
const ENDS = /(?<=[.!?…]["'”’»)\]*_]*\s+|[。！？]["”’」』）]*\s*|\n\s*)(?=\S)/u;

/** Each sentence with the blanks and line ends after it. */
const sentences = (text: string): string[] => (text === '' ? [] : text.split(ENDS));
