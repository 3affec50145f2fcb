import { FoldedText } from '#markdown/folded-text.ts';
import { findGraphemeStart } from '#markdown/graphemes.ts';

import { findWords, getWords, type FoundWord } from './search-terms.ts';

export interface Snippet {
  readonly text: string;
  /** Ranges of the matches in `text`: from and to. */
  readonly marks: readonly (readonly [number, number])[];
}

/**
 * Returns the ranges of matches: beginnings of words, and any part of unspaced text. `maxDistance` limits the distance
 * from the first match, in characters.
 */
export function findMarks(text: string, query: string, maxDistance = Infinity): [number, number][] {
  const terms = [...new Set(getWords(query))].sort((a, b) => b.length - a.length);
  const marks: [number, number][] = [];
  if (terms.length === 0) return marks;
  const foldedText = new FoldedText(text);
  for (const word of findWords(foldedText.text)) {
    for (const [from, to] of findInWord(word, terms)) {
      const place = foldedText.getPlace(from, to);
      if (place.from - (marks[0]?.[0] ?? place.from) > maxDistance) return marks;
      marks.push([Math.max(place.from, marks.at(-1)?.[1] ?? 0), place.to]);
    }
  }
  return marks;
}

function findInWord({ text, index, isUnspaced }: FoundWord, terms: readonly string[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < text.length;) {
    const hit = terms.find((term) => text.startsWith(term, at));
    if (hit !== undefined) ranges.push([index + at, index + at + hit.length]);
    if (!isUnspaced) break;
    at += hit?.length ?? 1;
  }
  return ranges;
}

/** A cut moves back to the previous space if it is at most this far away. */
const WORD_LENGTH = 24;

/**
 * Returns the text around the first match with all matches in it, or null if there is none. `around` is in characters.
 */
export function buildSnippet(text: string, query: string, around = 60): Snippet | null {
  const hits = findMarks(text, query, around * 2);
  const [first] = hits;
  if (!first) return null;
  const from = findSnippetStart(text, first[0] - around);
  const to = findGraphemeStart(text, Math.max(first[1], Math.min(text.length, first[0] + around * 2)));
  const prefix = from > 0 ? '… ' : '';
  return {
    text: prefix + text.slice(from, to).replace(/\s/g, ' ') + (to < text.length ? ' …' : ''),
    marks: hits
      .filter(([, end]) => end <= to)
      .map(([start, end]) => [start - from + prefix.length, end - from + prefix.length]),
  };
}

function findSnippetStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.lastIndexOf(' ', at);
  return at - space <= WORD_LENGTH ? space + 1 : findGraphemeStart(text, at);
}
