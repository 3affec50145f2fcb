/** Reads the marks inside a line of Fountain: emphasis, escapes, directions in brackets, and notes. */
import type { TextRun } from '../markdown-text.ts';

/** Noncharacters that enclose the number of a note that was taken out of the text. */
export const NOTE = { open: '\ufdd0', close: '\ufdd1' } as const;

/** Matches characters that lose their meaning after a backslash. */
export const ESCAPABLE = /[\\*_[\]()~/>!@#=.•☐☑]/;

interface Token {
  text: string;
  readonly kind: 'text' | 'mark' | 'direction' | 'comment';
}

/** Returns the offset of the closing bracket by that of the opening one. */
function matchBrackets(line: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const openOffsets: number[] = [];
  for (let offset = 0; offset < line.length; offset += 1) {
    const char = line.charAt(offset);
    if (char === '\\') offset += 1;
    else if (char === '[') openOffsets.push(offset);
    else if (char === ']') {
      const from = openOffsets.pop();
      if (from !== undefined) pairs.set(from, offset);
    }
  }
  return pairs;
}

function getTokens(line: string, notes: readonly string[]): Token[] {
  const tokens: Token[] = [];
  const addText = (text: string): void => {
    const last = tokens.at(-1);
    if (last?.kind === 'text') last.text += text;
    else tokens.push({ kind: 'text', text });
  };
  const pairs = line.includes('[') ? matchBrackets(line) : new Map<number, number>();
  for (let offset = 0; offset < line.length; offset += 1) {
    const char = line.charAt(offset);
    const end = char === NOTE.open ? line.indexOf(NOTE.close, offset) : (pairs.get(offset) ?? -1);
    if (char === '\\' && ESCAPABLE.test(line.charAt(offset + 1))) {
      offset += 1;
      addText(line.charAt(offset));
    } else if (char === NOTE.open) {
      tokens.push({ kind: 'comment', text: notes[Number(line.slice(offset + 1, end))] ?? '' });
      offset = end;
    } else if (end > 0) {
      const innerRuns = parseInlineRuns(
        line
          .slice(offset + 1, end)
          .replaceAll('[', '(')
          .replaceAll(']', ')'),
        notes,
      );
      tokens.push({ kind: 'direction', text: plainWords(innerRuns) });
      for (const { text, comment } of innerRuns) if (comment) tokens.push({ kind: 'comment', text });
      offset = end;
    } else if (char === '*' || char === '_') {
      const [marks = char] = /^(?:\*{1,3}|_)/.exec(line.slice(offset, offset + 3)) ?? [];
      tokens.push({ kind: 'mark', text: marks });
      offset += marks.length - 1;
    } else addText(char);
  }
  return tokens;
}

const SPACE = /\s/;
const WORD = /[\p{L}\p{M}\p{N}]$/u;
const STARTS_WORD = /^[\p{L}\p{N}]/u;

/** A mark that may still find its closing mark; `***` is two openers at the same token. */
interface Opener {
  readonly char: string;
  readonly token: number;
  readonly length: number;
}

/** Finds pairs of marks. Marks mean something only beside words, and `_` not inside of them. */
class Emphasis {
  readonly #tokens: readonly Token[];
  readonly #openers: Opener[] = [];
  /** Counts how the numbers of open marks change, by token. */
  readonly bold: number[];
  readonly italic: number[];
  /** Signs that stay text, by token. */
  readonly literal: number[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.bold = tokens.map(() => 0);
    this.italic = tokens.map(() => 0);
    this.literal = tokens.map(() => 0);
    for (const [index, { kind, text }] of tokens.entries()) if (kind === 'mark') this.#readMark(index, text);
    for (const { token, length } of this.#openers) this.#addLiteral(token, length);
  }

  #readMark(index: number, marks: string): void {
    const before = this.#tokens[index - 1]?.text ?? ' ';
    const after = this.#tokens[index + 1]?.text ?? ' ';
    const char = marks.charAt(0);
    const isInside = char === '_' && WORD.test(before) && STARTS_WORD.test(after);
    let remaining = marks.length;
    if (!isInside && !SPACE.test(before.slice(-1))) remaining = this.#closeOpeners(index, char, remaining);
    if (remaining === 0) return;
    if (isInside || SPACE.test(after.charAt(0))) this.#addLiteral(index, remaining);
    else
      for (const length of remaining === 3 ? [1, 2] : [remaining]) this.#openers.push({ char, token: index, length });
  }

  /** Closes open marks of that character and returns how many are left. */
  #closeOpeners(index: number, char: string, count: number): number {
    let remaining = count;
    while (remaining > 0) {
      const last = this.#openers.findLastIndex((opener) => opener.char === char && opener.token < index - 1);
      const matchIndex = [last, last - 1].find(
        (offset) =>
          this.#openers[offset]?.token === this.#openers[last]?.token &&
          (this.#openers[offset]?.length ?? 4) <= remaining,
      );
      if (last < 0 || matchIndex === undefined) return remaining;
      const [opener, ...dropped] = this.#openers.splice(matchIndex);
      if (!opener) return remaining;
      for (const other of dropped) {
        if (other.token === opener.token) this.#openers.push(other);
        else this.#addLiteral(other.token, other.length);
      }
      const changes = opener.length === 2 ? this.bold : this.italic;
      changes[opener.token] = (changes[opener.token] ?? 0) + 1;
      changes[index] = (changes[index] ?? 0) - 1;
      remaining -= opener.length;
    }
    return remaining;
  }

  #addLiteral(token: number, count: number): void {
    this.literal[token] = (this.literal[token] ?? 0) + count;
  }
}

/** Reads a line; `notes` holds the texts of its notes. */
export function parseInlineRuns(line: string, notes: readonly string[]): TextRun[] {
  const tokens = getTokens(line, notes);
  const marks = new Emphasis(tokens);
  const runs: TextRun[] = [];
  let bold = 0;
  let italic = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    bold += marks.bold[index] ?? 0;
    italic += marks.italic[index] ?? 0;
    if (kind === 'comment') runs.push({ text, comment: true });
    else if (kind === 'direction') runs.push({ text, direction: true });
    else {
      const words = kind === 'mark' ? text.slice(0, marks.literal[index]) : text;
      const run = { text: words, ...(bold > 0 && { bold: true }), ...(italic > 0 && { italic: true }) };
      const last = runs.at(-1);
      const isSame = last && !last.comment && !last.direction && last.bold === run.bold && last.italic === run.italic;
      if (isSame) runs.splice(-1, 1, { ...run, text: last.text + words });
      else if (words !== '') runs.push(run);
    }
  }
  return runs;
}

/** Returns the words of runs without marks and notes. */
export const plainWords = (runs: readonly TextRun[]): string =>
  runs.map(({ text, comment, direction }) => (comment ? '' : direction ? `[${text}]` : text)).join('');
