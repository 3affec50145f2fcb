/** Writes plain and styled text as markdown that says the same: what markdown would read as a mark is escaped. */
import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import type { MarkdownIt } from 'markdown-it';
import { joinMarked, type MarkedText } from './join-marked.ts';
import { createParser } from './parser.ts';
import { inlineText } from './plain-text.ts';
import { isLabelled } from './syntax/labels.ts';

export interface TextRun {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  /** Makes the run an unspoken direction; `text` is what stands in its square brackets. */
  readonly direction?: boolean;
  /** Makes the run a comment; `text` is what it says. */
  readonly comment?: boolean;
}

export interface MarkdownTextOptions {
  /** Leaves `[directions]` in brackets, so that they stay unspoken. */
  readonly directions?: boolean;
  /** Takes the meaning from labels like `VISUAL:` at the beginnings of lines, so that they are spoken. */
  readonly spoken?: boolean;
  /** Stands in the same paragraph, where a dollar sign could enclose a formula with it. */
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
const MATH = /\$[^]*\$/;
const SIGNS = /[\\`*_~[<&=%$^]/;
/** Matches the beginning of what is no direction: a footnote, a link between pages, a check box or a stage cue. */
const NO_DIRECTION = /^\[(?:\^|\[|[ \t]*\]|cue:)/i;

/** Holds the whole text of a paragraph, with the offsets of the brackets around its directions. */
interface Source {
  readonly text: string;
  readonly math: boolean;
  /** Surrounds the text: a line end, or nothing if marks may stand there. */
  readonly edge: '\n' | '';
  readonly opening: ReadonlySet<number>;
  readonly closing: ReadonlySet<number>;
}

/** Brackets inside a direction become round ones, and a space keeps a footnote or a stage cue from being read. */
const directionText = (text: string): string =>
  `[${text
    .trim()
    .replace(/\s+/g, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replace(/^(?=\^|cue:|[x!]?$)/i, ' ')}]`;

/** Returns what a run adds to the text of its paragraph. */
const sourceText = ({ text, comment, direction }: TextRun): string =>
  comment ? '' : direction ? directionText(text) : text;

const isMarked = ({ bold, italic, struck }: TextRun): boolean => [bold, italic, struck].includes(true);

function sourceOf(
  runs: readonly TextRun[],
  { directions = false, beside = '', prefix = '' }: MarkdownTextOptions,
): Source {
  const text = runs.map(sourceText).join('');
  const opening = new Set<number>();
  const closing = new Set<number>();
  let offset = 0;
  for (const run of runs) {
    const { length } = sourceText(run);
    if (run.direction) {
      opening.add(offset);
      closing.add(offset + length - 1);
    }
    offset += length;
  }
  let open: number[] = [];
  for (let at = 0; directions && at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') open = [];
    else if (char === '[') open.push(at);
    else if (char === ']') {
      const from = open.pop();
      if (from === undefined || NO_DIRECTION.test(text.slice(from, from + 8))) continue;
      opening.add(from);
      closing.add(at);
    }
  }
  const math = MATH.test(`${prefix}${beside}${runs.map((run) => run.text).join('')}`);
  return { text, math, edge: runs.some(isMarked) ? '' : '\n', opening, closing };
}

function isEntity(text: string): boolean {
  const [all, name] = ENTITY.exec(text) ?? [];
  return all !== undefined && (name === undefined || decodeNamedCharacterReference(name) !== false);
}

/** Returns whether a character would be read as a mark; neighbours are empty at the ends of a run, where marks may stand. */
function isMark({ text, math, opening }: Source, at: number, before: string, after: string): boolean {
  const char = text.charAt(at);
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
      return [before, after].some((near) => near === char || near === '');
    case '<':
      return TAG.test(text.slice(at, at + 2));
    case '&':
      return isEntity(text.slice(at, at + 45));
    case '$':
      return math && !isSpaced && !/\d/.test(after);
    case '^':
      return after === '[';
    case '[':
      return !opening.has(at);
    default:
      return true;
  }
}

function escapeRange(source: Source, from: number, to: number): string {
  const { text, edge, opening, closing } = source;
  const charAt = (at: number): string =>
    at < 0 || at >= text.length ? edge : at < from || at >= to ? '' : text.charAt(at);
  let escaped = '';
  for (let at = from; at < to; at += 1) {
    const char = text.charAt(at);
    // A direction right before a bracket or a colon would be read as a link.
    const needed = SIGNS.test(char)
      ? isMark(source, at, charAt(at - 1), charAt(at + 1))
      : closing.has(at - 1) && /[(:]/.test(char);
    if (closing.has(at - 1) && opening.has(at)) escaped += ' ';
    escaped += needed ? `\\${char}` : char;
  }
  return escaped;
}

/** Matches a line that markdown would read as the start of a block, or as the line below a heading or a table's head. */
const BLOCK =
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|([-_*])(?:[ \t]*\1){2,}[ \t]*$|=+[ \t]*$|-+[ \t]*$|(?=.*-)[|:\-\s]{2,}$)/;
const NUMBERED = /^(\d{1,9})(?=[.)](?:\s|$))/;

const escapeLine = (line: string): string =>
  BLOCK.test(line) ? `\\${line}` : line.replace(NUMBERED, (_, number: string) => `${number}\\`);

/** Escapes the colon that makes a label. */
function escapeLabel(line: string): string {
  let escaped = line;
  for (let at = escaped.indexOf(':'); at >= 0 && isLabelled(escaped); at = escaped.indexOf(':', at + 2)) {
    escaped = `${escaped.slice(0, at)}\\${escaped.slice(at)}`;
  }
  return escaped;
}

const MARKS = { bold: '**', italic: '*', struck: '~~' } as const;
type Mark = keyof typeof MARKS;

/** Writes a comment that its own text cannot end. */
export const markdownComment = (text: string): string =>
  `<!-- ${text.trim().replaceAll('-->', '-- >').replace(/--$/, '- -')} -->`;

function withMarks(runs: readonly TextRun[], allowed: readonly Mark[], source: Source): string {
  let offset = 0;
  const parts = runs.map((run): MarkedText => {
    // A dollar sign in a comment could end a formula that begins before it.
    if (run.comment) {
      return { text: markdownComment(run.text.replace(/\s+/g, ' ').replace(/(?<=\S)\$(?!\d)/g, ' $')), marks: [] };
    }
    const words = sourceText(run);
    const marks = allowed.filter((mark) => run[mark]).map((mark) => MARKS[mark]);
    // Marks stand right beside the words, not beside the spaces around them.
    const start = marks.length > 0 ? words.length - words.trimStart().length : 0;
    const end = marks.length > 0 ? Math.max(start, words.trimEnd().length) : words.length;
    const from = offset;
    offset += words.length;
    const text = words.slice(0, start) + escapeRange(source, from + start, from + end) + words.slice(end);
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
function trimmedLines(text: string): string[] {
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
const lineEnd = (line: string, next: string | undefined): string =>
  next === undefined ? '' : DIRECTION_LINE.test(line) || DIRECTION_LINE.test(next) ? '\n' : '\\\n';

function paragraph(
  runs: readonly TextRun[],
  allowed: readonly Mark[],
  source: Source,
  { prefix = '', spoken = false }: MarkdownTextOptions,
): string {
  const text = trimmedLines(withMarks(runs, allowed, source))
    .join('\n')
    .replace(INNER_COMMENTS, ' $1\n');
  const comments = prefix === '' ? (FIRST_COMMENTS.exec(text)?.[0] ?? '') : '';
  const lines = trimmedLines(text.slice(comments.length)).map((line, at) =>
    at === 0 && prefix !== '' ? line : escapeLine(spoken ? escapeLabel(line) : line),
  );
  const joined = lines.map((line, at) => line + lineEnd(line, lines[at + 1])).join('');
  return [comments.trim(), (prefix + joined).trim()].filter((part) => part !== '').join('\n\n');
}

let parser: MarkdownIt | undefined;

function shownText(markdown: string): string {
  parser ??= createParser({ html: true });
  const [token] = parser.parseInline(markdown, {});
  return inlineText(token?.children ?? []);
}

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Are left out one by one where markdown could not read them beside these letters. */
const ATTEMPTS: readonly (readonly Mark[])[] = [['bold', 'italic', 'struck'], ['bold'], []];

/**
 * Writes one paragraph; line ends become line breaks, empty lines vanish. Comments before the first word become a block
 * of their own. Where markdown could not read a mark, the words stay without it.
 */
export function markdownRuns(runs: readonly TextRun[], options: MarkdownTextOptions = {}): string {
  const normalised = runs.map((run) => ({ ...run, text: run.text.replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n') }));
  const source = sourceOf(normalised, options);
  const attempts = normalised.some(isMarked) ? ATTEMPTS : [[]];
  const written = attempts.map((allowed) => () => paragraph(normalised, allowed, source, options));
  const words = collapsed(source.text);
  const fits = written.find((write) => collapsed(shownText(write().slice(options.prefix?.length))) === words);
  return (fits ?? (() => paragraph(normalised, [], source, options)))();
}

/** Writes plain text as one paragraph of the same words; line ends become line breaks. */
export const markdownText = (text: string, options: MarkdownTextOptions = {}): string =>
  markdownRuns([{ text }], options);
