import { escapeRegExp } from '../escape-reg-exp.ts';

const bodyOf = (phrase: string): string => escapeRegExp(phrase.trim()).replace(/\s+/g, '\\s+').replace(/['’]/g, "['’]");
const whole = (body: string): string => `(?<![\\p{L}\\p{N}_])${body}(?![\\p{L}\\p{N}_])`;

/** Returns a pattern for a phrase as whole words, ignoring case and the kind of apostrophe. */
export function phrasePattern(phrase: string, flags = 'giu'): RegExp {
  return new RegExp(whole(bodyOf(phrase)), flags);
}

export interface FoundPhrase {
  readonly found: string;
  readonly from: number;
  readonly to: number;
}

const IN_WORD = /[\p{L}\p{N}_]/u;

/** Finds many phrases like `phrasePattern` finds each, the longest first. Each line is read only once. */
export class PhraseFinder {
  readonly #exact: RegExp | null;
  /** Is much faster, with the same result unless a non-ASCII letter is directly next to a match. */
  readonly #quick: RegExp | null;

  constructor(phrases: Iterable<string>) {
    const bodies = [...phrases].sort((a, b) => b.length - a.length).map(bodyOf);
    const none = bodies.length === 0;
    // Neither pattern is compiled before its first use.
    this.#exact = none ? null : new RegExp(bodies.map(whole).join('|'), 'giu');
    this.#quick = none ? null : new RegExp(quickSource(bodies), 'gi');
  }

  in(line: string): readonly FoundPhrase[] {
    if (!this.#quick || !this.#exact) return [];
    const found = all(this.#quick, line);
    return found.every((one) => standsAlone(line, one)) ? found : all(this.#exact, line);
  }
}

/** Uses ASCII word boundaries, only once around all phrases if possible, which is faster. */
function quickSource(bodies: readonly string[]): string {
  const edge = (has: boolean): string => (has ? '\\b' : '');
  if (bodies.every((body) => /^\w/.test(body) && /\w$/.test(body))) return `\\b(?:${bodies.join('|')})\\b`;
  return bodies.map((body) => `${edge(/^\w/.test(body))}${body}${edge(/\w$/.test(body))}`).join('|');
}

/** Uses exec because `matchAll` would clone the pattern for every line; `pattern` belongs to this module. */
function all(pattern: RegExp, line: string): FoundPhrase[] {
  const found: FoundPhrase[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(line); match; match = pattern.exec(line))
    found.push({ found: match[0], from: match.index, to: match.index + match[0].length });
  return found;
}

/** Compares whole code points, because a letter may be two UTF-16 units. */
function standsAlone(line: string, { from, to }: FoundPhrase): boolean {
  const before = /.$/su.exec(line.slice(Math.max(0, from - 2), from))?.[0] ?? '';
  const after = /^./su.exec(line.slice(to, to + 2))?.[0] ?? '';
  return !IN_WORD.test(before) && !IN_WORD.test(after);
}

/** Returns `to` in the case of `from`: a capital stays a capital. */
export function inCaseOf(from: string, to: string): string {
  if (from.length > 1 && from === from.toUpperCase() && from !== from.toLowerCase()) return to.toUpperCase();
  const first = from.charAt(0);
  return first !== first.toLowerCase() ? to.charAt(0).toUpperCase() + to.slice(1) : to;
}
