import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import { editor } from 'monaco-editor';
import { sampleScript } from '../sample-script.ts';
import { reportFocus } from './start.ts';

Object.assign(window, { MonacoEnvironment: { getWorker: () => new EditorWorker() } });
// Imported as documented, including its find, suggestions and languages.
const host = document.querySelector<HTMLElement>('#host')!;
const monaco = editor.create(host, {
  value: sampleScript(2000),
  language: 'markdown',
  wordWrap: 'on',
  automaticLayout: true,
});
monaco.focus();
reportFocus(() => monaco.hasTextFocus());
