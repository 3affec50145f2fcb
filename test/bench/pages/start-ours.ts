import { ScriptEditorView } from '../../../renderer/features/scripts/editor/script-editor-view.ts';
import { sampleScript } from '../sample-script.ts';
import { reportFocus } from './start.ts';

const host = document.querySelector<HTMLElement>('#host')!;
const editor = new ScriptEditorView();
editor.open(sampleScript(2000));
editor.link(host);
editor.focus();
reportFocus(() => document.activeElement !== null && host.contains(document.activeElement));
