/** Recognises the lines of questions to the writer, for the parser and for the editor, which has no tokens. */
import { collapseSpaces } from './collapse-spaces.ts';

/** Matches the marker at the beginning of a question's first line, in any case. */
const QUESTION_MARK = /^ {0,3}>[ \t]*\[!ask\][-+]?[ \t]*/i;
const QUOTE_MARK = /^ {0,3}>[ \t]?/;

/** Matches the markers in a text of many lines. */
export const QUESTION_MARKS = new RegExp(QUESTION_MARK.source, 'gim');

export const beginsQuestion = (line: string): boolean => QUESTION_MARK.test(line);

/** Returns whether a line can continue a question. */
export const continuesQuestion = (line: string): boolean => QUOTE_MARK.test(line) && !QUESTION_MARK.test(line);

/** Returns the markdown of a question from its lines, as one line. */
export const getQuestion = (lines: readonly string[]): string =>
  collapseSpaces(
    lines.map((line) => line.replace(QUESTION_MARK.test(line) ? QUESTION_MARK : QUOTE_MARK, '')).join(' '),
  );
