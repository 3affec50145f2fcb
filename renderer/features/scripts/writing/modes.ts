import { EditorState, Transaction, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** What moves the text under the line that is written: not the pointer, and not what the program puts in. */
const FOLLOWED = /^(?:input(?!\.replace)|delete|move|undo|redo|select(?!\.pointer))/;

/** Keeps the line that is written in the middle. A click leaves the text where it is. */
export const typewriter: Extension = [
  EditorState.transactionExtender.of((transaction) => {
    const by = transaction.annotation(Transaction.userEvent) ?? '';
    if (!FOLLOWED.test(by) || (!transaction.docChanged && !transaction.selection)) return null;
    return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) };
  }),
  EditorView.editorAttributes.of({ class: 'cm-typewriter' }),
  // So that the first line and the last can stand in the middle, too.
  EditorView.theme({ '&.cm-typewriter .cm-content': { paddingTop: '42vh', paddingBottom: '55vh' } }),
];

/** Leaves the paragraph at the cursor (line-kinds.ts marks it) in full ink and takes the others back. */
export const focusMode: Extension = [
  EditorView.editorAttributes.of({ class: 'cm-focusMode' }),
  EditorView.theme({
    '&.cm-focusMode .cm-line:not(.cm-k-current), &.cm-focusMode .cm-line:not(.cm-k-current) *': {
      color: 'var(--text-3)',
    },
    '&.cm-focusMode .cm-times': { visibility: 'hidden' },
  }),
];
