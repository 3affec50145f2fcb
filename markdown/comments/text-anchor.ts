/** Finds the words of a comment again in a text that was edited, merged or replaced since. */
import { diffArrays } from 'diff';

import { changeBetween } from '../text-change.ts';
import { textHunks, type Place } from '../text-diff.ts';
import { wordTokens } from '../word-tokens.ts';

/** Identifies a range by its words and the text around it; `at` is where it was last seen. */
export interface TextAnchor {
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

/** Counts the characters of context kept on each side. */
const CONTEXT = 48;
/** Words alone identify a range if they and the context that matches have this many characters. */
const ENOUGH = 20;
/** Counts a context that ends with the text as this many characters. */
const EDGE = 12;
const MAX_CANDIDATES = 500;
const MAX_WORD_EDITS = 1000;
/** Larger changes are compared by lines first, in characters of both texts. */
const MAX_COMPARED = 40_000;
const WORD = /[\p{L}\p{N}]/u;
const SIGNS_AT_START = /^[^\p{L}\p{N}]+/u;
const SIGNS_AT_END = /[^\p{L}\p{N}]+$/u;

/** Returns the anchor of a range in a text. */
export function anchorOf(text: string, { from, to }: Place): TextAnchor {
  return {
    quote: text.slice(from, to),
    before: text.slice(Math.max(0, from - CONTEXT), from),
    after: text.slice(to, to + CONTEXT),
    at: from,
  };
}

/**
 * Finds the range that an anchor means in a text, or null if its words are gone. `strict` accepts only the same words;
 * otherwise edited words between the same neighbours count as well.
 */
export function findAnchor(text: string, anchor: TextAnchor, { strict = false } = {}): Place | null {
  if (anchor.quote.trim() === '') return null;
  return exactPlace(text, anchor) ?? (strict ? null : (betweenNeighbours(text, anchor) ?? largestRest(text, anchor)));
}

function sharedEnd(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length += 1;
  return length;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function contextAt(text: string, { before, after }: TextAnchor, from: number, to: number): number {
  const left = before === '' && from === 0 ? EDGE : sharedEnd(before, text.slice(Math.max(0, from - CONTEXT), from));
  const right = after === '' && to === text.length ? EDGE : sharedStart(after, text.slice(to, to + CONTEXT));
  return left + right;
}

function exactPlace(text: string, anchor: TextAnchor): Place | null {
  const { quote, at } = anchor;
  let best: { from: number; score: number } | null = null;
  const consider = (from: number): void => {
    const score = contextAt(text, anchor, from, from + quote.length);
    const isCloser = best !== null && score === best.score && Math.abs(from - at) < Math.abs(best.from - at);
    if (!best || score > best.score || isCloser) best = { from, score };
  };
  if (text.startsWith(quote, at)) consider(at);
  let from = text.indexOf(quote);
  const isOnly = from === text.lastIndexOf(quote);
  for (let tried = 0; from >= 0 && tried < MAX_CANDIDATES; tried += 1) {
    consider(from);
    from = text.indexOf(quote, from + 1);
  }
  const found = best as { from: number; score: number } | null;
  if (!found) return null;
  // Other programs say the words and perhaps where they stand, but not what is around them.
  const isBare = anchor.before === '' && anchor.after === '' && (isOnly || found.from === at);
  if (!isBare && found.score + quote.trim().length < ENOUGH) return null;
  return { from: found.from, to: found.from + quote.length };
}

/** The nearer neighbours are tried after the whole context, as the farther ones may have been edited. */
const NEIGHBOURS = [CONTEXT, 24, 12];

/** Looks between the text that stood before the words and the text that stood after them. */
function betweenNeighbours(text: string, { quote, before, after, at }: TextAnchor): Place | null {
  for (const size of NEIGHBOURS) {
    const [left, right] = [before.slice(-size), after.slice(0, size)];
    if (left.trim() === '' || right.trim() === '') continue;
    const start = nearest(text, left, at - left.length);
    if (start < 0) continue;
    const from = start + left.length;
    const to = text.indexOf(right, from);
    if (to < 0 || to - from > 2 * quote.length + 200) continue;
    const kept = keptPlaces(quote, text.slice(from, to), [{ from: 0, to: quote.length }])[0];
    if (kept) return { from: from + kept.from, to: from + kept.to };
  }
  return null;
}

function nearest(text: string, part: string, at: number): number {
  const after = text.indexOf(part, Math.max(0, at));
  const before = at < 0 ? -1 : text.lastIndexOf(part, at);
  if (after < 0 || before < 0) return Math.max(after, before);
  return after - at < at - before ? after : before;
}

/** Looks for the longest run of the words, at least half of them. */
function largestRest(text: string, { quote, at }: TextAnchor): Place | null {
  const words = wordTokens(quote);
  const most = Math.min(words.length - 1, 60);
  for (let length = most; length >= words.length / 2; length -= 1) {
    for (let first = 0; first + length <= words.length; first += 1) {
      const run = words
        .slice(first, first + length)
        .join('')
        .trim();
      const from = run.length >= ENOUGH ? nearest(text, run, at) : -1;
      if (from >= 0) return { from, to: from + run.length };
    }
  }
  return null;
}

/** Is a stretch of one text that another one has too. */
interface Kept {
  readonly from: number;
  readonly to: number;
  readonly there: number;
}

/** Replaces a range of a text. */
interface Replaced extends Place {
  readonly text: string;
}

/** Finds the ranges of `before` to compare word by word: all that changed, or its lines if that is too much. */
function changedRanges(before: string, after: string): readonly Replaced[] {
  let { from, to, toNew } = changeBetween(before, after);
  // The range begins and ends with whole words, so that no letters of another word are kept.
  while (from > 0 && /\S/.test(before[from - 1] ?? '')) from -= 1;
  while (to < before.length && /\S/.test(before[to] ?? '')) [to, toNew] = [to + 1, toNew + 1];
  const whole: Replaced = { from, to, text: after.slice(from, toNew) };
  return to - from + toNew - from <= MAX_COMPARED ? [whole] : textHunks(before, after);
}

/** Finds the stretches that both texts have; words are compared only in changes that touch one of the places. */
function keptStretches(before: string, after: string, places: readonly Place[]): Kept[] {
  const kept: Kept[] = [];
  let [at, there] = [0, 0];
  const keep = (length: number): void => {
    if (length > 0) kept.push({ from: at, to: at + length, there });
    at += length;
    there += length;
  };
  for (const change of changedRanges(before, after)) {
    keep(change.from - at);
    const end = there + change.text.length;
    const isTouched = places.some(({ from, to }) => from < change.to && to > change.from);
    const ends = [at, there] as const;
    for (const one of isTouched ? sameWords(before.slice(change.from, change.to), change.text) : [])
      kept.push({ from: ends[0] + one.from, to: ends[0] + one.to, there: ends[1] + one.there });
    [at, there] = [change.to, end];
  }
  keep(before.length - at);
  return kept;
}

interface Word {
  readonly text: string;
  readonly at: number;
}

function wordsIn(text: string): Word[] {
  let at = 0;
  const words = wordTokens(text).map((token) => {
    at += token.length;
    return { text: token, at: at - token.length };
  });
  return words.filter((word) => WORD.test(word.text));
}

/** Compares words alone: blanks and signs are the same everywhere, and would be kept instead of words. */
function sameWords(before: string, after: string): Kept[] {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  const parts = diffArrays(old, now, {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: MAX_WORD_EDITS,
  });
  const kept: Kept[] = [];
  let [left, right] = [0, 0];
  for (const { count, added, removed } of parts ?? []) {
    for (let i = 0; i < count && !added && !removed; i += 1) {
      const [one, other] = [old[left + i], now[right + i]];
      if (one && other) kept.push({ from: one.at, to: one.at + one.text.length, there: other.at });
    }
    if (!added) left += count;
    if (!removed) right += count;
  }
  return kept;
}

/**
 * Follows places from one text to another: each becomes the stretch from its first to its last word that is still there,
 * or null if none is.
 */
export function keptPlaces(before: string, after: string, places: readonly Place[]): (Place | null)[] {
  const stretches = keptStretches(before, after, places);
  return places.map((place) => keptPlace(before, after, place, stretches));
}

function keptPlace(before: string, after: string, place: Place, stretches: readonly Kept[]): Place | null {
  const inside = stretches
    .map(({ from, to, there }) => ({
      from: Math.max(place.from, from),
      to: Math.min(place.to, to),
      shift: there - from,
    }))
    .filter(
      ({ from, to }) => from < to && (WORD.test(before.slice(from, to)) || (from === place.from && to === place.to)),
    );
  const [first, last] = [inside[0], inside.at(-1)];
  if (!first || !last) return null;
  const blanks = /^\s*/.exec(before.slice(first.from, first.to))?.[0].length ?? 0;
  const start = first.from === place.from ? first.from : first.from + blanks;
  const words = before.slice(last.from, last.to);
  const end = last.to === place.to ? last.to : last.from + words.trimEnd().length;
  // The signs next to the words belong to the place as long as they are there.
  const lead = SIGNS_AT_END.exec(before.slice(place.from, start))?.[0].trim() ?? '';
  const trail = SIGNS_AT_START.exec(before.slice(end, place.to))?.[0].trim() ?? '';
  return {
    from: start + first.shift - sharedEnd(lead, after.slice(0, start + first.shift)),
    to: end + last.shift + sharedStart(trail, after.slice(end + last.shift)),
  };
}
