/** Writes plain and styled text as markdown with the same words, escaping signs that would be read as marks. */
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import type { MarkdownIt } from 'markdown-it';
import { joinMarked, type MarkedText } from './join-marked.ts';
import { createParser } from './parser.ts';
import { toInlineText } from './plain-text.ts';
import { hasLabel } from './syntax/labels.ts';
import { collapseSpaces } from './collapse-spaces.ts';

export interface TextRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  /** Makes the run an unspoken direction; `text` is the content of its square brackets. */
  readonly direction?: boolean;
  /** Makes the run a comment with the words of `text`. */
  readonly comment?: boolean;
}

export interface MarkdownTextOptions {
  /** Leaves `[directions]` in brackets, so that they stay unspoken. */
  readonly directions?: boolean;
  /** Takes the meaning from labels like `VISUAL:` at the beginnings of lines, so that they are spoken. */
  readonly spoken?: boolean;
  /** Other text of the same paragraph, where a dollar sign could enclose a formula with it. */
  readonly beside?: string;
  /** Begins the paragraph with this markdown, for example the name of a speaker in brackets. */
  readonly prefix?: string;
}

const PUNCTUATION = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;
const ENTITY = /^&(?:#\d{1,7}|#x[\da-f]{1,6}|([a-z][a-z\d]{0,40}));/i;
const TAG = /^<[a-z!/?]/i;
/** Matches two dollar signs, which may enclose a formula. */
const FORMULA = /\$[^]*\$/;
const MARK_CHARACTERS = /[\\`*_~[<&=%$^]/;
/** Matches the beginning of brackets other than directions: a footnote, link between pages, check box or stage cue. */
const NO_DIRECTION = /^\[(?:\^|\[|[ \t]*\]|cue:)/i;

/** The whole text of a paragraph, with the offsets of the brackets around its directions. */
interface Source {
  readonly text: string;
  readonly hasMath: boolean;
  /** Surrounds the text: a line end, or nothing if marks may stand there. */
  readonly edge: '\n' | '';
  readonly opening: ReadonlySet<number>;
  readonly closing: ReadonlySet<number>;
}

/** Brackets inside a direction become round ones, and a space keeps a footnote or a stage cue from being read. */
const toDirectionText = (text: string): string =>
  `[${text
    .trim()
    .replace(/\s+/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/^(?=\^|cue:|[x!]?$)/i, ' ')}]`;

/** Returns the text that a run adds to its paragraph. */
const toSourceText = ({ text, comment, direction }: TextRun): string =>
  comment ? '' : direction ? toDirectionText(text) : text;

const isMarked = ({ bold, italic, struck }: TextRun): boolean => [bold, italic, struck].includes(true);

function getSource(
  runs: readonly TextRun[],
  { directions: keepDirections = false, beside = '', prefix = '' }: MarkdownTextOptions,
): Source {
  const text = runs.map(toSourceText).join('');
  const opening = new Set<number>();
  const closing = new Set<number>();
  let offset = 0;
  for (const run of runs) {
    const { length } = toSourceText(run);
    if (run.direction) {
      opening.add(offset);
      closing.add(offset + length - 1);
    }
    offset += length;
  }
  let openOffsets: number[] = [];
  for (let index = 0; keepDirections && index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\n') openOffsets = [];
    else if (char === '[') openOffsets.push(index);
    else if (char === ']') {
      const from = openOffsets.pop();
      if (from === undefined || NO_DIRECTION.test(text.slice(from, from + 8))) continue;
      opening.add(from);
      closing.add(index);
    }
  }
  const hasMath = FORMULA.test(`${prefix}${beside}${runs.map((run) => run.text).join('')}`);
  return { text, hasMath, edge: runs.some(isMarked) ? '' : '\n', opening, closing };
}

function isEntity(text: string): boolean {
  const [match, name] = ENTITY.exec(text) ?? [];
  return match !== undefined && (name === undefined || decodeNamedCharacterReference(name) !== false);
}

/** Returns whether a character would be read as a mark; neighbours are empty at the ends of a run, where marks may stand. */
function isMark({ text, hasMath, opening }: Source, offset: number, before: string, after: string): boolean {
  const char = text.charAt(offset);
  const isSpaced = SPACE.test(before) && SPACE.test(after);
  switch (char) {
    case '\\':
      return after === '' || after === '\n' || PUNCTUATION.test(after);
    case '*':
      return !isSpaced;
    case '_':
      return !isSpaced && !(WORD.test(before) && WORD.test(after));
    case '~':
    case '=':
    case '%':
      return [before, after].some((neighbour) => neighbour === char || neighbour === '');
    case '<':
      return TAG.test(text.slice(offset, offset + 2));
    case '&':
      return isEntity(text.slice(offset, offset + 45));
    case '$':
      return hasMath && !isSpaced && !/\d/.test(after);
    case '^':
      return after === '[';
    case '[':
      return !opening.has(offset);
    default:
      return true;
  }
}

function escapeRange(source: Source, from: number, to: number): string {
  const { text, edge, opening, closing } = source;
  const getChar = (offset: number): string =>
    offset < 0 || offset >= text.length ? edge : offset < from || offset >= to ? '' : text.charAt(offset);
  let escapedText = '';
  for (let offset = from; offset < to; offset += 1) {
    const char = text.charAt(offset);
    // A direction right before a bracket or a colon would be read as a link.
    const isEscaped = MARK_CHARACTERS.test(char)
      ? isMark(source, offset, getChar(offset - 1), getChar(offset + 1))
      : closing.has(offset - 1) && /[(:]/.test(char);
    if (closing.has(offset - 1) && opening.has(offset)) escapedText += ' ';
    escapedText += isEscaped ? `\\${char}` : char;
  }
  return escapedText;
}

/** Matches a line that markdown would read as the start of a block, or as the line below a heading or a table's head. */
const BLOCK_START =
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|([-_*])(?:[ \t]*\1){2,}[ \t]*$|=+[ \t]*$|-+[ \t]*$|(?=.*-)[|:\-\s]{2,}$)/;
const LIST_NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/;

const escapeLine = (line: string): string =>
  BLOCK_START.test(line) ? `\\${line}` : line.replace(LIST_NUMBER, (_, number: string) => `${number}\\`);

/** Escapes the colon that makes a label. */
function escapeLabel(line: string): string {
  let escapedLine = line;
  for (
    let offset = escapedLine.indexOf(':');
    offset >= 0 && hasLabel(escapedLine);
    offset = escapedLine.indexOf(':', offset + 2)
  ) {
    escapedLine = `${escapedLine.slice(0, offset)}\\${escapedLine.slice(offset)}`;
  }
  return escapedLine;
}

const MARKS = { bold: '**', italic: '*', struck: '~~' } as const;
type Mark = keyof typeof MARKS;

/** Writes a comment that its own text cannot end. */
export const toMarkdownComment = (text: string): string =>
  `<!-- ${text.trim().replaceAll('-->', '-- >').replace(/--$/, '- -')} -->`;

function withMarks(runs: readonly TextRun[], allowedMarks: readonly Mark[], source: Source): string {
  let offset = 0;
  const parts = runs.map((run): MarkedText => {
    // A dollar sign in a comment could end a formula that begins before it.
    if (run.comment) {
      return { text: toMarkdownComment(run.text.replace(/\s+/g, ' ').replace(/(?<=\S)\$(?!\d)/g, ' $')), marks: [] };
    }
    const sourceText = toSourceText(run);
    const marks = allowedMarks.filter((mark) => run[mark]).map((mark) => MARKS[mark]);
    // Marks stand right beside the words, not beside the spaces around them.
    const start = marks.length > 0 ? sourceText.length - sourceText.trimStart().length : 0;
    const end = marks.length > 0 ? Math.max(start, sourceText.trimEnd().length) : sourceText.length;
    const from = offset;
    offset += sourceText.length;
    const text = sourceText.slice(0, start) + escapeRange(source, from + start, from + end) + sourceText.slice(end);
    return { text, marks };
  });
  return joinMarked(parts);
}

const COMMENTS = '(?:<!--[^\\n]*?-->[ \\t]*)+';
/** A comment at the beginning of a line would swallow the whole line, so it ends the line before. */
const INNER_COMMENTS = new RegExp(`\\n(${COMMENTS})`, 'g');
const FIRST_COMMENTS = new RegExp(`^${COMMENTS}`);

const DIRECTION_LINE = /^\[[^\]]*\]$/;

const isBlank = (char: string): boolean => char === ' ' || char === '\t';

/** Returns the lines that have text, without spaces around it; a pattern would take quadratic time in long spaces. */
function trimLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => {
      let from = 0;
      let to = line.length;
      while (isBlank(line.charAt(from))) from += 1;
      while (to > from && isBlank(line.charAt(to - 1))) to -= 1;
      return line.slice(from, to);
    })
    .filter((line) => line !== '');
}

/** A line break needs a mark, but a direction stands apart in its brackets. */
const getLineEnd = (line: string, next: string | undefined): string =>
  next === undefined ? '' : DIRECTION_LINE.test(line) || DIRECTION_LINE.test(next) ? '\n' : '\\\n';

function writeParagraph(
  runs: readonly TextRun[],
  allowedMarks: readonly Mark[],
  source: Source,
  { prefix = '', spoken: isSpoken = false }: MarkdownTextOptions,
): string {
  const text = trimLines(withMarks(runs, allowedMarks, source))
    .join('\n')
    .replace(INNER_COMMENTS, ' $1\n');
  const comments = prefix === '' ? (FIRST_COMMENTS.exec(text)?.[0] ?? '') : '';
  const lines = trimLines(text.slice(comments.length)).map((line, offset) =>
    offset === 0 && prefix !== '' ? line : escapeLine(isSpoken ? escapeLabel(line) : line),
  );
  const joinedLines = lines.map((line, offset) => line + getLineEnd(line, lines[offset + 1])).join('');
  return [comments.trim(), (prefix + joinedLines).trim()].filter((part) => part !== '').join('\n\n');
}

let parser: MarkdownIt | undefined;

function renderText(markdown: string): string {
  parser ??= createParser({ html: true });
  const [token] = parser.parseInline(markdown, {});
  return toInlineText(token?.children ?? []);
}

/** Marks are left out one by one where markdown could not read them beside these letters. */
const ATTEMPTS: readonly (readonly Mark[])[] = [['bold', 'italic', 'struck'], ['bold'], []];

/**
 * Writes one paragraph; line ends become line breaks, empty lines vanish. Comments before the first word become a block
 * of their own. Where markdown could not read a mark, the words stay without it.
 */
export function writeMarkdownRuns(runs: readonly TextRun[], options: MarkdownTextOptions = {}): string {
  const normalisedRuns = runs.map((run) => ({ ...run, text: run.text.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n') }));
  const source = getSource(normalisedRuns, options);
  const attempts = normalisedRuns.some(isMarked) ? ATTEMPTS : [[]];
  const attemptsWritten = attempts.map(
    (allowedMarks) => () => writeParagraph(normalisedRuns, allowedMarks, source, options),
  );
  const sourceText = collapseSpaces(source.text);
  const readableAttempt = attemptsWritten.find(
    (write) => collapseSpaces(renderText(write().slice(options.prefix?.length))) === sourceText,
  );
  return (readableAttempt ?? (() => writeParagraph(normalisedRuns, [], source, options)))();
}

/** Writes plain text as one paragraph of the same words; line ends become line breaks. */
export const writeMarkdownText = (text: string, options: MarkdownTextOptions = {}): string =>
  writeMarkdownRuns([{ text }], options);
