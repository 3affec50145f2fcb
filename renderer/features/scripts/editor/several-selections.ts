import { Compartment, EditorState, type EditorSelection, type Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';

const drawing = new Compartment();
const hasSeveral = ({ ranges }: EditorSelection): boolean => ranges.length > 1;

/**
 * Allows several cursors. The browser draws a single cursor faster; CodeMirror's own drawing measures the text on every
 * keystroke, so it is enabled only while there are several.
 */
export const multipleSelections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  drawing.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const isSeveral = hasSeveral(newSelection);
    return isSeveral === hasSeveral(startState.selection)
      ? null
      : { effects: drawing.reconfigure(isSeveral ? drawSelection() : []) };
  }),
];
