import { isolateHistory } from '@codemirror/commands';
import type { ScriptEditorView } from './script-editor-view.ts';
import { moveSection, type SectionPlace } from './move-section.ts';

/** Moves a section before another in an editor's text, with the cursor. One undo reverts it. */
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
