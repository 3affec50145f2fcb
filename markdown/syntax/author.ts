import type { MarkdownIt, StateBlock, Token } from 'markdown-it';
import { getFirstCode, isCodeLine, isOutside, getLineText } from './lines.ts';
import { copyToken } from './tokens.ts';

/**
 * Matches a quote's author: a dash and a name, which begins with a capital or with a letter of a script without them. A
 * line that ends a sentence is speech.
 */
const AUTHOR = /^(?:[—–―]|--)[ \t]*(?=[*_"“«„[(]*(?:[\p{Lu}\p{Lt}\p{Lo}]|van\b|von\b|de\b|al-))\S.{0,79}$/u;
const ENDS_SENTENCE = /[.!?…。！？][*_"”»“)\]]*$/u;
const ENDS_NAME = /\b(?:Jr|Sr|St|Esq|Ph\.?D|M\.?D|\p{Lu})\.$/u;
const DASHES: ReadonlySet<number> = new Set([...'—–―-'].map((dash) => dash.charCodeAt(0)));
const DASH = /^(?:[—–―]|--)/;

/** Returns whether a line can name the author of the quote it ends. */
export const isAuthorLine = (line: string): boolean =>
  AUTHOR.test(line) && (ENDS_NAME.test(line) || !ENDS_SENTENCE.test(line));

/** Returns whether the markers before a line put it into a quote; a line that only continues a quote has none. */
function isQuoted({ src, bMarks }: StateBlock, line: number): boolean {
  const begin = bMarks[line] ?? 0;
  return src.slice(src.lastIndexOf('\n', begin - 1) + 1, begin).includes('>');
}

/** Reads the last line of a paragraph of a quote as a paragraph of its own, if it names who said the quote. */
function authorLine(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (!DASHES.has(getFirstCode(state, startLine)) || isCodeLine(state, startLine)) return false;
  if (!isQuoted(state, startLine) || !isAuthorLine(getLineText(state, startLine))) return false;
  const next = startLine + 1;
  if (next < endLine && !state.isEmpty(next) && !isOutside(state, next)) return false;
  // Lines that all begin with dashes are a dialogue.
  if (startLine > 0 && DASH.test(getLineText(state, startLine - 1))) return false;
  if (silent) return true;
  if (!state.tokens.at(-1)?.type.endsWith('_close')) return false;
  state.line = next;
  const open = state.push('paragraph_open', 'p', 1);
  open.map = [startLine, next];
  open.info = 'author';
  const inline = state.push('inline', '', 0);
  inline.content = getLineText(state, startLine);
  inline.map = [startLine, next];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  return true;
}

/** Matches a quote's last line if its words end a sentence before a dash: `There are no carriages. — A planner`. */
const WORDS_AND_AUTHOR = /^(.*[.!?…。！？][*_"”»“’)\]]*)[ \t]+((?:[—–―]|--)[ \t]+[^—–―]+)$/u;
const WHOLE_MARKS = /(\*{1,2}|_{1,2})([^*_]+)\1|\[([^\][]*)\]\([^()\s]*\)/g;
/** Matches signs of marks that may have begun before the author, so that the line can't be divided there. */
const OPEN_MARKS = /[`~=<>[\]*_%$\\|]/;

/** Divides the paragraph that was just read, if it is in a quote and its last line ends with the author. */
function divideAtAuthor(state: StateBlock, endLine: number): void {
  const { tokens, line } = state;
  if (state.parentType !== 'blockquote' || !isQuoted(state, line - 1)) return;
  if (line < endLine && !state.isEmpty(line) && !isOutside(state, line)) return;
  const [open, inline, close] = tokens.slice(-3);
  if (!open || !inline || !close) return;
  const lineStart = inline.content.lastIndexOf('\n') + 1;
  const [, words = '', author = ''] = WORDS_AND_AUTHOR.exec(inline.content.slice(lineStart)) ?? [];
  if (!isAuthorLine(author) || OPEN_MARKS.test(author.replace(WHOLE_MARKS, '$2$3'))) return;
  const map: [number, number] = [line - 1, line];
  tokens.push(
    Object.assign(copyToken(open), { map, info: 'author' }),
    Object.assign(copyToken(inline), { map, content: author, children: [] }),
    copyToken(close),
  );
  inline.content = inline.content.slice(0, lineStart) + words;
}

/** Returns whether the paragraph that opens with this token names the author of the quote it is in. */
export const isAuthor = (open: Token | undefined): boolean => open?.type === 'paragraph_open' && open.info === 'author';

/**
 * Reads authors of quotes, below the words (`> Words.` and `> — Ada Lovelace`) or after them (`> Words. — Ada
 * Lovelace`). They are shown and not spoken.
 */
export function authors(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'author', authorLine, { alt: ['paragraph', 'reference'] });
  const paragraphRule = md.block.ruler.getRules('').at(-1);
  if (!paragraphRule) return;
  md.block.ruler.at('paragraph', (state, startLine, endLine, silent) => {
    const isRead = paragraphRule(state, startLine, endLine, silent);
    if (!silent) divideAtAuthor(state, endLine);
    return isRead;
  });
}
