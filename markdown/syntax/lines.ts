import type { StateBlock } from 'markdown-it';

/** Returns a line without the markers and the indentation of the blocks around it. */
export const getLineText = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();

/** Returns the code of the first character of a line, without the markers and the indentation before it. */
export const getFirstCode = (state: StateBlock, line: number): number =>
  state.src.charCodeAt((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0));

/** Returns whether a line is indented so far that it can only be code. */
export const isCodeLine = (state: StateBlock, line: number): boolean =>
  (state.sCount[line] ?? 0) - state.blkIndent >= 4;

/** Returns whether a line belongs to a block outside the current one. */
export const isOutside = (state: StateBlock, line: number): boolean =>
  !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent;

/** Reads the lines from `first` up to a blank line, or one that begins another block, as a paragraph. */
export function pushParagraph(state: StateBlock, first: number, end: number): void {
  const terminators = state.md.block.ruler.getRules('paragraph');
  const parent = state.parentType;
  state.parentType = 'paragraph';
  const endsParagraph = (line: number): boolean => {
    const indent = state.sCount[line] ?? 0;
    if (indent < 0 || indent - state.blkIndent > 3) return false;
    return terminators.some((rule) => rule(state, line, end, true));
  };
  let next = first + 1;
  while (next < end && !state.isEmpty(next) && !endsParagraph(next)) next += 1;
  const content = state.getLines(first, next, state.blkIndent, false);
  state.line = next;
  state.push('paragraph_open', 'p', 1).map = [first, next];
  const inline = state.push('inline', '', 0);
  inline.content = state.md.utils.asciiTrim(content);
  inline.map = [first, next];
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.parentType = parent;
}
