import { ScriptEditorView } from '../../../renderer/features/scripts/editor/script-editor-view.ts';

// Runs the app's editor with the text in the page, as a lower bound for the time of the whole app.
const editor = new ScriptEditorView();
editor.open(document.querySelector('#text')!.textContent);
editor.link(document.querySelector<HTMLElement>('#host')!);
editor.focus();
