import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { plainText } from './plain-text.ts';

/** Formats of a script export (spec 1, `GET /scripts/{id}/export`). */
export type ExportFormat = 'markdown' | 'html' | 'text';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** False removes the heading markers; the words stay as plain lines. */
  readonly includeHeadings: boolean;
}

let escaping: MarkdownIt | undefined;

/**
 * Exports a script; all three formats have the same words in the same order. `markdown` is the unchanged text, `html` a
 * fragment that is safe to open (links of scripting schemes stay text), `text` plain lines without markers. Raw HTML is
 * not Markdown: it stays as typed in `text`, and is shown as text, never run, in `html`.
 */
export function exportScript(markdown: string, options: ExportOptions): string {
  switch (options.format) {
    case 'markdown':
      return options.includeHeadings ? markdown : withoutHeadingMarkers(markdown);
    case 'text':
      return plainText(escapingParser().parse(markdown, {}));
    case 'html': {
      const parser = escapingParser();
      const env = {};
      const tokens = parser.parse(markdown, env);
      if (!options.includeHeadings) tokens.forEach(headingToParagraph);
      return parser.renderer.render(tokens, parser.options, env);
    }
  }
}

function escapingParser(): MarkdownIt {
  escaping ??= createParser({ html: false });
  return escaping;
}

function headingToParagraph(token: Token): void {
  if (token.type !== 'heading_open' && token.type !== 'heading_close') return;
  token.type = token.type === 'heading_open' ? 'paragraph_open' : 'paragraph_close';
  token.tag = 'p';
}

/** Match container markers with the opening sequence of an ATX heading, and the closing sequence. */
const ATX = /^((?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*)#{1,6}(?:[ \t]+|$)/;
const CLOSING = /(?:^|[ \t]+)#+[ \t]*$/;

/** Matches the start of a line that would no longer be plain words once the marker before it is removed. */
const BLOCK_START =
  /^(?:#|>|[-+*](?=[ \t]|$)|=+[ \t]*$|-+[ \t]*$|`{3,}|~{3,}|([-_*])[ \t]*(?:\1[ \t]*){2,}$|\[cue:|\[(?:\\.|[^\]\\])*(?:\]:|$))/i;
const NUMBERED = /^(\d{1,9})(?=[.)](?:[ \t]|$))/;

const asWords = (line: string): string =>
  BLOCK_START.test(line) ? `\\${line}` : line.replace(NUMBERED, (_, number: string) => `${number}\\`);

/** Matches the first line of a list item, which cannot continue a paragraph before it. */
const ITEM = /^(?:[ \t]|>)*[-+*][ \t]+\S/;
const CONTAINER = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*/;

/** Returns a blank line inside the same lists and quotes as the given line. */
const blankLine = (of: string): string => (CONTAINER.exec(of)?.[0] ?? '').replace(/[^>\t]/g, ' ').trimEnd();

/** Turns headings into plain lines; everything else stays byte for byte, including line ends. */
function withoutHeadingMarkers(markdown: string): string {
  const parts = markdown.split(/(\r\n|\r|\n)/);
  const line = (number: number) => parts[number * 2] ?? '';
  const insertLine = (before: number, text: string): void => {
    const lineEnd = parts[before * 2 - 1];
    if (lineEnd !== undefined) parts[before * 2 - 1] = `${lineEnd}${text}${lineEnd}`;
  };
  for (const token of escapingParser().parse(markdown, {})) {
    if (token.type !== 'heading_open' || token.map === null) continue;
    const [first, end] = token.map;
    const setext = !token.markup.startsWith('#');
    if (!setext) {
      const [, container = ''] = ATX.exec(line(first)) ?? [];
      const words = line(first).replace(ATX, '').replace(CLOSING, '');
      parts[first * 2] = container + asWords(words);
    } else {
      parts[(end - 1) * 2] = '';
      parts[(end - 1) * 2 - 1] = '';
    }
    // Without its marker a heading would merge with the paragraph next to it.
    const isNested = token.level > 0;
    const blank = isNested ? blankLine(line(first)) : '';
    const isApart = isNested && (ITEM.test(line(end)) || line(first).replace(CONTAINER, '') === '');
    if (line(end).trim() && !isApart) insertLine(end, blank);
    if (!isNested && first > 0 && line(first - 1).trim()) insertLine(first, '');
  }
  return parts.join('');
}
