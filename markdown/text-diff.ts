import { diffArrays } from 'diff';

import { splitWordTokens } from './word-tokens.ts';
import { countWords } from './words.ts';

/** A stretch of two texts: in both of them, only in the first (`removed`) or only in the second (`added`). */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * Beyond this many differences a finer comparison costs more than it shows, so the stretch counts as fully replaced.
 */
const MAX_LINE_EDITS = 2000;
const MAX_WORD_EDITS = 1000;
/** If less than this share of the words stayed, the stretch counts as fully replaced, which reads better. */
const MIN_SAME_SHARE = 0.3;

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Lines of one text, and the lines of another in their place; either may be empty. Lines are whole, with their ends. */
export interface Hunk extends Place {
  readonly text: string;
  /** The changes word by word, from the first text's lines to these. */
  readonly parts: readonly DiffPart[];
}

/**
 * Compares two texts word by word, in any script: no part ends inside a word. Compares lines first, and words only in
 * changed lines, so that long texts with few changes cost little. All but the added parts make up `before`, all but the
 * removed ones `after`.
 */
export function diffWords(before: string, after: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let offset = 0;
  for (const hunk of listHunks(before, after)) {
    parts.push({ kind: 'same', text: before.slice(offset, hunk.from) }, ...hunk.parts);
    offset = hunk.to;
  }
  return mergeEqual([...parts, { kind: 'same', text: before.slice(offset) }]);
}

/** Compares two texts by lines, in order: replacing each hunk's range in `before` by its text makes `after`. */
export function listHunks(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const lines = diffArrays(getLines(before), getLines(after), { maxEditLength: MAX_LINE_EDITS });
  if (!lines) return [{ from: 0, to: before.length, text: after, parts: toDiffParts(before, after) }];
  const hunks: Hunk[] = [];
  const tokenCache = new Map<string, readonly string[]>();
  let [removedText, addedText, offset] = ['', '', 0];
  const closeHunk = (): void => {
    if (removedText === '' && addedText === '') return;
    hunks.push({
      from: offset - removedText.length,
      to: offset,
      text: addedText,
      parts: diffHunkWords(removedText, addedText, tokenCache),
    });
    removedText = addedText = '';
  };
  for (const line of lines) {
    const text = line.value.join('');
    if (line.removed) removedText += text;
    else if (line.added) addedText += text;
    else closeHunk();
    if (!line.added) offset += text.length;
  }
  closeHunk();
  return hunks;
}

export function measureDiff(parts: readonly DiffPart[]): { changeCount: number; added: number; removed: number } {
  const figures = { changeCount: 0, added: 0, removed: 0 };
  let isInChange = false;
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      figures[kind] += countWords(text);
      if (!isInChange) figures.changeCount++;
    }
    isInChange = kind !== 'same';
  }
  return figures;
}

const getLines = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function diffHunkWords(
  removedText: string,
  addedText: string,
  tokenCache: Map<string, readonly string[]>,
): readonly DiffPart[] {
  if (removedText === '' || addedText === '') return toDiffParts(removedText, addedText);
  const [before, after] = [splitWordTokens(removedText, tokenCache), splitWordTokens(addedText, tokenCache)];
  const words = diffArrays(before, after, { maxEditLength: MAX_WORD_EDITS });
  if (!words) return toDiffParts(removedText, addedText);
  let sameLength = 0;
  const parts: DiffPart[] = words.map((word) => {
    const kind = word.added ? 'added' : word.removed ? 'removed' : 'same';
    const text = word.value.join('');
    if (kind === 'same') sameLength += countVisible(text);
    return { kind, text };
  });
  if (sameLength < MIN_SAME_SHARE * Math.max(countVisible(removedText), countVisible(addedText)))
    return toDiffParts(removedText, addedText);
  return absorbSeparators(parts);
}

const countVisible = (text: string): number => text.replace(/\s+/g, '').length;

function toDiffParts(removedText: string, addedText: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  if (removedText !== '') parts.push({ kind: 'removed', text: removedText });
  if (addedText !== '') parts.push({ kind: 'added', text: addedText });
  return parts;
}

/** Adds a blank or comma between two changed words to both sides, because it only interrupts reading. */
function absorbSeparators(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  let removedText = '';
  let addedText = '';
  parts.forEach((part, index) => {
    const hasChange = removedText !== '' || addedText !== '';
    const isSeparator =
      part.kind === 'same' && hasChange && index + 1 < parts.length && !/[\p{L}\p{N}\n]/u.test(part.text);
    if (part.kind === 'removed' || isSeparator) removedText += part.text;
    if (part.kind === 'added' || isSeparator) addedText += part.text;
    if (part.kind !== 'same' || isSeparator) return;
    result.push(...toDiffParts(removedText, addedText), part);
    removedText = addedText = '';
  });
  return [...result, ...toDiffParts(removedText, addedText)];
}

function mergeEqual(parts: readonly DiffPart[]): readonly DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) result[result.length - 1] = { kind: part.kind, text: last.text + part.text };
    else if (part.text !== '') result.push(part);
  }
  return result;
}
