import { EditorSelection, EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import { ScriptOutline } from '../editor/script-outline.ts';
import { contextOf, openingOf, passageAt } from './passage.ts';

const TEXT =
  '---\ntitle: A\n---\n\nHello there.\n\n## The yard\n\n[Cue: rain]\n\nOne. Two.\n\nThree.\n\nEnd\n---\n\nBye.\n';

function at(text: string, from: number, to = from) {
  const outline = new ScriptOutline();
  const state = EditorState.create({ doc: text, selection: EditorSelection.single(from, to) });
  outline.note(EditorState.create().doc, state.doc, { from: 0, to: 0, toNew: state.doc.length });
  outline.settle();
  return { state, passage: passageAt(state, outline.sections) };
}
const within = (words: string, text = TEXT) => at(text, text.indexOf(words) + 1);

test('a selection is the passage, without the white space around it', () => {
  const from = TEXT.indexOf(' Two.');
  const { passage } = at(TEXT, from, from + 7);
  expect(passage).toMatchObject({ kind: 'selection', text: 'Two.', from: from + 1, to: from + 5 });
});

test('without a selection it is the section at the cursor, without its heading and without front matter', () => {
  const yard = '[Cue: rain]\n\nOne. Two.\n\nThree.';
  expect(within('Two').passage).toMatchObject({ kind: 'section', heading: 'The yard', text: yard });
  expect(within('The yard').passage?.text).toBe(yard);
  expect(within('Bye').passage).toMatchObject({ kind: 'section', heading: 'End', text: 'Bye.' });
  expect(within('title').passage).toMatchObject({ kind: 'text', heading: '', text: 'Hello there.' });
});

test('an empty section and selected blanks have no passage of their own', () => {
  expect(at('## A\n\n## B\n\nWords.', 2).passage).toBeNull();
  expect(at('', 0).passage).toBeNull();
  expect(at('Words.\n\n\n', 7, 8).passage).toMatchObject({ kind: 'text', text: 'Words.' });
});

test('a hook is the first spoken paragraph of the section, or the selection', () => {
  const { passage } = within('Three');
  const opening = openingOf(passage!);
  expect(opening).toMatchObject({ kind: 'opening', heading: 'The yard', text: 'One. Two.' });
  expect(TEXT.slice(opening.from, opening.to)).toBe('One. Two.');
  const selected = at(TEXT, TEXT.indexOf('Three'), TEXT.indexOf('Three') + 6).passage!;
  expect(openingOf(selected)).toBe(selected);
});

test('the text around a passage is told up to its limit', () => {
  const long = 'x'.repeat(LIMITS.rewrite.context + 500);
  const { state, passage } = at(`${long}\n\nHere.\n\n${long}`, long.length + 2, long.length + 7);
  const { before, after } = contextOf(state.doc, passage!);
  expect(passage?.text).toBe('Here.');
  expect([before.length, after.length].every((length) => length <= LIMITS.rewrite.context && length > 1900)).toBe(true);
});
