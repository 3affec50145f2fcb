import { EditorSelection, type EditorState, type TransactionSpec } from '@codemirror/state';

/**
 * Returns the change that adds a question to the writer below the cursor's line, or replaces the line if it is empty.
 */
export function createQuestionChange(state: EditorState, question: string): TransactionSpec {
  const { from, to } = state.selection.main;
  const first = state.doc.lineAt(from);
  const last = state.doc.lineAt(to);
  const isReplaced = state.sliceDoc(first.from, from).trim() === '' && state.sliceDoc(to, last.to).trim() === '';
  const [start, end] = isReplaced ? [first.from, last.to] : [last.to, last.to];
  const textAbove = first.number > 1 && isReplaced ? state.doc.line(first.number - 1).text : last.text;
  const textBelow = last.number < state.doc.lines ? state.doc.line(last.number + 1).text : '';
  const gapBefore = isReplaced ? (textAbove.trim() === '' || first.number === 1 ? '' : '\n') : '\n\n';
  // @wc-ignore
  const callout = `> [!ask] ${question.replace(/\s+/g, ' ').trim()}`;
  const gapAfter = textBelow.trim() === '' ? '' : '\n';
  const cursor = start + gapBefore.length + callout.length;
  return {
    changes: { from: start, to: end, insert: gapBefore + callout + gapAfter },
    selection: EditorSelection.cursor(cursor),
    scrollIntoView: true,
    userEvent: 'input.format',
  };
}
