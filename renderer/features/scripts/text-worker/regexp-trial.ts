/** Checks whether an expression may match across line ends, by the same rule as the editor's search. */
export const crossesLines = (source: string): boolean => /\\[sWDnr]|\n|\r|\[\^/.test(source);

/**
 * Runs an expression once over a text as the editor's search does (@codemirror/search's RegExpCursor): line by line, or
 * over the whole text if it may cross line ends. Lines are tried from every position where a search can start. It may
 * run for ever, so call it where it can be stopped.
 */
export function tryRegExp({ text, source, caseSensitive }: RegExpTrial): void {
  const expression = new RegExp(source, caseSensitive ? 'gmu' : 'gmui');
  if (crossesLines(source)) tryInText(text, expression, ({ index, 0: match }) => index + match.length);
  else for (const line of text.split('\n')) tryInText(line, expression, ({ index }) => index);
}

export interface RegExpTrial {
  /** The text, with `\n` as line ends. */
  readonly text: string;
  readonly source: string;
  readonly caseSensitive: boolean;
}

function tryInText(text: string, expression: RegExp, getEnd: (match: RegExpExecArray) => number): void {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const character = (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
    expression.lastIndex = Math.max(match.index + character, getEnd(match));
  }
}
