import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { expect, it } from 'vitest';
import { LIST_COMMANDS } from './lists.ts';

/** Runs a command; `^` marks the cursor. Returns null if the command did not handle the key. */
function runCommand(markedText: string, command: StateCommand): string | null {
  const at = markedText.indexOf('^');
  let state = EditorState.create({ doc: markedText.replace('^', ''), selection: EditorSelection.cursor(at) });
  const isHandled = command({ state, dispatch: (transaction) => (state = transaction.state) });
  const { head } = state.selection.main;
  const text = state.doc.toString();
  return isHandled ? `${text.slice(0, head)}^${text.slice(head)}` : null;
}

const { moveIn, moveOut, bullets, numbers } = LIST_COMMANDS;

it.each([
  ['1. a\n2. b^c\n3. d', moveIn, '1. a\n   1. b^c\n2. d'],
  ['1. a\n2. ^', moveIn, '1. a\n   1. ^'],
  ['1. a\n   1. b^\n2. c', moveOut, '1. a\n2. b^\n3. c'],
  ['- ^a', moveIn, '- ^a'],
  ['words^', moveIn, null],
  ['words^', moveOut, null],
  ['wo^rds', bullets, '- wo^rds'],
  ['- wo^rds', bullets, 'wo^rds'],
  ['- wo^rds', numbers, '1. wo^rds'],
  ['^', numbers, '1. ^'],
  ['before\n\n- a\n- b^\n\nafter', moveIn, 'before\n\n- a\n  - b^\n\nafter'],
])('runs a list command on %j', (before, command, result) => {
  expect(runCommand(before, command)).toBe(result);
});
