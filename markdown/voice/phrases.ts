import { capitalize } from '../capitalize.ts';
import { escapeRegExp } from '../escape-reg-exp.ts';

const toPhraseSource = (phrase: string): string =>
  escapeRegExp(phrase.trim()).replace(/\s+/g, '\\s+').replace(/['’]/g, "['’]");
const matchWholeWords = (body: string): string => `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`;

/** Returns a pattern for a phrase as whole words, ignoring case and the kind of apostrophe. */
export function toPhrasePattern(phrase: string, flags = 'giu'): RegExp {
  return new RegExp(matchWholeWords(toPhraseSource(phrase)), flags);
}

export interface FoundPhrase {
  readonly match: string;
  readonly from: number;
  readonly to: number;
}

const IN_WORD = /[\p{L}\p{N}_]/u;

/** Finds many phrases like `toPhrasePattern` finds each, the longest first. Each line is read only once. */
export class PhraseFinder {
  readonly #exact: RegExp | null;
  /** A much faster pattern, with the same result unless a non-ASCII letter is directly next to a match. */
  readonly #quick: RegExp | null;

  constructor(phrases: Iterable<string>) {
    const bodies = [...phrases].sort((a, b) => b.length - a.length).map(toPhraseSource);
    const isEmpty = bodies.length === 0;
    // Neither pattern is compiled before its first use.
    this.#exact = isEmpty ? null : new RegExp(bodies.map(matchWholeWords).join('|'), 'giu');
    this.#quick = isEmpty ? null : new RegExp(toQuickSource(bodies), 'gi');
  }

  findIn(line: string): readonly FoundPhrase[] {
    if (!this.#quick || !this.#exact) return [];
    const matches = findAll(this.#quick, line);
    return matches.every((match) => standsAlone(line, match)) ? matches : findAll(this.#exact, line);
  }
}

/** Uses ASCII word boundaries, only once around all phrases if possible, which is faster. */
function toQuickSource(bodies: readonly string[]): string {
  const toEdge = (isNeeded: boolean): string => (isNeeded ? '\\b' : '');
  if (bodies.every((body) => /^\w/.test(body) && /\w$/.test(body))) return `\\b(?:${bodies.join('|')})\\b`;
  return bodies.map((body) => `${toEdge(/^\w/.test(body))}${body}${toEdge(/\w$/.test(body))}`).join('|');
}

/** Uses exec because `matchAll` would clone the pattern for every line; `pattern` belongs to this module. */
function findAll(pattern: RegExp, line: string): FoundPhrase[] {
  const matches: FoundPhrase[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line))
    matches.push({ match: match[0], from: match.index, to: match.index + match[0].length });
  return matches;
}

/** Compares whole code points, because a letter may be two UTF-16 units. */
function standsAlone(line: string, { from, to }: FoundPhrase): boolean {
  const before = /.$/su.exec(line.slice(Math.max(0, from - 2), from))?.[0] ?? '';
  const after = /^./su.exec(line.slice(to, to + 2))?.[0] ?? '';
  return !IN_WORD.test(before) && !IN_WORD.test(after);
}

/** Returns `to` in the case of `from`: a capital stays a capital. */
export function matchCase(from: string, to: string): string {
  if (from.length > 1 && from === from.toUpperCase() && from !== from.toLowerCase()) return to.toUpperCase();
  const first = from.charAt(0);
  return first !== first.toLowerCase() ? capitalize(to) : to;
}
