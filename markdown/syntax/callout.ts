import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { capitalize } from '../capitalize.ts';
import { copyToken } from './tokens.ts';

/** Matches the first line of a quote that is a callout: `[!NOTE] Title`; a sign after it says whether it is folded. */
const CALLOUT = /^\[!([\p{L}\p{N}_-]+)\][-+]?(?:[ \t]+|$)/u;

const isBreak = ({ type }: Token): boolean => type === 'softbreak' || type === 'hardbreak';
const hasText = (tokens: readonly Token[]): boolean =>
  tokens.some(({ type, content }) => type !== 'text' || content.trim() !== '');

/** Splits the first paragraph of a callout into its title, without the marker, and the rest. */
function splitCallout(state: StateCore, index: number): Token[] | null {
  const [quote, open, inline, close] = state.tokens.slice(index, index + 4);
  if (!quote || open?.type !== 'paragraph_open' || !inline?.children || !close) return null;
  const [first] = inline.children;
  // An escaped bracket is text.
  const marker = first?.type === 'text' && inline.content.startsWith('[') ? CALLOUT.exec(first.content) : null;
  if (!first || !marker) return null;
  const kind = marker[1] ?? '';
  first.content = first.content.slice(marker[0].length);
  const end = inline.children.findIndex(isBreak);
  const words = end < 0 ? inline.children : inline.children.slice(0, end);
  const rest = end < 0 ? [] : inline.children.slice(end + 1);
  if (!hasText(words)) {
    first.content = capitalize(kind.toLowerCase());
    words.splice(0, words.length, first);
  }
  const callout = copyToken(quote);
  callout.attrSet('class', `callout callout-${kind.toLowerCase()}`);
  const title = Object.assign(new state.Token('inline', '', 0), {
    children: words,
    block: true,
    content: inline.content,
  });
  const titleOpen = Object.assign(new state.Token('paragraph_open', 'p', 1), { block: true, map: open.map });
  titleOpen.attrSet('class', 'callout-title');
  const titleClose = Object.assign(new state.Token('paragraph_close', 'p', -1), { block: true });
  const body = Object.assign(new state.Token('inline', '', 0), { children: rest, block: true, map: inline.map });
  return [callout, titleOpen, title, titleClose, ...(hasText(rest) ? [open, body, close] : [])];
}

function markCallouts(state: StateCore): void {
  if (!state.tokens.some(({ type }) => type === 'blockquote_open')) return;
  const tokens: Token[] = [];
  for (let index = 0; index < state.tokens.length; index += 1) {
    const token = state.tokens[index];
    if (!token) continue;
    const callout = token.type === 'blockquote_open' ? splitCallout(state, index) : null;
    if (callout) index += 3;
    tokens.push(...(callout ?? [token]));
  }
  state.tokens = tokens;
}

/** Returns whether a quote is a callout, whose first paragraph is its title. */
export const isCallout = (quote: Token): boolean => quote.attrGet('class') !== null;

/** Reads quotes that begin with a marker like `[!NOTE]` as callouts. */
export function callouts(md: MarkdownIt): void {
  md.core.ruler.after('text_join', 'callouts', markCallouts);
}
