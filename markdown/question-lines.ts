/** Recognises the lines of questions to the writer, for the parser and for the editor, which has no tokens at hand. */

/** Matches the marker at the beginning of a question's first line, in any case. */
const MARK = /^ {0,3}>[ \t]*\[!ask\][-+]?[ \t]*/i;
const QUOTED = /^ {0,3}>[ \t]?/;

/** Matches the markers in a text of many lines. */
export const QUESTION_MARKS = new RegExp(MARK.source, 'gim');

export const beginsQuestion = (line: string): boolean => MARK.test(line);

/** Returns whether a line can continue a question. */
export const continuesQuestion = (line: string): boolean => QUOTED.test(line) && !MARK.test(line);

/** Returns the markdown of a question from its lines, as one line. */
export const questionOf = (lines: readonly string[]): string =>
  lines
    .map((line) => line.replace(MARK.test(line) ? MARK : QUOTED, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
