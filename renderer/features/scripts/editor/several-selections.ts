import { Compartment, EditorState, type EditorSelection, type Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';

const drawn = new Compartment();
const several = ({ ranges }: EditorSelection): boolean => ranges.length > 1;

/**
 * Allows several cursors. The browser draws a single cursor faster; CodeMirror's own drawing measures the text on every
 * keystroke, so it is enabled only while there are several.
 */
export const severalSelections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  drawn.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const now = several(newSelection);
    return now === several(startState.selection) ? null : { effects: drawn.reconfigure(now ? drawSelection() : []) };
  }),
];
