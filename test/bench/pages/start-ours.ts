import { ScriptEditorView } from '../../../renderer/features/scripts/editor/script-editor-view.ts';
import { sampleScript } from '../sample-script.ts';
import { focused } from './start.ts';

const host = document.querySelector<HTMLElement>('#host')!;
const editor = new ScriptEditorView();
editor.open(sampleScript(2000));
editor.link(host);
editor.focus();
focused(() => document.activeElement !== null && host.contains(document.activeElement));
