import { ScriptEditorView } from '../../../renderer/features/scripts/editor/script-editor-view.ts';

// The same editor as the studio's, with the text in the page: what nothing around it can be faster than.
const editor = new ScriptEditorView();
editor.open(document.querySelector('#text')!.textContent);
editor.link(document.querySelector<HTMLElement>('#host')!);
editor.focus();
