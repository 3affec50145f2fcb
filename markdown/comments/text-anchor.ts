/** Finds the words of a comment again in a text that was edited, merged or replaced since. */
import { diffArrays } from 'diff';

import { findChange } from '../text-change.ts';
import { listHunks, type Place } from '../text-diff.ts';
import { splitWordTokens } from '../word-tokens.ts';

/** Identifies a range by its words and the text around it; `at` is where it was last seen. */
export interface TextAnchor {
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

/** The characters of context kept on each side. */
const CONTEXT_LENGTH = 48;
/** Words alone identify a range if they and the context that matches have this many characters. */
const MIN_MATCH_LENGTH = 20;
/** The score of a context that ends with the text, in characters. */
const TEXT_EDGE_SCORE = 12;
const MAX_CANDIDATES = 500;
const MAX_WORD_EDITS = 1000;
/** Larger changes are compared by lines first, in characters of both texts. */
const MAX_COMPARED_LENGTH = 40_000;
const WORD = /[\p{L}\p{N}]/u;
const SIGNS_AT_START = /^[^\p{L}\p{N}]+/u;
const SIGNS_AT_END = /[^\p{L}\p{N}]+$/u;

/** Returns the anchor of a range in a text. */
export function toAnchor(text: string, { from, to }: Place): TextAnchor {
  return {
    quote: text.slice(from, to),
    before: text.slice(Math.max(0, from - CONTEXT_LENGTH), from),
    after: text.slice(to, to + CONTEXT_LENGTH),
    at: from,
  };
}

/**
 * Finds the range that an anchor means in a text, or null if its words are gone. `strict` accepts only the same words;
 * otherwise edited words between the same neighbours count as well.
 */
export function findAnchor(text: string, anchor: TextAnchor, { strict = false } = {}): Place | null {
  if (anchor.quote.trim() === '') return null;
  return (
    findExactPlace(text, anchor) ??
    (strict ? null : (findBetweenNeighbours(text, anchor) ?? findLongestRun(text, anchor)))
  );
}

function countSharedEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

function countSharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function scoreContext(text: string, { before, after }: TextAnchor, from: number, to: number): number {
  const leftScore =
    before === '' && from === 0
      ? TEXT_EDGE_SCORE
      : countSharedEnd(before, text.slice(Math.max(0, from - CONTEXT_LENGTH), from));
  const rightScore =
    after === '' && to === text.length ? TEXT_EDGE_SCORE : countSharedStart(after, text.slice(to, to + CONTEXT_LENGTH));
  return leftScore + rightScore;
}

function findExactPlace(text: string, anchor: TextAnchor): Place | null {
  const { quote, at } = anchor;
  let best: { from: number; score: number } | null = null;
  const consider = (from: number): void => {
    const score = scoreContext(text, anchor, from, from + quote.length);
    const isCloser = best !== null && score === best.score && Math.abs(from - at) < Math.abs(best.from - at);
    if (!best || score > best.score || isCloser) best = { from, score };
  };
  if (text.startsWith(quote, at)) consider(at);
  let from = text.indexOf(quote);
  const isOnly = from === text.lastIndexOf(quote);
  for (let attempts = 0; from >= 0 && attempts < MAX_CANDIDATES; attempts += 1) {
    consider(from);
    from = text.indexOf(quote, from + 1);
  }
  const bestMatch = best as { from: number; score: number } | null;
  if (!bestMatch) return null;
  // Other programs give the words and perhaps their place, but not the text around them.
  const isBare = anchor.before === '' && anchor.after === '' && (isOnly || bestMatch.from === at);
  if (!isBare && bestMatch.score + quote.trim().length < MIN_MATCH_LENGTH) return null;
  return { from: bestMatch.from, to: bestMatch.from + quote.length };
}

/** The nearer neighbours are tried after the whole context, as the farther ones may have been edited. */
const NEIGHBOURS = [CONTEXT_LENGTH, 24, 12];

/** Looks between the text that stood before the words and the text that stood after them. */
function findBetweenNeighbours(text: string, { quote, before, after, at }: TextAnchor): Place | null {
  for (const size of NEIGHBOURS) {
    const [left, right] = [before.slice(-size), after.slice(0, size)];
    if (left.trim() === '' || right.trim() === '') continue;
    const start = findNearestIndex(text, left, at - left.length);
    if (start < 0) continue;
    const from = start + left.length;
    const to = text.indexOf(right, from);
    if (to < 0 || to - from > 2 * quote.length + 200) continue;
    const place = followPlaces(quote, text.slice(from, to), [{ from: 0, to: quote.length }])[0];
    if (place) return { from: from + place.from, to: from + place.to };
  }
  return null;
}

function findNearestIndex(text: string, part: string, at: number): number {
  const after = text.indexOf(part, Math.max(0, at));
  const before = at < 0 ? -1 : text.lastIndexOf(part, at);
  if (after < 0 || before < 0) return Math.max(after, before);
  return after - at < at - before ? after : before;
}

/** Looks for the longest run of the words, at least half of them. */
function findLongestRun(text: string, { quote, at }: TextAnchor): Place | null {
  const words = splitWordTokens(quote);
  const maxWords = Math.min(words.length - 1, 60);
  for (let length = maxWords; length >= words.length / 2; length -= 1) {
    for (let first = 0; first + length <= words.length; first += 1) {
      const run = words
        .slice(first, first + length)
        .join('')
        .trim();
      const from = run.length >= MIN_MATCH_LENGTH ? findNearestIndex(text, run, at) : -1;
      if (from >= 0) return { from, to: from + run.length };
    }
  }
  return null;
}

/** A stretch of one text that another one has too. */
interface SharedRange {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
}

interface Replacement extends Place {
  readonly text: string;
}

/** Finds the ranges of `before` to compare word by word: all that changed, or its lines if that is too much. */
function findChangedRanges(before: string, after: string): readonly Replacement[] {
  let { from, to, toNew } = findChange(before, after);
  // The range begins and ends with whole words, so that no letters of another word are kept.
  while (from > 0 && /\S/.test(before[from - 1] ?? '')) from -= 1;
  while (to < before.length && /\S/.test(before[to] ?? '')) [to, toNew] = [to + 1, toNew + 1];
  const changedRange: Replacement = { from, to, text: after.slice(from, toNew) };
  return to - from + toNew - from <= MAX_COMPARED_LENGTH ? [changedRange] : listHunks(before, after);
}

/** Finds the stretches that both texts have; words are compared only in changes that touch one of the places. */
function findSharedRanges(before: string, after: string, places: readonly Place[]): SharedRange[] {
  const sharedList: SharedRange[] = [];
  let [beforeOffset, afterOffset] = [0, 0];
  const addShared = (length: number): void => {
    if (length > 0) sharedList.push({ from: beforeOffset, to: beforeOffset + length, otherFrom: afterOffset });
    beforeOffset += length;
    afterOffset += length;
  };
  for (const change of findChangedRanges(before, after)) {
    addShared(change.from - beforeOffset);
    const afterEnd = afterOffset + change.text.length;
    const isTouched = places.some(({ from, to }) => from < change.to && to > change.from);
    const changeStart = [beforeOffset, afterOffset] as const;
    for (const word of isTouched ? findSharedWords(before.slice(change.from, change.to), change.text) : [])
      sharedList.push({
        from: changeStart[0] + word.from,
        to: changeStart[0] + word.to,
        otherFrom: changeStart[1] + word.otherFrom,
      });
    [beforeOffset, afterOffset] = [change.to, afterEnd];
  }
  addShared(before.length - beforeOffset);
  return sharedList;
}

interface Word {
  readonly text: string;
  readonly at: number;
}

function listWords(text: string): Word[] {
  let offset = 0;
  const words = splitWordTokens(text).map((token) => {
    offset += token.length;
    return { text: token, at: offset - token.length };
  });
  return words.filter((word) => WORD.test(word.text));
}

/** Compares words alone: blanks and signs are the same everywhere, and would be kept instead of words. */
function findSharedWords(before: string, after: string): SharedRange[] {
  const [beforeWords, afterWords] = [listWords(before), listWords(after)];
  const parts = diffArrays(beforeWords, afterWords, {
    comparator: (a, b) => a.text === b.text,
    maxEditLength: MAX_WORD_EDITS,
  });
  const sharedList: SharedRange[] = [];
  let [beforeIndex, afterIndex] = [0, 0];
  for (const { count, added, removed } of parts ?? []) {
    for (let i = 0; i < count && !added && !removed; i += 1) {
      const [one, other] = [beforeWords[beforeIndex + i], afterWords[afterIndex + i]];
      if (one && other) sharedList.push({ from: one.at, to: one.at + one.text.length, otherFrom: other.at });
    }
    if (!added) beforeIndex += count;
    if (!removed) afterIndex += count;
  }
  return sharedList;
}

/**
 * Follows places from one text to another: each becomes the stretch from its first to its last word that is still
 * there, or null if none is.
 */
export function followPlaces(before: string, after: string, places: readonly Place[]): (Place | null)[] {
  const ranges = findSharedRanges(before, after, places);
  return places.map((place) => followPlace(before, after, place, ranges));
}

function followPlace(before: string, after: string, place: Place, ranges: readonly SharedRange[]): Place | null {
  const overlaps = ranges
    .map(({ from, to, otherFrom }) => ({
      from: Math.max(place.from, from),
      to: Math.min(place.to, to),
      shift: otherFrom - from,
    }))
    .filter(
      ({ from, to }) => from < to && (WORD.test(before.slice(from, to)) || (from === place.from && to === place.to)),
    );
  const [first, last] = [overlaps[0], overlaps.at(-1)];
  if (!first || !last) return null;
  const blanks = /^\s*/.exec(before.slice(first.from, first.to))?.[0].length ?? 0;
  const start = first.from === place.from ? first.from : first.from + blanks;
  const words = before.slice(last.from, last.to);
  const end = last.to === place.to ? last.to : last.from + words.trimEnd().length;
  // The signs next to the words belong to the place as long as they are there.
  const leadingSigns = SIGNS_AT_END.exec(before.slice(place.from, start))?.[0].trim() ?? '';
  const trailingSigns = SIGNS_AT_START.exec(before.slice(end, place.to))?.[0].trim() ?? '';
  return {
    from: start + first.shift - countSharedEnd(leadingSigns, after.slice(0, start + first.shift)),
    to: end + last.shift + countSharedStart(trailingSigns, after.slice(end + last.shift)),
  };
}
