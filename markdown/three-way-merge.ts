import { diff3MergeRegions } from 'node-diff3';

import { measureDiff, type Place, wordDiff } from './text-diff.ts';

export interface ThreeWayMerge {
  /** Merges both texts' changes; takes mine in conflicts. */
  readonly mine: string;
  /** Merges the same with theirs in conflicts: the two differ only there. */
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
  const withSameLineEnds = (text: string): string => text.replace(/\r\n?|\n/g, end);
  const merge = { mine: '', theirs: '', conflicts: 0 };
  const put = (ours: string, other: string): void => {
    merge.mine += ours;
    merge.theirs += other;
    if (ours !== other) merge.conflicts++;
  };
  for (const region of diff3MergeRegions(
    sentences(mine),
    sentences(withSameLineEnds(base)),
    sentences(withSameLineEnds(theirs)),
  )) {
    if (region.stable) put(region.bufferContent.join(''), region.bufferContent.join(''));
    else settle(region.oContent, region.aContent, region.bContent, put);
  }
  return { ...merge, taken: measureDiff(wordDiff(mine, merge.mine)).places };
}

interface Edit extends Place {
  readonly text: string;
}

/** Returns the edits that make `after` of `before`, by words. */
function wordEdits(before: string, after: string): Edit[] {
  const edits: { from: number; to: number; text: string }[] = [];
  let at = 0;
  for (const { kind, text } of wordDiff(before, after)) {
    const last = edits.at(-1);
    const edit = last?.to === at ? last : { from: at, to: at, text: '' };
    if (kind !== 'same' && edit !== last) edits.push(edit);
    if (kind === 'added') edit.text += text;
    else at += text.length;
    if (kind === 'removed') edit.to = at;
  }
  return edits;
}

/** Tells whether two edits change the same words, or insert at the same place. */
const overlaps = (one: Edit, other: Edit): boolean =>
  (one.from < other.to && other.from < one.to) || (one.from === other.from && one.to === other.to);

/** Merges word by word. Returns null if both changed the same words; nothing is chosen for anybody. */
export function mergeWords(base: string, mine: string, theirs: string): string | null {
  const [ours, others] = [wordEdits(base, mine), wordEdits(base, theirs)];
  const isSame = (one: Edit, other: Edit): boolean =>
    one.from === other.from && one.to === other.to && one.text === other.text;
  const added = others.filter((other) => !ours.some((one) => isSame(one, other)));
  if (added.some((other) => ours.some((one) => overlaps(one, other)))) return null;
  let merged = base;
  const all = [...ours, ...added].sort((a, b) => b.from - a.from || b.to - a.to);
  for (const { from, to, text } of all) merged = merged.slice(0, from) + text + merged.slice(to);
  return merged;
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

/**
 * Matches after a sentence of any script or a line, with the blanks that follow; a full stop inside a number does not
 * match. East Asian full stops need no blank after them.
 */
const ENDS =
  /(?<=[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"'*_]*\s+|[。！？｡][\p{Pe}\p{Pf}"]*\s*|\n\s*)(?=[^\s\p{M}\u200D])/u;

/** Splits text into sentences, each with the blanks and line ends after it. */
const sentences = (text: string): string[] => (text === '' ? [] : text.split(ENDS));
