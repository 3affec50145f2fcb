import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type Token } from 'markdown-it';
import { directBlocks } from './block-directions.ts';
import { readCueText } from './cue.ts';
import { toInlineText } from './plain-text.ts';
import { authors } from './syntax/author.ts';
import { callouts } from './syntax/callout.ts';
import { comments } from './syntax/comment.ts';
import { footnotes } from './syntax/footnote.ts';
import { frontMatter } from './syntax/front-matter.ts';
import { highlight } from './syntax/highlight.ts';
import { lineBreaks } from './syntax/line-break.ts';
import { math } from './syntax/math.ts';
import { nesting } from './syntax/nesting.ts';
import { questions } from './syntax/question.ts';
import { taskLists } from './syntax/task-list.ts';
import { wikiLinks } from './syntax/wiki-link.ts';

function cueRule(state: StateBlock, startLine: number, _endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  if (state.src.charCodeAt(start) !== 0x5b) return false;
  const words = readCueText(state.src.slice(start, state.eMarks[startLine]));
  if (words === null) return false;
  if (silent) return true;
  state.line = startLine + 1;
  const token = state.push('cue', 'aside', 0);
  token.content = words;
  token.map = [startLine, startLine + 1];
  return true;
}

const TEXT_ALIGN = /^text-align:(left|center|right)$/;

/** Returns the alignment of a table's cell. */
export function getAlignment(cell: Token | undefined): 'left' | 'center' | 'right' | null {
  const alignment = TEXT_ALIGN.exec(String(cell?.attrGet('style') ?? ''))?.[1];
  return alignment === 'left' || alignment === 'center' || alignment === 'right' ? alignment : null;
}

const getDir = (token: Token | undefined): string => {
  const dir = token?.attrGet('dir');
  return dir ? ` dir="${dir}"` : '';
};

/** Writes the alignment as an attribute, because style attributes are forbidden where scripts are shown. */
function createCellRule(tag: 'th' | 'td'): (tokens: readonly Token[], index: number) => string {
  return (tokens, index) => {
    const align = getAlignment(tokens[index]);
    return `<${tag}${align === null ? '' : ` align="${align}"`}${getDir(tokens[index])}>`;
  };
}

/** Keeps all words of a picture's description; markdown-it's own rule omits code and escaped characters. */
const imageRule: NonNullable<Parser['renderer']['rules']['image']> = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  token?.attrSet('alt', toInlineText(token.children ?? []));
  return self.renderToken(tokens, index, options);
};

function addCues(md: Parser): void {
  md.block.ruler.before('reference', 'cue', cueRule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  md.renderer.rules['cue'] = (tokens, index) =>
    `<aside class="cue"${getDir(tokens[index])}>${md.utils.escapeHtml(tokens[index]?.content ?? '')}</aside>\n`;
}

/**
 * Parses CommonMark plus tables, strikethrough, stage cues, and the syntax of notes and posts: front matter,
 * footnotes, tasks, callouts, authors of quotes, highlights, links between pages, comments, questions to the writer and
 * formulas. A cue needs no blank lines around it, because readers see it as a line of its own. `html: true` passes raw
 * HTML through, as CommonMark asks: the caller sanitises. `html: false` escapes it, except line breaks.
 */
export function createParser(options: { html: boolean }): Parser {
  const md = new MarkdownIt('commonmark', { html: options.html });
  md.enable(['table', 'strikethrough']);
  md.renderer.rules['image'] = imageRule;
  md.renderer.rules['th_open'] = createCellRule('th');
  md.renderer.rules['td_open'] = createCellRule('td');
  for (const rule of [
    addCues,
    authors,
    frontMatter,
    nesting,
    footnotes,
    comments,
    questions,
    math,
    highlight,
    wikiLinks,
    lineBreaks,
  ])
    rule(md);
  for (const rule of [taskLists, callouts]) rule(md);
  md.core.ruler.push('directions', directBlocks);
  return md;
}
