import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

const MARKER = 0x3d;

function scanMarkers(state: StateInline, silent: boolean): boolean {
  if (silent || state.src.charCodeAt(state.pos) !== MARKER) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  if (length !== 2) {
    state.pending += '='.repeat(length);
    state.pos += length;
    return true;
  }
  const token = state.push('text', '', 0);
  token.content = '==';
  state.delimiters.push({
    marker: MARKER,
    length: 0,
    token: state.tokens.length - 1,
    end: -1,
    open: can_open,
    close: can_close,
  });
  state.pos += length;
  return true;
}

function markPairs(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    const closing = delimiters[end];
    if (marker !== MARKER || !closing) continue;
    for (const [index, nesting] of [
      [token, 1],
      [closing.token, -1],
    ] as const) {
      const mark = state.tokens[index];
      if (mark)
        Object.assign(mark, { type: nesting > 0 ? 'mark_open' : 'mark_close', tag: 'mark', nesting, content: '' });
    }
  }
}

function pairMarkers(state: StateInline): void {
  markPairs(state, state.delimiters);
  for (const meta of state.tokens_meta) if (meta?.delimiters) markPairs(state, meta.delimiters);
}

/** Reads `==text==` as highlighted. */
export function highlight(md: MarkdownIt): void {
  md.inline.ruler.before('emphasis', 'highlight', scanMarkers);
  md.inline.ruler2.before('emphasis', 'highlight', pairMarkers);
}
