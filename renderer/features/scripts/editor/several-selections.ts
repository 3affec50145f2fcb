import { Compartment, EditorState, type EditorSelection, type Extension } from '@codemirror/state';
import { drawSelection } from '@codemirror/view';

const drawingCompartment = new Compartment();
const hasSeveral = ({ ranges }: EditorSelection): boolean => ranges.length > 1;

/**
 * Allows several cursors. The browser draws a single cursor faster; CodeMirror's own drawing measures the text on every
 * keystroke, so it is enabled only while there are several.
 */
export const multipleSelections: Extension = [
  EditorState.allowMultipleSelections.of(true),
  drawingCompartment.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const hasSeveralNow = hasSeveral(newSelection);
    return hasSeveralNow === hasSeveral(startState.selection)
      ? null
      : { effects: drawingCompartment.reconfigure(hasSeveralNow ? drawSelection() : []) };
  }),
];
