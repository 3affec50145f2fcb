import { diff3MergeRegions } from 'node-diff3';

import { measureDiff, type Place, diffWords } from './text-diff.ts';

export interface ThreeWayMerge {
  /** The text with the changes of both, and with mine in conflicts. */
  readonly mine: string;
  /** The same text, but with theirs in conflicts. */
  readonly theirs: string;
  /** How many times both changed the same or adjacent sentences in different ways. */
  readonly conflictCount: number;
  /** How many times the merged `mine` differs from the given one because of the other text. */
  readonly appliedCount: number;
}

/**
 * Merges sentence by sentence. Sentences that both changed in the same way count once. Line ends are always those of
 * `mine`.
 */
export function mergeThreeWays(base: string, mine: string, theirs: string): ThreeWayMerge {
  const lineEnd = mine.includes('\r\n') ? '\r\n' : '\n';
  const withSameLineEnds = (text: string): string => text.replace(/\r\n?|\n/g, lineEnd);
  const merge = { mine: '', theirs: '', conflictCount: 0 };
  const append = (myText: string, theirText: string): void => {
    merge.mine += myText;
    merge.theirs += theirText;
    if (myText !== theirText) merge.conflictCount++;
  };
  for (const region of diff3MergeRegions(
    splitIntoSentences(mine),
    splitIntoSentences(withSameLineEnds(base)),
    splitIntoSentences(withSameLineEnds(theirs)),
  )) {
    if (region.stable) append(region.bufferContent.join(''), region.bufferContent.join(''));
    else mergeRegion(region.oContent, region.aContent, region.bContent, append);
  }
  return { ...merge, appliedCount: measureDiff(diffWords(mine, merge.mine)).changeCount };
}

interface Edit extends Place {
  readonly text: string;
}

/** Returns the edits that make `after` of `before`, by words. */
function listWordEdits(before: string, after: string): Edit[] {
  const edits: { from: number; to: number; text: string }[] = [];
  let offset = 0;
  for (const { kind, text } of diffWords(before, after)) {
    const last = edits.at(-1);
    const edit = last?.to === offset ? last : { from: offset, to: offset, text: '' };
    if (kind !== 'same' && edit !== last) edits.push(edit);
    if (kind === 'added') edit.text += text;
    else offset += text.length;
    if (kind === 'removed') edit.to = offset;
  }
  return edits;
}

/** True if two edits change the same words, or insert at the same place. */
const overlaps = (a: Edit, b: Edit): boolean =>
  (a.from < b.to && b.from < a.to) || (a.from === b.from && a.to === b.to);

/** Merges word by word. Returns null if both changed the same words; nothing is chosen for anybody. */
export function mergeWords(base: string, mine: string, theirs: string): string | null {
  const [myEdits, theirEdits] = [listWordEdits(base, mine), listWordEdits(base, theirs)];
  const isSame = (a: Edit, b: Edit): boolean => a.from === b.from && a.to === b.to && a.text === b.text;
  const newEdits = theirEdits.filter((edit) => !myEdits.some((mineEdit) => isSame(mineEdit, edit)));
  if (newEdits.some((edit) => myEdits.some((mineEdit) => overlaps(mineEdit, edit)))) return null;
  let mergedText = base;
  const edits = [...myEdits, ...newEdits].sort((a, b) => b.from - a.from || b.to - a.to);
  for (const { from, to, text } of edits) mergedText = mergedText.slice(0, from) + text + mergedText.slice(to);
  return mergedText;
}

/** If the sentences match one to one, merges them one by one, because each side may have changed a different one. */
function mergeRegion(
  base: string[],
  mine: string[],
  theirs: string[],
  append: (myText: string, theirText: string) => void,
): void {
  if (base.length !== mine.length || base.length !== theirs.length) return append(mine.join(''), theirs.join(''));
  base.forEach((originalText, index) => {
    const [myText, theirText] = [mine[index] ?? '', theirs[index] ?? ''];
    if (myText === originalText) append(theirText, theirText);
    else if (theirText === originalText) append(myText, myText);
    else append(myText, theirText);
  });
}

/**
 * Matches after a sentence of any script or a line, with the blanks that follow; a full stop inside a number does not
 * match. East Asian full stops need no blank after them.
 */
const SENTENCE_BOUNDARY =
  /(?<=[\p{Sentence_Terminal}…][\p{Pe}\p{Pf}\p{Pi}"'*_]*\s+|[。！？｡][\p{Pe}\p{Pf}"]*\s*|\n\s*)(?=[^\s\p{M}\u200D])/u;

/** Splits text into sentences, each with the blanks and line ends after it. */
const splitIntoSentences = (text: string): string[] => (text === '' ? [] : text.split(SENTENCE_BOUNDARY));
