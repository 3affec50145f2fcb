import { bareEditor } from './bare-editor.ts';
import { sampleScript } from '../sample-script.ts';
import { reportFocus } from './start.ts';

const host = document.querySelector<HTMLElement>('#host')!;
const view = bareEditor(host, sampleScript(2000));
view.focus();
reportFocus(() => view.hasFocus);
