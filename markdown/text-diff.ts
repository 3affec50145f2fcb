import { diffArrays, diffWordsWithSpace } from 'diff';

/** A stretch of two texts: in both of them, in the first alone (`removed`) or in the second alone (`added`). */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond so many differences a closer look costs more than it shows: the stretch counts as replaced whole. */
const MOST_LINE_EDITS = 2000;
const MOST_WORD_EDITS = 1000;
/** Where less than this share of the words stayed, a stretch reads better as replaced whole. */
const LEAST_KEPT = 0.3;

/** A stretch of a text, in characters. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** Lines of one text and the lines that stand in their place in another; either may be none. Whole, with their ends. */
export interface Hunk extends Place {
  /** The other text's lines. */
  readonly text: string;
  /** From the first text's lines to these, word by word. */
  readonly parts: readonly DiffPart[];
}

/**
 * What two texts differ in, word by word. Lines are compared first and words only where lines differ, so that long
 * texts with few changes cost little. All but the added parts make up `before`, all but the removed ones `after`.
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

/** The same by lines, in order: putting each hunk's text in its place in `before` makes `after`. */
export function textHunks(before: string, after: string): readonly Hunk[] {
  if (before === after) return [];
  const lines = diffArrays(linesOf(before), linesOf(after), { maxEditLength: MOST_LINE_EDITS });
  if (!lines) return [{ from: 0, to: before.length, text: after, parts: replaced(before, after) }];
  const hunks: Hunk[] = [];
  let [removed, added, at] = ['', '', 0];
  const close = (): void => {
    if (removed === '' && added === '') return;
    hunks.push({ from: at - removed.length, to: at, text: added, parts: changedWords(removed, added) });
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

/** How many places differ, and by how many words. */
export function measureDiff(parts: readonly DiffPart[]): { places: number; added: number; removed: number } {
  const figures = { places: 0, added: 0, removed: 0 };
  let inside = false;
  for (const { kind, text } of parts) {
    if (kind !== 'same') {
      figures[kind] += text.match(/[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
      if (!inside) figures.places++;
    }
    inside = kind !== 'same';
  }
  return figures;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

function changedWords(removed: string, added: string): readonly DiffPart[] {
  if (removed === '' || added === '') return replaced(removed, added);
  const words = diffWordsWithSpace(removed, added, { maxEditLength: MOST_WORD_EDITS });
  if (!words) return replaced(removed, added);
  let kept = 0;
  const parts: DiffPart[] = words.map((word) => {
    const kind = word.added ? 'added' : word.removed ? 'removed' : 'same';
    if (kind === 'same') kept += inked(word.value);
    return { kind, text: word.value };
  });
  if (kept < LEAST_KEPT * Math.max(inked(removed), inked(added))) return replaced(removed, added);
  return withoutCrumbs(parts);
}

const inked = (text: string): number => text.replace(/\s+/g, '').length;

function replaced(removed: string, added: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  if (removed !== '') parts.push({ kind: 'removed', text: removed });
  if (added !== '') parts.push({ kind: 'added', text: added });
  return parts;
}

/** A blank or a comma that stayed between two changed words is no rest for the eye: it belongs to both sides. */
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
