/** Writes lines of dialogue and action for Fountain, so that nothing in them is read as something else. */
import { joinMarked, type MarkedText } from '../join-marked.ts';
import { parseInlineRuns, plainWords } from './inline.ts';
import { MARKER_LOOKALIKE } from './list-lines.ts';
import type { SpeechRun } from './speech.ts';
import { collapseSpaces } from '../collapse-spaces.ts';

const SPACE = /\s/;
const WORD = /[\p{L}\p{N}]/u;

/** Escapes signs that Fountain would read as a mark; neighbours beyond the ends of a text are unknown. */
export function escapeMarks(text: string): string {
  return text.replace(/[\\*_[\]]/g, (char, offset: number) => {
    const before = text.charAt(offset - 1);
    const after = text.charAt(offset + 1);
    if (char === '*' && SPACE.test(before) && SPACE.test(after)) return char;
    if (char === '_' && WORD.test(before) && WORD.test(after)) return char;
    // A backslash means something only before a special character.
    return char === '\\' && (WORD.test(after) || SPACE.test(after)) ? char : `\\${char}`;
  });
}

/** Writes a note that its own text cannot end. Its empty lines get the two spaces that keep it together. */
export function writeNote(text: string): string {
  const lines = text
    .replace(/\[(?=\[)|\](?=\])/g, '$& ')
    .trim()
    .split('\n');
  const joinedLines = lines.map((line) => (line.trim() === '' ? '  ' : line)).join('\n');
  return `[[${joinedLines.replace(/^\[/, ' [').replace(/\]$/, '] ')}]]`;
}

function toDirection(text: string): string {
  const words = collapseSpaces(text).replaceAll('[', '(').replaceAll(']', ')');
  return words === '' ? '' : `[${escapeMarks(words)}]`;
}

/** A slash and a star would cut the text out. */
const SLASH_BEFORE_MARK = /((?:^|[^\\])(?:\\\\)*)\/(?=\*)/g;

type Mark = 'bold' | 'italic';
const MARKS = { bold: '**', italic: '*' } as const;

const NOTE_MARKS = /[\ufdd0\ufdd1]/g;

function withMarks(runs: readonly SpeechRun[], allowedMarks: readonly Mark[]): string {
  const parts = runs.map((run): MarkedText => {
    if (run.kind === 'note') return { text: writeNote(run.text), marks: [] };
    if (run.kind === 'direction') return { text: toDirection(run.text), marks: [] };
    const marks = allowedMarks.filter((mark) => run[mark]).map((mark) => MARKS[mark]);
    return { text: escapeMarks(run.text.replace(NOTE_MARKS, '')), marks };
  });
  return joinMarked(parts).trim().replace(SLASH_BEFORE_MARK, '$1\\/');
}

/** Returns the words of a line as they will be read back. */
function readBackWords(line: string): string {
  // Notes are taken out of the text before its lines are read.
  return plainWords(parseInlineRuns(line.replace(/\[\[[^]*?\]\]/g, ''), []));
}

/** Writes a line of words; marks that could not be read back are left out. */
export function writeInline(runs: readonly SpeechRun[]): string {
  const isMarked = runs.some(({ bold, italic }) => bold ?? italic);
  const unmarkedLine = withMarks(runs, []);
  const attempts: readonly (readonly Mark[])[] = isMarked ? [['bold', 'italic'], ['bold']] : [];
  const words = collapseSpaces(readBackWords(unmarkedLine));
  return (
    attempts.map((marks) => withMarks(runs, marks)).find((line) => collapseSpaces(readBackWords(line)) === words) ??
    unmarkedLine
  );
}

/** Matches a line in round brackets, which is read as a direction. */
const PARENTHESIZED_LINE = /^\([^]*\)$/;
const withoutNotes = (line: string): string => line.replace(/\[\[[^]*?\]\]/g, '').trim();

/** Writes a line of dialogue; only brackets, songs and the markers of lists mean something there. */
export function writeDialogueLine(runs: readonly SpeechRun[]): string {
  const line = writeInline(runs);
  if (PARENTHESIZED_LINE.test(withoutNotes(line))) return line.replace('(', '\\(');
  if (line.startsWith('~')) return `\\${line}`;
  return line.replace(MARKER_LOOKALIKE, '$1\\');
}

/** Writes lines of action that are read as nothing else. */
export const writeActionLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `!${escapeMarks(line.replace(NOTE_MARKS, '').trimEnd())}`)
    .join('\n');
