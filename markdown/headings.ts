import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { toInlineText } from './plain-text.ts';
import { collapseSpaces } from './collapse-spaces.ts';

/** `line` counts from 0, `from`–`to` are character offsets of the heading's lines. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

let parser: MarkdownIt | undefined;

export function toHeadingText(inline: string): string {
  parser ??= createParser({ html: true });
  const [token] = parser.parseInline(inline, { apart: true });
  return collapseSpaces(toInlineText(token?.children ?? []));
}

/** Returns level, words and line range of each heading among block tokens. Their inline parts may be unparsed. */
export function listHeadingTokens(
  tokens: readonly Token[],
): { level: number; text: string; lines: [number, number] }[] {
  const result: { level: number; text: string; lines: [number, number] }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.map === null) continue;
    const content = tokens[index + 1]?.content ?? '';
    result.push({ level: Number(token.tag.slice(1)), text: toHeadingText(content), lines: token.map });
  }
  return result;
}

/** Returns the headings of a script in order, ignoring lookalikes inside fenced code or raw HTML. */
export function findHeadings(markdown: string): Heading[] {
  parser ??= createParser({ html: true });
  const lines = [...markdown.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)];
  const tokens: Token[] = [];
  parser.block.parse(markdown.replace(/\r\n?/g, '\n'), parser, {}, tokens);
  return listHeadingTokens(tokens).map(({ level, text, lines: [first, end] }) => {
    const last = lines[end - 1];
    return {
      level,
      text,
      line: first,
      from: lines[first]?.index ?? markdown.length,
      to: last ? last.index + last[0].replace(/[\r\n]+$/, '').length : markdown.length,
    };
  });
}
