/** A matched range of text: start inclusive, end exclusive. */
export type MatchRange = readonly [start: number, end: number];

export interface FuzzyMatch {
  /** Higher is better; comparable only for the same query. */
  readonly score: number;
  readonly ranges: readonly MatchRange[];
}

const fold = (text: string): string => text.toLowerCase();

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches the query as typed, best at the start of a word. */
function byPhrase(query: string, text: string): FuzzyMatch | undefined {
  const boundary = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(query)}`, 'u'));
  const at = boundary < 0 ? text.indexOf(query) : boundary;
  if (at < 0) return undefined;
  return {
    score: 200 + (boundary < 0 ? 0 : 60) + (at === 0 ? 40 : 0) - text.length * 0.1,
    ranges: [[at, at + query.length]],
  };
}

/** Matches every word of the query in any order, which is how people usually search. */
function byWords(query: string, text: string): FuzzyMatch | undefined {
  const ranges: MatchRange[] = [];
  let score = 0;
  for (const word of query.split(/\s+/)) {
    const at = text.indexOf(word);
    if (at < 0) return undefined;
    const boundary = text.search(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, 'u'));
    const start = boundary < 0 ? at : boundary;
    score += 60 + (boundary < 0 ? 0 : 20) + (start === 0 ? 10 : 0);
    ranges.push([start, start + word.length]);
  }
  return { score: score - text.length * 0.1, ranges: merge(ranges) };
}

/**
 * Matches letters in order with gaps: "nsc" finds "New script". Letters must start a word or follow the previous one.
 */
function byLetters(query: string, text: string): FuzzyMatch | undefined {
  const ranges: MatchRange[] = [];
  let score = 0;
  let from = 0;
  for (const letter of query.replace(/\s+/g, '')) {
    const starts = text.slice(from).search(new RegExp(`(?:^|[\\s\\p{P}])${escaped(letter)}`, 'u'));
    const last = ranges.at(-1);
    const follows = last !== undefined && text[from] === letter && from === last[1];
    const at = follows ? from : starts >= 0 ? text.indexOf(letter, from + starts) : -1;
    if (at < 0) return undefined;
    score += follows ? 6 : 10;
    ranges.push([at, at + 1]);
    from = at + 1;
  }
  return { score: score - text.length * 0.1, ranges: merge(ranges) };
}

function merge(ranges: readonly MatchRange[]): MatchRange[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const merged: MatchRange[] = [];
  for (const [start, end] of sorted) {
    const last = merged.at(-1);
    if (last && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)];
    else merged.push([start, end]);
  }
  return merged;
}

/** Returns how well a text matches a query, and where, or undefined. An empty query matches everything equally. */
export function fuzzy(query: string, text: string): FuzzyMatch | undefined {
  const wanted = fold(query.trim());
  if (wanted === '') return { score: 0, ranges: [] };
  // Lower-casing changes the length of a few letters; the ranges would then be wrong, so none are returned.
  const folded = fold(text);
  const found = byPhrase(wanted, folded) ?? byWords(wanted, folded) ?? byLetters(wanted, folded);
  return found && folded.length !== text.length ? { score: found.score, ranges: [] } : found;
}

export function pieces(text: string, ranges: readonly MatchRange[]): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    if (start > at) parts.push({ text: text.slice(at, start), hit: false });
    parts.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}
