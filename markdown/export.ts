import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { toPlainText } from './plain-text.ts';
import { withoutQuestions } from './questions.ts';

/** Formats of a script export (spec 1, `GET /scripts/{id}/export`). */
export type ExportFormat = 'markdown' | 'html' | 'text';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Removes the heading markers if false; the words stay as plain lines. */
  readonly includeHeadings: boolean;
}

let sharedParser: MarkdownIt | undefined;

/**
 * Exports a script; all three formats have the same words in the same order, except that `markdown`, the unchanged text
 * but for questions to the writer, also has comments, and footnotes where they were written. `html` is a fragment that
 * is safe to open (links of scripting schemes stay text), `text` plain lines without markers. Raw HTML is not Markdown:
 * except for line breaks, it stays as typed in `text`, and is shown as text, never run, in `html`.
 */
export function exportScript(markdown: string, options: ExportOptions): string {
  const script = withoutQuestions(markdown);
  switch (options.format) {
    case 'markdown':
      return options.includeHeadings ? script : withoutHeadingMarkers(script);
    case 'text':
      return toPlainText(getEscapingParser().parse(script, {}));
    case 'html': {
      const parser = getEscapingParser();
      const env = { ids: new Set<string>() };
      const tokens = parser.parse(script, env);
      // Styles a cue, which would otherwise read like the words around it.
      for (const token of tokens) if (token.type === 'cue') token.content = `[Cue: ${token.content}]`;
      if (!options.includeHeadings) tokens.forEach(turnHeadingIntoParagraph);
      return parser.renderer.render(tokens, parser.options, env);
    }
  }
}

function getEscapingParser(): MarkdownIt {
  sharedParser ??= createParser({ html: false });
  return sharedParser;
}

function turnHeadingIntoParagraph(token: Token): void {
  if (token.type !== 'heading_open' && token.type !== 'heading_close') return;
  token.type = token.type === 'heading_open' ? 'paragraph_open' : 'paragraph_close';
  token.tag = 'p';
}

/** Container markers with the opening sequence of an ATX heading, and the closing sequence. */
const ATX_OPENING = /^((?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*)#{1,6}(?:[ \t]+|$)/;
const ATX_CLOSING = /(?:^|[ \t]+)#+[ \t]*$/;

/** Matches the start of a line that would no longer be plain words once the marker before it is removed. */
const BLOCK_START =
  /^(?:#|>|[-+*](?=[ \t]|$)|=+[ \t]*$|-+[ \t]*$|`{3,}|~{3,}|([-_*])[ \t]*(?:\1[ \t]*){2,}$|\[cue:|\[[!^]|\[[ x]\](?:[ \t]|$)|%%[ \t]*$|\$\$|\+{3}[ \t]*$|\[(?:\\.|[^\]\\])*(?:\]:|$))/i;
const LIST_NUMBER = /^(\d{1,9})(?=[.)](?:[ \t]|$))/;

const escapeBlockStart = (line: string): string =>
  BLOCK_START.test(line) ? `\\${line}` : line.replace(LIST_NUMBER, (_, number: string) => `${number}\\`);

/** Matches the first line of a list item, which cannot continue a paragraph before it. */
const BULLET_ITEM = /^(?:[ \t]|>)*[-+*][ \t]+\S/;
const CONTAINER = /^(?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*/;

/** Matches the bracket of a check box or of a callout's marker, which headings do not have. */
const MARKER = new RegExp(`(${CONTAINER.source})\\[(?=[ x]\\](?:[ \\t]|$)|!)`, 'i');

/** Matches a line of words that would open front matter at the top of a script. */
const FRONT_MATTER = /^\+{3}[ \t]*$/;

/** Returns a blank line inside the same lists and quotes as the given line. */
const toBlankLine = (line: string): string => (CONTAINER.exec(line)?.[0] ?? '').replace(/[^>\t]/g, ' ').trimEnd();

/** Turns headings into plain lines; everything else stays byte for byte, including line ends. */
function withoutHeadingMarkers(markdown: string): string {
  const parts = markdown.split(/(\r\n|\r|\n)/);
  const getLine = (number: number) => parts[number * 2] ?? '';
  const insertLine = (before: number, text: string): void => {
    const lineEnd = parts[before * 2 - 1];
    if (lineEnd !== undefined) parts[before * 2 - 1] = `${lineEnd}${text}${lineEnd}`;
  };
  for (const token of getEscapingParser().parse(markdown, {})) {
    if (token.type !== 'heading_open' || token.map === null) continue;
    const [first, end] = token.map;
    const isSetext = !token.markup.startsWith('#');
    if (!isSetext) {
      const [, container = ''] = ATX_OPENING.exec(getLine(first)) ?? [];
      const words = getLine(first).replace(ATX_OPENING, '').replace(ATX_CLOSING, '');
      parts[first * 2] = container + escapeBlockStart(words);
    } else {
      parts[first * 2] = getLine(first).replace(MARKER, '$1\\[').replace(FRONT_MATTER, '\\$&');
      parts[(end - 1) * 2] = '';
      parts[(end - 1) * 2 - 1] = '';
    }
    // A heading that loses its marker would merge with the paragraph next to it.
    const isNested = token.level > 0;
    const blank = isNested ? toBlankLine(getLine(first)) : '';
    const isSeparate = isNested && (BULLET_ITEM.test(getLine(end)) || getLine(first).replace(CONTAINER, '') === '');
    if (getLine(end).trim() && !isSeparate) insertLine(end, blank);
    const opensItem = isNested && /[^ \t>]/.test(CONTAINER.exec(getLine(first))?.[0] ?? '');
    if (!opensItem && first > 0 && getLine(first - 1).trim()) insertLine(first, blank);
  }
  return parts.join('');
}
