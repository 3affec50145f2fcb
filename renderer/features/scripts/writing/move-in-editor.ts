import { isolateHistory } from '@codemirror/commands';
import type { ScriptEditorView } from '../editor/script-editor-view.ts';
import { moveSection, type SectionPlace } from './move-section.ts';

/** Puts a section before another in an editor's text, the cursor with it. One undo takes it back. */
export function moveInEditor(
  editor: ScriptEditorView,
  sections: readonly SectionPlace[],
  section: number,
  before: number,
): void {
  if (editor.readOnly) return;
  const { changes, cursor } = moveSection(editor.state.doc.sliceString(0), sections, section, before);
  editor.apply({
    changes,
    selection: { anchor: cursor },
    annotations: isolateHistory.of('full'),
    userEvent: 'move.section',
    scrollIntoView: true,
  });
}
