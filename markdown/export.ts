import type { MarkdownIt, Token } from 'markdown-it';
import { createParser } from './parser.ts';
import { plainText } from './plain-text.ts';

/** What a script is exported as (spec 1, `GET /scripts/{id}/export`). */
export type ExportFormat = 'markdown' | 'html' | 'text';

export interface ExportOptions {
  readonly format: ExportFormat;
  /** False strips the markers of headings; their words stay as plain lines. */
  readonly includeHeadings: boolean;
}

let escaping: MarkdownIt | undefined;
let reading: MarkdownIt | undefined;

/**
 * A script in the asked format. `markdown` is the text as it is, `html` a fragment that is safe to open (raw HTML in the
 * script is shown as text, never run; links of scripting schemes stay text), `text` plain lines without markers.
 */
export function exportScript(markdown: string, options: ExportOptions): string {
  switch (options.format) {
    case 'markdown':
      return options.includeHeadings ? markdown : withoutHeadingMarkers(markdown);
    case 'text':
      reading ??= createParser({ html: true });
      return plainText(reading.parse(markdown, {}));
    case 'html': {
      escaping ??= createParser({ html: false });
      const env = {};
      const tokens = escaping.parse(markdown, env);
      if (!options.includeHeadings) tokens.forEach(headingToParagraph);
      return escaping.renderer.render(tokens, escaping.options, env);
    }
  }
}

function headingToParagraph(token: Token): void {
  if (token.type !== 'heading_open' && token.type !== 'heading_close') return;
  token.type = token.type === 'heading_open' ? 'paragraph_open' : 'paragraph_close';
  token.tag = 'p';
}

/** Container markers, then the opening and the closing sequence of an ATX heading. */
const ATX = /^((?:[ \t]|>|[-+*][ \t]|\d{1,9}[.)][ \t])*)#{1,6}(?:[ \t]+|$)/;
const CLOSING = /(?:^|[ \t]+)#+[ \t]*$/;

/** Heading words as lines of their own; everything else, line ends included, byte for byte as it was. */
function withoutHeadingMarkers(markdown: string): string {
  reading ??= createParser({ html: true });
  const parts = markdown.split(/(\r\n|\r|\n)/);
  const line = (number: number) => parts[number * 2] ?? '';
  const separator = parts[1] ?? '\n';
  for (const token of reading.parse(markdown, {})) {
    if (token.type !== 'heading_open' || token.map === null) continue;
    const [first, end] = token.map;
    const setext = !token.markup.startsWith('#');
    if (!setext) {
      const [, container = ''] = ATX.exec(line(first)) ?? [];
      const words = line(first).replace(ATX, '').replace(CLOSING, '');
      parts[first * 2] = container + words.replace(/^#/, '\\#');
    } else {
      parts[(end - 1) * 2] = '';
      parts[(end - 1) * 2 - 1] = '';
    }
    // Without its marker a heading would run into the paragraph beside it.
    if (token.level > 0) continue;
    if (line(end).trim() && parts[end * 2 - 1] !== undefined) parts[end * 2 - 1] += separator;
    if (first > 0 && line(first - 1).trim()) parts[first * 2 - 1] += separator;
  }
  return parts.join('');
}
