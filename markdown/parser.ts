import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type Token } from 'markdown-it';
import { cueText } from './cue.ts';
import { inlineText } from './plain-text.ts';

function cueRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  if (state.src.charCodeAt(start) !== 0x5b) return false;
  const words = cueText(state.src.slice(start, state.eMarks[startLine]));
  if (words === null) return false;
  if (silent) return true;
  state.line = startLine + 1;
  const token = state.push('cue', 'aside', 0);
  token.content = words;
  token.map = [startLine, startLine + 1];
  return true;
}

const ALIGNED = /^text-align:(left|center|right)$/;

/** Writes the alignment as an attribute, because style attributes are forbidden where scripts are shown. */
function cellRule(tag: 'th' | 'td'): (tokens: readonly Token[], index: number) => string {
  return (tokens, index) => {
    const align = ALIGNED.exec(String(tokens[index]?.attrGet('style') ?? ''))?.[1];
    return align === undefined ? `<${tag}>` : `<${tag} align="${align}">`;
  };
}

/** Keeps all words of a picture's description; markdown-it's own rule omits code and escaped characters. */
const imageRule: NonNullable<Parser['renderer']['rules']['image']> = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  token?.attrSet('alt', inlineText(token.children ?? []));
  return self.renderToken(tokens, index, options);
};

/**
 * Parses CommonMark plus tables, strikethrough and stage cues. A cue needs no blank lines around it, because readers
 * see it as a line of its own. `html: true` passes raw HTML through, as CommonMark asks: the caller sanitises. `html:
 * false` escapes it.
 */
export function createParser(options: { html: boolean }): Parser {
  const md = new MarkdownIt('commonmark', { html: options.html });
  md.enable(['table', 'strikethrough']);
  md.renderer.rules['image'] = imageRule;
  md.renderer.rules['th_open'] = cellRule('th');
  md.renderer.rules['td_open'] = cellRule('td');
  md.block.ruler.before('reference', 'cue', cueRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules['cue'] = (tokens, index) =>
    `<aside class="cue">${md.utils.escapeHtml(tokens[index]?.content ?? '')}</aside>\n`;
  return md;
}
