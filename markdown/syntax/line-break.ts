import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { mustKeepLineEnd } from './labels.ts';
import { getFirstCode, isCodeLine, getLineText, pushParagraph } from './lines.ts';

/** Browsers read a closing tag as a break, too. */
const BREAK = /<\/?br(?:\s[^<>]*)?\/?>[ \t]*\n?[ \t]*/iy;

function lineBreak(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x3c) return false;
  BREAK.lastIndex = state.pos;
  if (!BREAK.test(state.src)) return false;
  if (!silent) state.push('hardbreak', 'br', 0);
  state.pos = Math.min(BREAK.lastIndex, state.posMax);
  return true;
}

/** Matches a line with nothing but a tag that stands inside text. */
const TAG_LINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|br|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)(?:\s[^<>]*)?\/?>$/i;

function tagLine(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (silent || getFirstCode(state, startLine) !== 0x3c) return false;
  if (!state.md.options.html || isCodeLine(state, startLine)) return false;
  if (!TAG_LINE.test(getLineText(state, startLine))) return false;
  pushParagraph(state, startLine, endLine);
  return true;
}

/** Reads the end of a line beside a label as a line break, because another program would show both lines as one. */
function labelledLine(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== 0x0a) return false;
  const end = src.indexOf('\n', pos + 1);
  const after = src.slice(pos + 1, end < 0 ? posMax : end);
  if (!mustKeepLineEnd(src.slice(src.lastIndexOf('\n', pos - 1) + 1, pos), after)) return false;
  if (!silent) {
    state.pending = state.pending.trimEnd();
    state.push('hardbreak', 'br', 0);
  }
  state.pos = Math.min(pos + 1 + after.length - after.trimStart().length, posMax);
  return true;
}

/**
 * Makes `<br>` a line break, also where HTML is escaped, and the end of a line beside a label (`VISUAL: …`), and keeps
 * text below a tag like `<b>` a paragraph.
 */
export function lineBreaks(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'line_break', lineBreak);
  md.inline.ruler.before('newline', 'labelled_line', labelledLine);
  md.block.ruler.before('html_block', 'tag_line', tagLine);
}
