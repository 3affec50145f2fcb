import { undo } from '@codemirror/commands';
import { EditorSelection } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { insertEntries, TEXT_ENTRIES, type InsertEntry } from './insert-entries.ts';
import { insertKeys } from './insert-keys.ts';
import { ScriptEditorView } from './script-editor-view.ts';
import { findEntries, slashMenu } from './slash-menu.ts';
import { writingKeys } from './writing-keys.ts';

/** Opens a text with the cursor at `^`. */
async function open(markedText: string, addedEntries: readonly InsertEntry[] = []) {
  const editor = new ScriptEditorView();
  const host = document.createElement('div');
  document.body.append(host);
  const at = markedText.indexOf('^');
  editor.open(markedText.replace('^', ''), at);
  await editor.loadLanguage();
  editor.extend([slashMenu, insertKeys, writingKeys]);
  editor.extend([...TEXT_ENTRIES, ...addedEntries].map((entry) => insertEntries.of(entry)));
  editor.link(host);
  const view = EditorView.findFromDOM(host)!;
  onTestFinished(() => {
    editor.unlink();
    host.remove();
  });
  const type = (text: string): void => {
    for (const char of text) {
      const { head } = view.state.selection.main;
      const insert = () =>
        view.state.update({
          changes: { from: head, insert: char },
          selection: EditorSelection.cursor(head + 1),
          userEvent: 'input.type',
        });
      const handlers = view.state.facet(EditorView.inputHandler);
      if (!handlers.some((handler) => handler(view, head, head, char, insert))) view.dispatch(insert());
    }
  };
  const press = (key: string, init: KeyboardEventInit = {}): boolean =>
    runScopeHandlers(view, new KeyboardEvent('keydown', { key, ...init }), 'editor');
  const getLabels = (): (string | undefined)[] =>
    [...document.querySelectorAll('.cm-insertEntry')].map((option) => option.firstChild?.textContent ?? undefined);
  const getChosenLabel = (): string | undefined =>
    document.querySelector('.cm-insertEntry[aria-selected=true]')?.firstChild?.textContent ?? undefined;
  const getText = (): string => {
    const { head } = view.state.selection.main;
    return `${view.state.sliceDoc(0, head)}^${view.state.sliceDoc(head)}`;
  };
  return { editor, view, type, press, getLabels, getChosenLabel, getText };
}

it('opens at the start of a line and after a space, and finds entries while typing', async () => {
  const { type, getLabels, getChosenLabel, press, getText } = await open('Words\n\n^');
  type('/');
  expect(getLabels()).toEqual(TEXT_ENTRIES.map(({ label }) => label));
  type('ta');
  expect(getLabels()).toEqual(['Table']);
  expect(getChosenLabel()).toBe('Table');
  press('Enter');
  expect(getText()).toBe('Words\n\n| ^    |     |\n| --- | --- |\n|     |     |');
  expect(getLabels()).toEqual([]);
});

it('shows the key of each entry', async () => {
  const { type } = await open('^');
  type('/cue');
  const keys = [...document.querySelectorAll('.cm-insertKeys kbd')].map((key) => key.textContent);
  expect(keys).toEqual(['Ctrl', 'Alt', 'C']);
});

it('chooses with the arrow keys, around both ends', async () => {
  const { type, press, getChosenLabel, getText } = await open('^');
  type('/head');
  press('ArrowUp');
  expect(getChosenLabel()).toBe('Heading 3');
  press('ArrowDown');
  press('ArrowDown');
  expect(getChosenLabel()).toBe('Heading 2');
  press('Enter');
  expect(getText()).toBe('## ^');
});

it('removes the typed words on Escape, and keeps them if the person goes on writing', async () => {
  const menu = await open('Words ^');
  menu.type('/hea');
  menu.press('Escape');
  expect(menu.getText()).toBe('Words ^');
  expect(menu.getLabels()).toEqual([]);
  menu.type('/ or /x and');
  expect(menu.getText()).toBe('Words / or /x and^');
  expect(menu.getLabels()).toEqual([]);
});

it('replaces the typed words and inserts in one undo step', async () => {
  const { type, press, getText, view } = await open('^');
  type('/bul');
  press('Tab');
  expect(getText()).toBe('- ^');
  undo(view);
  expect(getText()).toBe('/bul^');
});

it.each([
  'and^',
  'https:/^',
  '```\n^\n```',
  '```\n^',
  '    code\n    ^',
  'Some `code ^` here',
  'Unclosed `code ^',
  '[words](  ^',
  '[label]: ^',
  '<a href="x" ^',
  '---\ntitle: ^\n---\n',
  '> [!ask] How ^',
  '| a | ^ |\n| - | - |',
])('stays closed in %j', async (markedText) => {
  const { type, getLabels, getText } = await open(markedText);
  type('/');
  expect(getLabels()).toEqual([]);
  expect(getText()).toBe(markedText.replace('^', '/^'));
});

it('runs entries of other parts of the app, and closes when the cursor leaves', async () => {
  const inView = vi.fn();
  const { type, press, getLabels, getText, view } = await open('Words ^', [
    { id: 'comment', label: 'Comment', words: '', run: { inView } },
  ]);
  type('/comm');
  press('Enter');
  expect(inView).toHaveBeenCalledOnce();
  expect(getText()).toBe('Words ^');
  type('/');
  view.dispatch({ selection: { anchor: 0 } });
  expect(getLabels()).toEqual([]);
  expect(getText()).toBe('^Words /');
});

it('puts a cue on its own line around the selected words, and leaves it on Enter', async () => {
  const { view, press, getText } = await open('Say ^this.');
  view.dispatch({ selection: { anchor: 4, head: 8 } });
  press('c', { ctrlKey: true, altKey: true });
  expect(getText()).toBe('Say \n\n[Cue: this^]\n\n.');
  press('Enter');
  expect(getText()).toBe('Say \n\n[Cue: this]\n\n^.');
});

it('finds only entries that have a word with the typed beginning, and all of them without one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TEXT_ENTRIES), fc.nat(20), (entry, length) => {
      const search = entry.label.slice(0, length);
      const entries = findEntries(TEXT_ENTRIES, search);
      expect(entries).toContain(entry);
      const query = search.toLowerCase().trim();
      for (const { label, words } of entries)
        expect(`${label} ${words}`.toLowerCase()).toMatch(new RegExp(`(?:^|\\s)${query}`));
    }),
  );
  expect(findEntries(TEXT_ENTRIES, '')).toEqual(TEXT_ENTRIES);
  expect(findEntries(TEXT_ENTRIES, 'zzz')).toEqual([]);
});
