import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { insertEntries } from '../editor/insert-entries.ts';

/** Selects the words of the cursor's line, or of the last line above it that has any. */
function selectLine(view: EditorView): void {
  const { doc, selection } = view.state;
  if (!selection.main.empty) return;
  let line = doc.lineAt(selection.main.head);
  while (line.text.trim() === '' && line.number > 1) line = doc.line(line.number - 1);
  const anchor = line.from + line.text.length - line.text.trimStart().length;
  const head = line.from + line.text.trimEnd().length;
  view.dispatch({ selection: { anchor: Math.min(anchor, head), head } });
}

/** Creates the entry of the `/` menu that comments on the line the menu was opened in. */
export function createCommentEntry(label: string, begin: () => void): Extension {
  const run = {
    inView: (view: EditorView) => {
      selectLine(view);
      begin();
    },
  };
  return insertEntries.of({ id: 'comment', label, words: 'note remark suggestion', combo: 'mod+alt+m', run });
}
