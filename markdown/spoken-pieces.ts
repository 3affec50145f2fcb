import type { MarkdownIt, Token } from 'markdown-it';
import { headingText } from './headings.ts';
import { createParser } from './parser.ts';
import { spokenText } from './spoken.ts';
import { countWords } from './words.ts';

/** A stretch of a script in reading order. Offsets count characters of the script. */
export interface ScriptPiece {
  readonly kind: 'spoken' | 'heading' | 'cue';
  readonly from: number;
  readonly to: number;
  /**
   * Has the length of `from`–`to` if spoken: the words at their positions in the script, and spaces for marks and
   * unspoken parts. Otherwise holds the words of the heading or the cue.
   */
  readonly text: string;
  readonly words: number;
}

/** Matches emphasis marks, escapes and line ends, which are not spoken. */
const MARKS = /[*`~\\\n]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

let parser: MarkdownIt | undefined;

class Lines {
  readonly #lines: readonly string[];
  readonly #starts: number[] = [];

  constructor(script: string) {
    this.#lines = script.split('\n');
    let at = 0;
    for (const line of this.#lines) {
      this.#starts.push(at);
      at += line.length + 1;
    }
  }

  /** Returns the range of the lines from `first` up to but excluding `end`, without surrounding white space. */
  range([first, end]: readonly [number, number]): { from: number; to: number } {
    const last = this.#lines[end - 1] ?? '';
    const from = (this.#starts[first] ?? 0) + indentOf(this.#lines[first] ?? '');
    return { from, to: Math.max(from, (this.#starts[end - 1] ?? 0) + last.trimEnd().length) };
  }

  /** Returns the start of these words if the line ends with them, otherwise -1. */
  find(number: number, words: string): number {
    const line = (this.#lines[number] ?? '').trimEnd();
    return line.endsWith(words) ? (this.#starts[number] ?? 0) + line.length - words.length : -1;
  }
}

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Returns a paragraph's spoken words at their positions, without the list and quote markers before its lines. */
function spokenPiece(token: Token, lines: Lines): ScriptPiece | null {
  const first = token.map?.[0] ?? 0;
  const spoken = spokenText(token.content).split('\n');
  let from = -1;
  let text = '';
  for (const [index, content] of token.content.split('\n').entries()) {
    const words = content.trim();
    const at = lines.find(first + index, words);
    if (at < 0) continue;
    if (from < 0) from = at;
    const begins = indentOf(content);
    text = text.padEnd(at - from) + (spoken[index] ?? '').slice(begins, begins + words.length);
  }
  const words = countWords(text);
  if (from < 0 || words === 0) return null;
  const clean = text.replace(MARKS, (marks) => ' '.repeat(marks.length));
  return { kind: 'spoken', from, to: from + text.length, text: clean, words };
}

/**
 * Returns a script's pieces in reading order, including headings and cues. Line ends are `
 * `. Parses the whole script, so do not call it on every keystroke.
 */
export function scriptPieces(script: string): ScriptPiece[] {
  parser ??= createParser({ html: true });
  // Replaces stray carriage returns by spaces, which keeps the offsets.
  const source = script.replaceAll('\r', ' ');
  const lines = new Lines(source);
  const tokens: Token[] = [];
  parser.block.parse(source, parser, {}, tokens);
  const pieces: ScriptPiece[] = [];
  let table = false;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open' || token.type === 'table_close') table = token.nesting > 0;
    const before = tokens[index - 1]?.type;
    if (token.type === 'cue' && token.map) {
      pieces.push({ kind: 'cue', ...lines.range(token.map), text: token.content, words: 0 });
    } else if (token.type === 'inline' && before === 'heading_open' && token.map) {
      pieces.push({ kind: 'heading', ...lines.range(token.map), text: headingText(token.content), words: 0 });
    } else if (token.type === 'inline' && !table) {
      const piece = spokenPiece(token, lines);
      if (piece) pieces.push(piece);
    }
  }
  return pieces;
}

export function spokenPieces(script: string): ScriptPiece[] {
  return scriptPieces(script).filter(({ kind }) => kind === 'spoken');
}
