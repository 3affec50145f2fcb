/**
 * Marks ranges in markdown by characters that no text has, which pass through parsing and writing as letters do: with
 * them, a range of the markdown becomes a range of a document, and the other way round.
 */
import type { Place } from '../text-diff.ts';
import { parseTree, type Part, type ScriptTree } from '../tree.ts';

/** Starts a private plane of Unicode; a range takes two characters. */
const FIRST_CODE_POINT = 0xf0000;
const MAX_RANGES = 30_000;
const MARKS = /[\u{f0000}-\u{ffffd}]/gu;
const LETTER = /[\p{L}\p{N}]/u;

export interface RangeMark {
  readonly range: number;
  readonly isStart: boolean;
}

export const toRangeMark = (range: number, isStart: boolean): string =>
  String.fromCodePoint(FIRST_CODE_POINT + 2 * Math.min(range, MAX_RANGES) + (isStart ? 0 : 1));

export const withoutMarks = (text: string): string => text.replace(MARKS, '');

export function splitAtMarks(text: string): (string | RangeMark)[] {
  const parts: (string | RangeMark)[] = [];
  let offset = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > offset) parts.push(text.slice(offset, match.index));
    const code = (match[0].codePointAt(0) ?? FIRST_CODE_POINT) - FIRST_CODE_POINT;
    parts.push({ range: code >> 1, isStart: code % 2 === 0 });
    offset = match.index + match[0].length;
  }
  if (offset < text.length || parts.length === 0) parts.push(text.slice(offset));
  return parts;
}

/** Takes the marks out of a text; a range whose end is missing ends where it starts. */
export function extractMarks(markedText: string): {
  readonly text: string;
  readonly ranges: ReadonlyMap<number, Place>;
} {
  const ranges = new Map<number, Place>();
  let text = '';
  for (const part of splitAtMarks(markedText)) {
    if (typeof part === 'string') text += part;
    else if (part.isStart) ranges.set(part.range, { from: text.length, to: text.length });
    else ranges.set(part.range, { from: ranges.get(part.range)?.from ?? text.length, to: text.length });
  }
  return { text, ranges };
}

function joinParts(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case 'heading':
        case 'paragraph':
          return part.pieces.map(({ text }) => text).join('');
        case 'quote':
          return (part.label ?? '') + joinParts(part.parts);
        case 'list':
          return part.items.map((item) => joinParts(item.parts)).join('');
        case 'table':
          return part.rows
            .flat(2)
            .map(({ text }) => text)
            .join('');
        case 'cue':
        case 'code':
        case 'math':
          return part.text;
        default:
          return '';
      }
    })
    .join('');
}

const getShape = ({ parts, footnotes, details }: ScriptTree): string =>
  withoutMarks(JSON.stringify([parts, [...footnotes], [...details]]));

/** Returns the beginnings of words in a range, and their ends, where a mark is a letter among letters. */
function findWordEdges(text: string, { from, to }: Place): { readonly starts: number[]; readonly ends: number[] } {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = from; at < to; at += 1) {
    if (!LETTER.test(text[at] ?? '')) continue;
    if (at === from || !LETTER.test(text[at - 1] ?? '')) starts.push(at);
    if (at + 1 === to || !LETTER.test(text[at + 1] ?? '')) ends.push(at + 1);
  }
  return { starts, ends: ends.reverse() };
}

interface Edge {
  readonly at: number;
  readonly mark: string;
}

function insertMarks(markdown: string, edges: readonly Edge[]): string {
  let [text, offset] = ['', 0];
  for (const edge of [...edges].sort((a, b) => a.at - b.at)) {
    text += markdown.slice(offset, edge.at) + edge.mark;
    offset = edge.at;
  }
  return text + markdown.slice(offset);
}

const getEdges = (range: number, from: number, to: number): Edge[] => [
  { at: from, mark: toRangeMark(range, true) },
  { at: to, mark: toRangeMark(range, false) },
];

/**
 * Tries this many words at the edge of a range: the first ones may be signs of the markdown, such as a list's number.
 */
const MAX_TRIES = 3;

/**
 * Reads markdown with marks around ranges, where they change nothing else. Returns the tree, and where each range is
 * marked: from its first word to its last, or null if it could not be.
 */
export function parseTreeWithRanges(
  markdown: string,
  ranges: readonly (Place | null)[],
): { readonly tree: ScriptTree; readonly places: readonly (Place | null)[] } {
  const cleanTree = parseTree(markdown);
  const shape = getShape(cleanTree);
  const parseWithMarks = (edges: readonly Edge[]): ScriptTree | null => {
    const tree = parseTree(insertMarks(markdown, edges));
    if (getShape(tree) !== shape) return null;
    const text = joinParts(tree.parts);
    const isPresent = (edge: Edge): boolean => text.includes(edge.mark);
    return edges.every(isPresent) ? tree : null;
  };
  const words = ranges.map((range) => range && findWordEdges(markdown, range));
  const markedPlaces = words.map((edges): Place | null => {
    const [from, to] = [edges?.starts[0], edges?.ends[0]];
    return from === undefined || to === undefined ? null : { from, to };
  });
  const allEdges = markedPlaces.flatMap((place, range) => (place ? getEdges(range, place.from, place.to) : []));
  const treeWithAll = allEdges.length === 0 ? cleanTree : parseWithMarks(allEdges);
  if (treeWithAll) return { tree: treeWithAll, places: markedPlaces };
  let [tree, appliedEdges] = [cleanTree, [] as Edge[]];
  const places = words.map((edges, range) => {
    if (!edges) return null;
    return findFirstFit(edges, (from, to) => {
      const candidateEdges = [...appliedEdges, ...getEdges(range, from, to)];
      const parsedTree = parseWithMarks(candidateEdges);
      if (parsedTree) [tree, appliedEdges] = [parsedTree, candidateEdges];
      return parsedTree !== null;
    });
  });
  return { tree, places };
}

function findFirstFit(
  { starts, ends }: { readonly starts: readonly number[]; readonly ends: readonly number[] },
  canPlace: (from: number, to: number) => boolean,
): Place | null {
  for (const from of starts.slice(0, MAX_TRIES))
    for (const to of ends.slice(0, MAX_TRIES)) if (from < to && canPlace(from, to)) return { from, to };
  return null;
}
