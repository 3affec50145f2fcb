import './keys.ts';
import { EditorView } from '@codemirror/view';
import { bareEditor } from './bare-editor.ts';
import { sampleScript } from '../sample-script.ts';

const text = sampleScript(20_000);
const view = bareEditor(document.querySelector<HTMLElement>('#host')!, text);
const position = text.indexOf(' the ', text.length / 2);
view.dispatch({ selection: { anchor: position }, effects: EditorView.scrollIntoView(position, { y: 'start' }) });
view.focus();
