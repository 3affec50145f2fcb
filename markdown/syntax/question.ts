import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { beginsQuestion, continuesQuestion, getQuestion } from '../question-lines.ts';
import { getFirstCode, isCodeLine, isOutside, getLineText } from './lines.ts';

/** Reads a quote that begins with `[!ask]` up to the end of the quote or the next question. */
function questionBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (getFirstCode(state, startLine) !== 0x3e || isCodeLine(state, startLine)) return false;
  if (!beginsQuestion(getLineText(state, startLine))) return false;
  if (silent) return true;
  const continues = (line: number): boolean =>
    !isCodeLine(state, line) && !isOutside(state, line) && continuesQuestion(getLineText(state, line));
  const lines = [getLineText(state, startLine)];
  let next = startLine + 1;
  for (; next < endLine && continues(next); next += 1) lines.push(getLineText(state, next));
  state.line = next;
  const token = state.push('question', 'aside', 0);
  token.content = getQuestion(lines);
  token.map = [startLine, next];
  return true;
}

/** Reads questions to the writer: `> [!ask] Which one failed?`. They are shown only where scripts are written. */
export function questions(md: MarkdownIt): void {
  md.block.ruler.before('blockquote', 'question', questionBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.renderer.rules['question'] = (tokens, index, options) => {
    const words: Token[] = [];
    md.inline.parse(tokens[index]?.content ?? '', md, {}, words);
    return `<aside class="question">${md.renderer.renderInline(words, options, {})}</aside>\n`;
  };
}
