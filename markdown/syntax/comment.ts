import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { getFirstCode, isCodeLine, isOutside, getLineText } from './lines.ts';

const MARKER = '%%';

function inlineComment(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(MARKER, state.pos)) return false;
  const end = state.src.indexOf(MARKER, state.pos + MARKER.length);
  if (end < 0 || end + MARKER.length > state.posMax) return false;
  if (!silent) state.push('comment', '', 0).content = state.src.slice(state.pos + MARKER.length, end).trim();
  state.pos = end + MARKER.length;
  return true;
}

/** Reads everything between two lines of `%%`, or to the end of the block around it, like code between fences. */
function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (getFirstCode(state, startLine) !== 0x25 || isCodeLine(state, startLine)) return false;
  if (getLineText(state, startLine) !== MARKER) return false;
  if (silent) return true;
  let next = startLine + 1;
  while (next < endLine && !isOutside(state, next) && !getLineText(state, next).endsWith(MARKER)) next += 1;
  const isClosed = next < endLine && !isOutside(state, next);
  state.line = isClosed ? next + 1 : next;
  const token = state.push('comment', '', 0);
  token.content = state.getLines(startLine + 1, state.line, state.blkIndent, false).trimEnd();
  if (isClosed) token.content = token.content.slice(0, -MARKER.length).trimEnd();
  token.map = [startLine, state.line];
  return true;
}

/** Reads `%%comments%%`, in a paragraph or as lines of their own. They are not shown. */
export function comments(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'comment', inlineComment);
  md.block.ruler.before('fence', 'comment', commentBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules['comment'] = () => '';
}
