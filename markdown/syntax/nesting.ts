import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { pushParagraph } from './lines.ts';

/** Limits blocks in blocks: a quote is one level, a list two, so this is more than 200 lists in lists. */
const DEEPEST = 420;
/** Limits brackets in brackets while looking for the end of a link, as CommonMark's own limit of markdown-it does. */
const DEEPEST_BRACKETS = 20;

function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level < DEEPEST || silent) return false;
  pushParagraph(state, startLine, endLine);
  return true;
}

/** Gives up looking, which keeps the time linear; the brackets are text then. */
function tooDeepBracket(state: StateInline, silent: boolean): boolean {
  if (!silent || state.level < DEEPEST_BRACKETS) return false;
  state.pos = state.posMax;
  return true;
}

/** Reads what is nested too deeply as text, where markdown-it would drop it. */
export function nesting(md: MarkdownIt): void {
  md.set({ maxNesting: DEEPEST + 10 });
  md.block.ruler.before('table', 'too_deep', tooDeep);
  md.inline.ruler.before('text', 'too_deep_bracket', tooDeepBracket);
}
