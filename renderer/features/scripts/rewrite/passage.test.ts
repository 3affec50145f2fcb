import { EditorSelection, EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';

import { LIMITS } from '#contract/limits.ts';
import { ScriptOutline } from '../editor/script-outline.ts';
import { readContext, findOpening, findPassageAtCursor } from './passage.ts';

const TEXT =
  '---\ntitle: A\n---\n\nHello there.\n\n## The yard\n\n[Cue: rain]\n\nOne. Two.\n\nThree.\n\nEnd\n---\n\nBye.\n';

function findPassageIn(text: string, from: number, to = from) {
  const outline = new ScriptOutline();
  const state = EditorState.create({ doc: text, selection: EditorSelection.single(from, to) });
  outline.recordChange(EditorState.create().doc, state.doc, { from: 0, to: 0, toNew: state.doc.length });
  outline.applyChanges();
  return { state, passage: findPassageAtCursor(state, outline.sections) };
}
const findPassageAtWords = (words: string, text = TEXT) => findPassageIn(text, text.indexOf(words) + 1);

test('takes a selection as the passage, without the white space around it', () => {
  const from = TEXT.indexOf(' Two.');
  const { passage } = findPassageIn(TEXT, from, from + 7);
  expect(passage).toMatchObject({ kind: 'selection', text: 'Two.', from: from + 1, to: from + 5 });
});

test('takes the section at the cursor without a selection, without its heading and front matter', () => {
  const yard = '[Cue: rain]\n\nOne. Two.\n\nThree.';
  expect(findPassageAtWords('Two').passage).toMatchObject({ kind: 'section', heading: 'The yard', text: yard });
  expect(findPassageAtWords('The yard').passage?.text).toBe(yard);
  expect(findPassageAtWords('Bye').passage).toMatchObject({ kind: 'section', heading: 'End', text: 'Bye.' });
  expect(findPassageAtWords('title').passage).toMatchObject({ kind: 'text', heading: '', text: 'Hello there.' });
});

test('finds no passage in an empty section or selected blanks', () => {
  expect(findPassageIn('## A\n\n## B\n\nWords.', 2).passage).toBeNull();
  expect(findPassageIn('', 0).passage).toBeNull();
  expect(findPassageIn('Words.\n\n\n', 7, 8).passage).toMatchObject({ kind: 'text', text: 'Words.' });
});

test('takes the first spoken paragraph of the section as its hook, or the selection', () => {
  const { passage } = findPassageAtWords('Three');
  const opening = findOpening(passage!);
  expect(opening).toMatchObject({ kind: 'opening', heading: 'The yard', text: 'One. Two.' });
  expect(TEXT.slice(opening.from, opening.to)).toBe('One. Two.');
  const selectedPassage = findPassageIn(TEXT, TEXT.indexOf('Three'), TEXT.indexOf('Three') + 6).passage!;
  expect(findOpening(selectedPassage)).toBe(selectedPassage);
});

test('limits the context around a passage', () => {
  const longText = 'x'.repeat(LIMITS.rewrite.context + 500);
  const { state, passage } = findPassageIn(
    `${longText}\n\nHere.\n\n${longText}`,
    longText.length + 2,
    longText.length + 7,
  );
  const { before, after } = readContext(state.doc, passage!);
  expect(passage?.text).toBe('Here.');
  expect([before.length, after.length].every((length) => length <= LIMITS.rewrite.context && length > 1900)).toBe(true);
});
