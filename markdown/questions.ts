/**
 * Reads and writes questions to the writer, `> [!ask] Which one failed?`. They are never spoken, timed, exported or
 * shown in videos; the editor and the preview show them dimmed.
 */
import type { Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { toInlineText } from './plain-text.ts';

export interface Question {
  /** The plain words. */
  readonly text: string;
  /** The range of its lines in the script, without the line end after them. */
  readonly from: number;
  readonly to: number;
}

const QUESTION_HINT = /\[!ask\]/i;

let parser: ReturnType<typeof createParser> | undefined;

function parseQuestionTokens(markdown: string): Token[] {
  if (!QUESTION_HINT.test(markdown)) return [];
  parser ??= createParser({ html: true });
  const tokens: Token[] = [];
  parser.block.parse(markdown.replace(/\r\n?/g, '\n'), parser, {}, tokens);
  return tokens.filter(({ type }) => type === 'question');
}

/** Returns the words of a question without marks. */
export function toQuestionText(markdown: string): string {
  parser ??= createParser({ html: true });
  return toInlineText(parser.parseInline(markdown, {})[0]?.children ?? []);
}

/** Returns the offset at which each line starts, and the end of the text. */
function findLineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length), text.length];
}

export function listQuestions(markdown: string): Question[] {
  const tokens = parseQuestionTokens(markdown);
  if (tokens.length === 0) return [];
  const starts = findLineStarts(markdown);
  return tokens.map(({ content, map }) => {
    const [first, end] = map ?? [0, 0];
    const from = starts[first] ?? markdown.length;
    const lines = markdown.slice(from, starts[end] ?? markdown.length);
    return { text: toQuestionText(content), from, to: from + lines.replace(/[\r\n]+$/, '').length };
  });
}

const BLANK_LINE_AFTER = /^[ \t]*(?:(?:\r\n|\r|\n)[ \t]*){0,2}/;

/**
 * Removes the questions and the blank line after each; at the end of the script, the one before it. Everything else
 * stays byte for byte.
 */
export function withoutQuestions(markdown: string): string {
  let text = markdown;
  for (const { from, to } of listQuestions(markdown).reverse()) {
    const before = text.slice(0, from);
    const after = text.slice(to + (BLANK_LINE_AFTER.exec(text.slice(to))?.[0].length ?? 0));
    text = after === '' ? before.trimEnd() + (/[\r\n]$/.test(text) ? '\n' : '') : before + after;
  }
  return text;
}

/** Writes a question; `text` is plain. */
export const writeQuestionLine = (text: string): string => `> [!ask] ${text.replace(/([\\`*_[\]<>&~$=%])/g, '\\$1')}`;
