import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { pushParagraph } from './lines.ts';

/** Limits blocks in blocks: a quote is one level, a list two, so this is more than 200 lists in lists. */
const MAX_NESTING = 420;
/** Limits brackets in brackets while looking for the end of a link, as CommonMark's own limit of markdown-it does. */
const MAX_BRACKETS = 20;

function tooDeepRule(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level < MAX_NESTING || silent) return false;
  pushParagraph(state, startLine, endLine);
  return true;
}

/** Gives up looking, which keeps the time linear; the brackets are text then. */
function tooDeepBracketRule(state: StateInline, silent: boolean): boolean {
  if (!silent || state.level < MAX_BRACKETS) return false;
  state.pos = state.posMax;
  return true;
}

/** Reads blocks that are nested too deeply as text, where markdown-it would drop them. */
export function nesting(md: MarkdownIt): void {
  md.set({ maxNesting: MAX_NESTING + 10 });
  md.block.ruler.before('table', 'too_deep', tooDeepRule);
  md.inline.ruler.before('text', 'too_deep_bracket', tooDeepBracketRule);
}
