import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorView, keymap } from '@codemirror/view';

/** Creates a minimal CodeMirror: wrapped lines, history, keys. */
export function bareEditor(parent: HTMLElement, doc: string): EditorView {
  return new EditorView({
    doc,
    parent,
    extensions: [EditorView.lineWrapping, history(), keymap.of([...defaultKeymap, ...historyKeymap])],
  });
}
