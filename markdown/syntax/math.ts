import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { toLinearMath } from './linear-math.ts';
import { getFirstCode, isCodeLine, isOutside, getLineText } from './lines.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

const DOLLAR = 0x24;
const MARKER = '$$';

const UNTIL_DOLLAR = /(?:\\[^]|[^\\$])+/y;

/**
 * Returns where the formula after a dollar sign ends, by pandoc's rule: no space after the first sign and before the
 * next one, and no digit after that. `$5 and $10` is no formula.
 */
function findClosing({ src, pos, posMax }: StateInline): number {
  if (/[\s$]|^$/.test(src.charAt(pos + 1))) return -1;
  UNTIL_DOLLAR.lastIndex = pos + 1;
  const end = UNTIL_DOLLAR.test(src) ? UNTIL_DOLLAR.lastIndex : -1;
  if (end < 0 || end >= posMax || src.charCodeAt(end) !== DOLLAR) return -1;
  return /\s/.test(src.charAt(end - 1)) || /\d/.test(src.charAt(end + 1)) ? -1 : end;
}

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const isDisplay = src.startsWith(MARKER, pos);
  const from = pos + (isDisplay ? 2 : 1);
  const to = isDisplay ? src.indexOf(MARKER, from) : findClosing(state);
  const end = to + from - pos;
  if (to <= from || end > posMax || src.slice(from, to).trim() === '') {
    // Both signs are text, so that the second one begins no formula.
    if (!silent) state.pending += src.slice(pos, from);
    state.pos = Math.min(from, posMax);
    return true;
  }
  if (!silent) {
    const token = state.push('math_inline', 'code', 0);
    token.content = collapseSpaces(toLinearMath(src.slice(from, to)));
    token.markup = src.slice(pos, from);
  }
  state.pos = end;
  return true;
}

/** Reads a line `$$…$$`, or everything between two lines of `$$`, or to the end of the block around it. */
function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (getFirstCode(state, startLine) !== DOLLAR || isCodeLine(state, startLine)) return false;
  const line = getLineText(state, startLine);
  if (!line.startsWith(MARKER)) return false;
  const singleLine = line.endsWith(MARKER) ? line.slice(MARKER.length, -MARKER.length) : '';
  const isSingleLine = singleLine.trim() !== '' && !singleLine.includes(MARKER);
  if (line !== MARKER && !isSingleLine) return false;
  if (silent) return true;
  let next = startLine + 1;
  let content = singleLine;
  if (!isSingleLine) {
    while (next < endLine && !isOutside(state, next) && !getLineText(state, next).endsWith(MARKER)) next += 1;
    const isClosed = next < endLine && !isOutside(state, next);
    if (isClosed) next += 1;
    content = state.getLines(startLine + 1, next, state.blkIndent, false).trimEnd();
    if (isClosed) content = content.slice(0, -MARKER.length);
  }
  state.line = next;
  const token = state.push('math_block', '', 0);
  token.content = toLinearMath(content).trim();
  token.map = [startLine, next];
  return true;
}

/** Reads formulas between dollar signs, `$…$` in text and `$$…$$` alone. They are shown as plain text on one line. */
export function math(md: MarkdownIt): void {
  const { escapeHtml } = md.utils;
  md.inline.ruler.before('link', 'math', inlineMath);
  md.block.ruler.before('fence', 'math', mathBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules['math_inline'] = (tokens, index) =>
    `<code class="math">${escapeHtml(tokens[index]?.content ?? '')}</code>`;
  md.renderer.rules['math_block'] = (tokens, index) =>
    `<pre class="math"><code>${escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
}
