/** Breaks the lines of texts that have a width, and keeps the colours of words when a text changes. */
import type { ColoredPart } from '#contract/draw-text.ts';
import { LIMITS } from '#contract/limits.ts';
import type { TextLook } from './items.ts';

const ANCHOR_SIDES: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the typed text, without line breaks by width. */
export const getTypedText = ({ content, unwrapped }: Pick<TextLook, 'content' | 'unwrapped'>): string =>
  unwrapped ?? content;

/** Returns the side a text grows from: 0 is left, 1 is right. */
export const getAnchorSide = ({ align }: Pick<TextLook, 'align'>): number => ANCHOR_SIDES[align] ?? 0;

/** Returns the longest beginning of a word that fits, at least one letter. */
function takeFitting(word: string, fits: (line: string) => boolean): string {
  let beginning = '';
  for (const { segment } of graphemes.segment(word)) {
    if (beginning !== '' && !fits(beginning + segment)) break;
    beginning += segment;
  }
  return beginning;
}

/** Breaks lines between words so that each fits; a word that is too long alone is broken between letters. */
export function wrapLines(typedText: string, fits: (line: string) => boolean): string {
  const lines: string[] = [];
  for (const paragraph of typedText.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/(?<=\s)(?=\S)/)) {
      if (line !== '' && !fits((line + word).trimEnd())) {
        lines.push(line.trimEnd());
        line = '';
      }
      let remainder = word;
      while (line === '' && !fits(remainder.trimEnd())) {
        const beginning = takeFitting(remainder, fits);
        if (beginning === remainder.trimEnd()) break;
        lines.push(beginning);
        remainder = remainder.slice(beginning.length);
      }
      line += remainder;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** Returns the index of each character that is not a space. */
const getInkIndexes = (text: string): number[] => [...text.matchAll(/\S/g)].map(({ index }) => index);

/**
 * Returns colours for a changed text: words that did not change keep their colours, even if lines break elsewhere.
 */
export function carryColors(before: string, after: string, colors: readonly ColoredPart[]): ColoredPart[] {
  if (before === after || colors.length === 0) return [...colors];
  const [oldInk, newInk] = [getInkIndexes(before), getInkIndexes(after)];
  const isSame = (at: number, to: number): boolean => before[oldInk[at] ?? -1] === after[newInk[to] ?? -1];
  const shorter = Math.min(oldInk.length, newInk.length);
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(oldInk.length - 1 - tail, newInk.length - 1 - tail)) tail += 1;
  const changedRange = { from: head, to: oldInk.length - tail };
  const shift = newInk.length - oldInk.length;
  const isAfter = (letter: number): boolean => letter >= changedRange.to;
  return colors.flatMap((part) => {
    const first = oldInk.findIndex((index) => index >= part.from);
    const last = oldInk.findLastIndex((index) => index < part.to);
    if (first < 0 || last < first) return [];
    const from = isAfter(first) ? first + shift : Math.min(first, changedRange.from);
    const to = isAfter(last) ? last + 1 + shift : last < changedRange.from ? last + 1 : changedRange.to + shift;
    const [start, end] = [newInk[from], newInk[to - 1]];
    return from < to && start !== undefined && end !== undefined ? [{ ...part, from: start, to: end + 1 }] : [];
  });
}

/** Returns a text with its lines broken by its width. `measureWidth` measures a text as it is drawn, in board units. */
export function layOutText(look: TextLook, typedText: string, measureWidth: (text: TextLook) => number): TextLook {
  const { wrap_width } = look;
  const fits = (content: string): boolean => wrap_width === null || measureWidth({ ...look, content }) <= wrap_width;
  // Line breaks may exceed the service's length limit; then the text stays unbroken.
  const wrappedText = wrap_width === null ? typedText : wrapLines(typedText, fits);
  const content = wrappedText.length > LIMITS.thumbnails.content ? typedText : wrappedText;
  return { ...look, content, unwrapped: wrap_width === null ? null : typedText };
}

/** Returns a text with changes, laid out again. `content` is the typed text. */
export function changeText(
  before: TextLook,
  change: Partial<TextLook>,
  measureWidth: (text: TextLook) => number,
): TextLook {
  const after = layOutText({ ...before, ...change }, change.content ?? getTypedText(before), measureWidth);
  return change.colors ? after : { ...after, colors: carryColors(before.content, after.content, before.colors) };
}

/** A word of a text, as a half-open range of UTF-16 code units. */
export interface Word {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export const splitWords = (content: string): Word[] =>
  [...content.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, from: index, to: index + text.length }));

/** Returns a word's own colour; null if it has none. */
export const getWordColor = ({ from }: Word, colors: readonly ColoredPart[]): string | null =>
  colors.findLast((part) => part.from <= from && from < part.to)?.color ?? null;

/** Sets or removes the colour of a word. */
export function createWordColors(word: Word, color: string | null, colors: readonly ColoredPart[]): ColoredPart[] {
  const others = colors.flatMap((part): ColoredPart[] =>
    [
      { ...part, to: Math.min(part.to, word.from) },
      { ...part, from: Math.max(part.from, word.to) },
    ].filter(({ from, to }) => from < to),
  );
  return color === null ? others : [...others, { from: word.from, to: word.to, color }];
}
