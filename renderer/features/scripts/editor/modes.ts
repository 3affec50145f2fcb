import { EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** User events that recentre the text; pointer selections and program changes do not. */
const RECENTRING_EVENTS = /^(?:input(?!\.replace)|delete|move|undo|redo|select(?!\.pointer))/;

/** Keeps the cursor's line in the middle of the window. A click does not scroll. */
export const typewriter: Extension = [
  EditorState.transactionExtender.of((transaction) => {
    const userEvent = transaction.annotation(Transaction.userEvent) ?? '';
    if (!RECENTRING_EVENTS.test(userEvent) || (!transaction.docChanged && !transaction.selection)) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) };
  }),
  EditorView.editorAttributes.of({ class: 'cm-typewriter' }),
  // The padding lets the first and the last line reach the middle too.
  EditorView.theme({ '&.cm-typewriter .cm-content': { paddingTop: '42vh', paddingBottom: '55vh' } }),
];

/** Dims everything but the paragraph at the cursor, which line-kinds.ts marks. */
export const focusMode: Extension = [
  EditorView.editorAttributes.of({ class: 'cm-focusMode' }),
  EditorView.theme({
    '&.cm-focusMode .cm-line:not(.cm-k-current), &.cm-focusMode .cm-line:not(.cm-k-current) *': {
      color: 'var(--text-3)',
    },
    '&.cm-focusMode .cm-times': { visibility: 'hidden' },
  }),
];
