import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, expect, it } from 'vitest';

import { lineDirections } from './line-directions.ts';

let view: EditorView;
afterEach(() => view.destroy());

function readDirections(doc: string): (string | null)[] {
  view = new EditorView({ state: EditorState.create({ doc, extensions: lineDirections }), parent: document.body });
  return [...view.contentDOM.querySelectorAll('.cm-line')].map((line) => line.getAttribute('dir'));
}

it('directs each line by its first strong letter, or like the line before it', () => {
  expect(readDirections('# قطار\n\n42 –\nTrain 7: قطار\n---\n- שלום (7).\n[Cue: خريطة]')).toEqual([
    'rtl',
    'rtl',
    'rtl',
    null,
    null,
    'rtl',
    'rtl',
  ]);
});

it('adds no direction before right-to-left text is written', () => {
  expect(readDirections('One\n42')).toEqual([null, null]);
  expect(view.state.facet(EditorView.perLineTextDirection)).toBe(false);
  view.dispatch({ changes: { from: 0, insert: 'قطار ' } });
  expect(view.state.facet(EditorView.perLineTextDirection)).toBe(true);
});
