import { diffArrays } from 'diff';

import { wordTokens } from './word-tokens.ts';
import { countWords } from './words.ts';

/** Is a stretch of two texts: in both of them, only in the first (`removed`) or only in the second (`added`). */
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
const MIN_KEPT = 0.3;

export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Replaces lines of one text with lines of another; either may be empty. Lines are whole, with their ends. */
export interface Hunk extends Place {
  readonly text: string;
  /** Lists the changes word by word, from the first text's lines to these. */
  readonly parts: readonly DiffPart[];
}

/**
 * Compares two texts word by word, in any script: no part ends inside a word. Compares lines first, and words only in
 * changed lines, so that long texts with few changes cost little. All but the added parts make up `before`, all but the
 * removed ones `after`.
 */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  let at = 0;
  for (const hunk of textHunks(before, after)) {
    parts.push({ kind: 'same', text: before.slice(at, hunk.from) }, ...hunk.parts);
    at = hunk.to;
  }
  return joined([...parts, { kind: 'same', text: before.slice(at) }]);
}

/** Compares two texts by lines, in order: replacing each hunk's range in `before` by its text makes `after`. */
export function textHunks(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const lines = diffArrays(linesOf(before), linesOf(after), { maxEditLength: MAX_LINE_EDITS });
  if (!lines) return [{ from: 0, to: before.length, text: after, parts: replaced(before, after) }];
  const hunks: Hunk[] = [];
  const known = new Map<string, readonly string[]>();
  let [removed, added, at] = ['', '', 0];
  const close = (): void => {
    if (removed === '' && added === '') return;
    hunks.push({ from: at - removed.length, to: at, text: added, parts: changedWords(removed, added, known) });
    removed = added = '';
  };
  for (const line of lines) {
    const text = line.value.join('');
    if (line.removed) removed += text;
    else if (line.added) added += text;
    else close();
    if (!line.added) at += text.length;
  }
  close();
  return hunks;
}

export function measureDiff(parts: readonly DiffPart[]): { places: number; added: number; removed: number } {
  const figures = { places: 0, added: 0, removed: 0 };
  let inside = false;
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      figures[kind] += countWords(text);
      if (!inside) figures.places++;
    }
    inside = kind !== 'same';
  }
  return figures;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function changedWords(removed: string, added: string, known: Map<string, readonly string[]>): readonly DiffPart[] {
  if (removed === '' || added === '') return replaced(removed, added);
  const [before, after] = [wordTokens(removed, known), wordTokens(added, known)];
  const words = diffArrays(before, after, { maxEditLength: MAX_WORD_EDITS });
  if (!words) return replaced(removed, added);
  let kept = 0;
  const parts: DiffPart[] = words.map((word) => {
    const kind = word.added ? 'added' : word.removed ? 'removed' : 'same';
    const text = word.value.join('');
    if (kind === 'same') kept += inked(text);
    return { kind, text };
  });
  if (kept < MIN_KEPT * Math.max(inked(removed), inked(added))) return replaced(removed, added);
  return withoutCrumbs(parts);
}

const inked = (text: string): number => text.replace(/\s+/g, '').length;

function replaced(removed: string, added: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  if (removed !== '') parts.push({ kind: 'removed', text: removed });
  if (added !== '') parts.push({ kind: 'added', text: added });
  return parts;
}

/** Adds a blank or comma between two changed words to both sides, because it only interrupts reading. */
function withoutCrumbs(parts: readonly DiffPart[]): readonly DiffPart[] {
  const out: DiffPart[] = [];
  let removed = '';
  let added = '';
  parts.forEach((part, i) => {
    const open = removed !== '' || added !== '';
    const crumb = part.kind === 'same' && open && i + 1 < parts.length && !/[\p{L}\p{N}\n]/u.test(part.text);
    if (part.kind === 'removed' || crumb) removed += part.text;
    if (part.kind === 'added' || crumb) added += part.text;
    if (part.kind !== 'same' || crumb) return;
    out.push(...replaced(removed, added), part);
    removed = added = '';
  });
  return [...out, ...replaced(removed, added)];
}

function joined(parts: readonly DiffPart[]): readonly DiffPart[] {
  const out: DiffPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (last?.kind === part.kind) out[out.length - 1] = { kind: part.kind, text: last.text + part.text };
    else if (part.text !== '') out.push(part);
  }
  return out;
}
