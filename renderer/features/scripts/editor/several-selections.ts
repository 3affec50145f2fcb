import { Compartment, EditorState, type EditorSelection, type Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';

const drawn = new Compartment();
const several = ({ ranges }: EditorSelection): boolean => ranges.length > 1;

/**
 * Several cursors at a time. The browser draws one cursor by itself, and faster: CodeMirror's own drawing, which
 * measures the text at every keystroke, is there only while there are several.
 */
export const severalSelections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  drawn.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const now = several(newSelection);
    return now === several(startState.selection) ? null : { effects: drawn.reconfigure(now ? drawSelection() : []) };
  }),
];
