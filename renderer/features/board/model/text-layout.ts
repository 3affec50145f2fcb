/** Breaks the lines of texts that have a width, and keeps the colours of words when a text changes. */
import type { ColoredPart } from '#contract/draw-text.ts';
import { LIMITS } from '#contract/limits.ts';
import type { TextLook } from './items.ts';

const SIDES: Readonly<Record<string, number>> = { left: 0, center: 0.5, right: 1 };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the text as it was typed, without the line breaks of its width. */
export const typedOf = ({ content, unwrapped }: Pick<TextLook, 'content' | 'unwrapped'>): string =>
  unwrapped ?? content;

/** Returns the side that a text grows from: 0 is left, 1 is right. */
export const sideOf = ({ align }: Pick<TextLook, 'align'>): number => SIDES[align] ?? 0;

/** Returns the longest beginning of a word that fits, at least one letter. */
function beginningOf(word: string, fits: (line: string) => boolean): string {
  let beginning = '';
  for (const { segment } of graphemes.segment(word)) {
    if (beginning !== '' && !fits(beginning + segment)) break;
    beginning += segment;
  }
  return beginning;
}

/** Breaks lines between words so that each fits; a word that is too long alone is broken between letters. */
export function wrapLines(typed: string, fits: (line: string) => boolean): string {
  const lines: string[] = [];
  for (const paragraph of typed.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/(?<=\s)(?=\S)/)) {
      if (line !== '' && !fits((line + word).trimEnd())) {
        lines.push(line.trimEnd());
        line = '';
      }
      let rest = word;
      while (line === '' && !fits(rest.trimEnd())) {
        const beginning = beginningOf(rest, fits);
        if (beginning === rest.trimEnd()) break;
        lines.push(beginning);
        rest = rest.slice(beginning.length);
      }
      line += rest;
    }
    lines.push(line);
  }
  return lines.join('\n');
}

/** Returns for each letter of a text that is not a space where it is. */
const inkOf = (text: string): number[] => [...text.matchAll(/\S/g)].map(({ index }) => index);

/**
 * Returns colours for a changed text: words that are the same before and after the change keep theirs, wherever their
 * lines break.
 */
export function carryColors(before: string, after: string, colors: readonly ColoredPart[]): ColoredPart[] {
  if (before === after || colors.length === 0) return [...colors];
  const [old, now] = [inkOf(before), inkOf(after)];
  const isSame = (at: number, to: number): boolean => before[old[at] ?? -1] === after[now[to] ?? -1];
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(old.length - 1 - tail, now.length - 1 - tail)) tail += 1;
  const changed = { from: head, to: old.length - tail };
  const shift = now.length - old.length;
  const isAfter = (letter: number): boolean => letter >= changed.to;
  return colors.flatMap((part) => {
    const first = old.findIndex((index) => index >= part.from);
    const last = old.findLastIndex((index) => index < part.to);
    if (first < 0 || last < first) return [];
    const from = isAfter(first) ? first + shift : Math.min(first, changed.from);
    const to = isAfter(last) ? last + 1 + shift : last < changed.from ? last + 1 : changed.to + shift;
    const [start, end] = [now[from], now[to - 1]];
    return from < to && start !== undefined && end !== undefined ? [{ ...part, from: start, to: end + 1 }] : [];
  });
}

/** Returns a text with its lines broken by its width. `widthOf` measures a text as it is drawn, in board units. */
export function laidOut(look: TextLook, typed: string, widthOf: (text: TextLook) => number): TextLook {
  const { wrap_width } = look;
  const fits = (content: string): boolean => wrap_width === null || widthOf({ ...look, content }) <= wrap_width;
  // Breaks may make a text longer than the service takes; it stays whole then.
  const wrapped = wrap_width === null ? typed : wrapLines(typed, fits);
  const content = wrapped.length > LIMITS.thumbnails.content ? typed : wrapped;
  return { ...look, content, unwrapped: wrap_width === null ? null : typed };
}

/** Returns a text with changes, laid out again. `content` is what was typed. */
export function changedText(
  before: TextLook,
  change: Partial<TextLook>,
  widthOf: (text: TextLook) => number,
): TextLook {
  const after = laidOut({ ...before, ...change }, change.content ?? typedOf(before), widthOf);
  return change.colors ? after : { ...after, colors: carryColors(before.content, after.content, before.colors) };
}

/** Is a word of a text, from one UTF-16 code unit to before another. */
export interface Word {
  readonly words: string;
  readonly from: number;
  readonly to: number;
}

export const wordsOf = (content: string): Word[] =>
  [...content.matchAll(/\S+/g)].map(({ 0: words, index }) => ({ words, from: index, to: index + words.length }));

/** Returns the colour that a word has of its own; null if it has none. */
export const colorOf = ({ from }: Word, colors: readonly ColoredPart[]): string | null =>
  colors.findLast((part) => part.from <= from && from < part.to)?.color ?? null;

/** Gives a word a colour, or none. */
export function coloredWord(word: Word, color: string | null, colors: readonly ColoredPart[]): ColoredPart[] {
  const others = colors.flatMap((part): ColoredPart[] =>
    [
      { ...part, to: Math.min(part.to, word.from) },
      { ...part, from: Math.max(part.from, word.to) },
    ].filter(({ from, to }) => from < to),
  );
  return color === null ? others : [...others, { from: word.from, to: word.to, color }];
}
