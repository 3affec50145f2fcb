/**
 * Recognizes what Word and Google Docs put on the clipboard and into web pages: lists that are paragraphs, titles,
 * comments.
 */
import { type Content, type Element, hasClass, isBlock, getProperty, getStyle, getText, WORD } from './hast.ts';

export interface WordItem {
  /** Counts from 1. */
  readonly level: number;
  /** Lists the numbers its marker can mean, the likelier one first; empty for bullets and unknown characters. */
  readonly numbers: readonly number[];
  readonly ordered: boolean;
  /** Follows the marker. */
  readonly children: Content[];
}

/** Returns the heading that stands for a document's title or subtitle in Word's and Google's pages; null for others. */
export function getDocumentHeading(node: Element): 'h1' | 'h2' | null {
  if (node.tagName !== 'p') return null;
  const isGoogleDocs = getProperty(node, 'id').startsWith('h.');
  if (hasClass(node, isGoogleDocs ? /^title$/ : /^MsoTitle/)) return 'h1';
  return hasClass(node, isGoogleDocs ? /^subtitle$/ : /^MsoSubtitle/) ? 'h2' : null;
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function parseRomanNumber(letters: string): number {
  const values = [...letters].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** Reads the last part of `2.1.`, `b)`, `iv.` or `（三）`; null if the marker is a bullet. A lone `c.` is 3 or 100. */
function getNumbers(marker: string): readonly number[] | null {
  const [, lastPart = '', end = ''] =
    /^[([（]?(?:[\p{L}\p{N}]{1,6}[.．])*([\p{L}\p{N}]{1,6})([.):\]、．）]?)$/u.exec(marker) ?? [];
  const letters = lastPart.toLowerCase();
  if (/^\p{N}+$/u.test(letters)) return /^\d+$/.test(letters) ? [Number(letters)] : [];
  if (letters === '' || end === '') return null;
  const romanNumbers = /^[ivxlcdm]+$/.test(letters) ? [parseRomanNumber(letters)] : [];
  const letterNumbers = /^[a-z]$/.test(letters) ? [letters.charCodeAt(0) - 96] : [];
  if (romanNumbers.length + letterNumbers.length === 0 && letters.length > 2) return null;
  return letters === 'i' ? [...romanNumbers, ...letterNumbers] : [...letterNumbers, ...romanNumbers];
}

const isIgnored = (node: Content): boolean =>
  node.type === 'element' && (getStyle(node, 'mso-list') === 'ignore' || node.children.some(isIgnored));

/** Takes the marker out of a paragraph: it stands between conditional comments, or in an element that says so. */
function withoutMarker(nodes: readonly Content[]): { marker: string; children: Content[] } {
  const begin = nodes.findIndex((node) => node.type === 'comment' && /^\[if !supportlists\]/i.test(node.value));
  const end = nodes.findIndex(
    (node, index) => index > begin && node.type === 'comment' && /^\[endif\]/i.test(node.value),
  );
  const isMarked = begin >= 0 && end > begin;
  const ignoredIndex = nodes.findIndex(isIgnored);
  const [from, to] = isMarked ? [begin, end + 1] : [ignoredIndex, ignoredIndex + 1];
  if (from < 0) return { marker: '', children: [...nodes] };
  const node = nodes[from];
  // A mark may enclose the marker and the words after it.
  if (!isMarked && node?.type === 'element' && getStyle(node, 'mso-list') !== 'ignore') {
    const inner = withoutMarker(node.children);
    const children = [...nodes.slice(0, from), { ...node, children: inner.children }, ...nodes.slice(to)];
    return { marker: inner.marker, children };
  }
  const marker = nodes.slice(from, to).map(getText).join('');
  return { marker, children: [...nodes.slice(0, from), ...nodes.slice(to)] };
}

/** Matches a marker that lost its comments: it is followed by wide space. */
const BARE_MARKER = /^\s*([·•▪◦‣§o\-–—\uf000-\uf0ff]|[([]?(?:\w{1,3}[.)])+)(?:[\u00a0\s]{2,}|\t)/;

function withoutBareMarker(nodes: readonly Content[]): { marker: string; children: Content[] } {
  const [first, ...rest] = nodes;
  const [match, marker] = BARE_MARKER.exec(nodes.map(getText).join('')) ?? [];
  if (!first || match === undefined || marker === undefined) return { marker: '', children: [...nodes] };
  let markerLength = match.length;
  const cutMarker = (node: Content): Content => {
    if (node.type === 'text') {
      const value = node.value.slice(markerLength);
      markerLength = Math.max(0, markerLength - node.value.length);
      return { ...node, value };
    }
    return node.type === 'element' ? { ...node, children: node.children.map(cutMarker) } : node;
  };
  return { marker, children: [first, ...rest].map(cutMarker) };
}

/** Reads a paragraph of Word that is an item of a list; null if it is none. */
export function readWordItem(node: Element): WordItem | null {
  const level = /\blevel(\d+)/.exec(getStyle(node, 'mso-list'))?.[1];
  if (level === undefined || node.children.some(isBlock)) return null;
  const withMarker = withoutMarker(node.children);
  const { marker, children } = withMarker.marker.trim() === '' ? withoutBareMarker(withMarker.children) : withMarker;
  const label = marker.replace(/[\s\u00a0]+/g, '');
  const numbers = label === '' ? null : getNumbers(label);
  // A marker with words of its own, like “Chapter 1”, is text.
  if (numbers === null && [...label].length > 1 && WORD.test(label)) return null;
  return { level: Number(level), ordered: numbers !== null, numbers: numbers ?? [], children };
}

/** Returns whether an element belongs to Word's comments, which stay behind. */
export const isWordComment = (node: Element): boolean =>
  /^comment(?:-list)?$/.test(getStyle(node, 'mso-element')) ||
  /\b(?:MsoCommentReference|msocomanchor|msocomtxt|msocomoff)\b/.test(getProperty(node, 'className'));
