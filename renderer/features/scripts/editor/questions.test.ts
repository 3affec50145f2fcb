import { undo } from '@codemirror/commands';
import { EditorSelection } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import { expect, it, onTestFinished } from 'vitest';
import { goToNextQuestion, questions } from './questions.ts';
import { ScriptEditorView } from './script-editor-view.ts';

const script = 'Start.\n\n> [!ask] Which loaf failed?\n\nMiddle.\n\n> [!ask] And why?\n> In a sentence.\n\nEnd.';

function open(cursor: number, text = script) {
  const editor = new ScriptEditorView();
  const host = document.createElement('div');
  document.body.append(host);
  editor.open(text, cursor);
  editor.extend(questions);
  editor.link(host);
  const view = EditorView.findFromDOM(host)!;
  onTestFinished(() => {
    editor.unlink();
    host.remove();
  });
  const press = (key: string) => runScopeHandlers(view, new KeyboardEvent('keydown', { key }), 'editor');
  const type = (text: string) => {
    const { head } = view.state.selection.main;
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handler) => handler(view, head, head, text, () => view.state.update({})));
    if (!isHandled)
      view.dispatch({ changes: { from: head, insert: text }, selection: EditorSelection.cursor(head + text.length) });
  };
  const getLabel = () => host.querySelector('.cm-question-label')?.textContent ?? null;
  return { editor, view, press, type, getLabel };
}

it('answers a question by typing on it and shows the question meanwhile', () => {
  const { editor, type, getLabel } = open(script.indexOf('loaf'));
  type('T');
  type('he third.');
  expect(editor.getText()).toBe(script.replace('> [!ask] Which loaf failed?', 'The third.'));
  expect(getLabel()).toBe('Which loaf failed?');
});

it('goes to the next question with Tab, wrapping around at the end', () => {
  const { view, press, type, getLabel } = open(script.indexOf('loaf'));
  press('Enter');
  type('All.');
  expect(press('Tab')).toBe(true);
  expect(view.state.doc.lineAt(view.state.selection.main.head).text).toBe('> [!ask] And why?');
  expect(getLabel()).toBeNull();
  press('Tab');
  expect(view.state.doc.lineAt(view.state.selection.main.head).text).toBe('> [!ask] And why?');
});

it('restores a question if its answer is empty', () => {
  const { editor, press } = open(script.indexOf('And why'));
  press('Enter');
  expect(editor.getText()).not.toContain('And why?');
  press('Tab');
  expect(editor.getText()).toBe(script);
});

it('ignores questions in code', async () => {
  const code = '```\n> [!ask] Not one?\n```';
  const { editor, view, press, type } = open(6, code);
  await editor.loadLanguage();
  expect(press('Tab')).toBe(false);
  type('x');
  expect(editor.getText()).toBe('```\n> x[!ask] Not one?\n```');
  expect(view.dom.querySelector('.cm-question-sign')).toBeNull();
});

it('restores the question with undo', () => {
  const { editor, type } = open(script.indexOf('And why'));
  type('X');
  editor.run(undo);
  expect(editor.getText()).toBe(script);
});

it('does not handle Tab outside a question', () => {
  const { press } = open(2);
  expect(press('Tab')).toBe(false);
});

it('finds no question where there is none', () => {
  const editor = new ScriptEditorView();
  editor.open('Nothing here.');
  expect(editor.run(goToNextQuestion)).toBe(false);
});
