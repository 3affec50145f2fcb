import { markdown } from '@codemirror/lang-markdown';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { lazyLanguage } from './syntax.ts';
import { readTable, writeTable } from './table-text.ts';
import { insertTable, TABLE_COMMANDS } from './tables.ts';

/** Runs commands; `^` marks the ends of the selection, because `|` belongs to tables. */
function runCommands(markedText: string, ...commands: StateCommand[]): { text: string; handled: boolean } {
  const anchor = markedText.indexOf('^');
  const head = Math.max(anchor, markedText.lastIndexOf('^') - 1);
  let state = EditorState.create({
    doc: markedText.replaceAll('^', ''),
    selection: EditorSelection.range(anchor, head),
    extensions: lazyLanguage(markdown()),
  });
  let isHandled = false;
  for (const command of commands)
    isHandled = command({ state, dispatch: (transaction) => (state = transaction.state) });
  const { from, to } = state.selection.main;
  const text = state.doc.toString();
  return {
    text: `${text.slice(0, from)}^${text.slice(from, to)}${from === to ? '' : '^'}${text.slice(to)}`,
    handled: isHandled,
  };
}

const { nextCell, previousCell, newRow, alignRight, alignCenter } = TABLE_COMMANDS;

describe('a table', () => {
  const table = '| What | Who |\n|---|---|\n| Map | Ada |';

  it('moves from cell to cell and aligns the pipes', () => {
    expect(runCommands(table.replace('What', 'Wh^at'), nextCell).text).toBe(
      '| What | ^Who^ |\n| ---- | --- |\n| Map  | Ada |',
    );
    expect(runCommands(table.replace('Map', 'M^ap'), previousCell).text).toContain('| What | ^Who^ |');
    expect(runCommands(table.replace('Who', 'W^ho'), nextCell).text).toContain('| ^Map^  | Ada |');
  });

  it('adds a row after the last cell, and on Enter', () => {
    expect(runCommands(table.replace('Ada', 'Ada^'), nextCell).text).toBe(
      '| What | Who |\n| ---- | --- |\n| Map  | Ada |\n| ^     |     |',
    );
    expect(runCommands(table.replace('What', 'What^'), newRow).text).toBe(
      '| What | Who |\n| ---- | --- |\n| ^     |     |\n| Map  | Ada |',
    );
  });

  it('ends on Enter in an empty last row', () => {
    const { text } = runCommands(`${table.replace('Ada', 'Ada^')}\n\nBelow`, nextCell, newRow);
    expect(text).toBe('| What | Who |\n| ---- | --- |\n| Map  | Ada |\n\n^\n\nBelow');
  });

  it('starts on Enter after a header row', () => {
    expect(runCommands('| What | Who |^', newRow).text).toBe('| What | Who |\n| ---- | --- |\n| ^     |     |');
  });

  it('aligns the cursor’s column', () => {
    expect(runCommands(table.replace('Map', 'Ma^p'), alignRight).text).toBe(
      '| What | Who |\n| ---: | --- |\n|  ^Map^ | Ada |',
    );
    expect(runCommands(table.replace('Who', 'Who^'), alignCenter).text).toContain('| ---- | :-: |');
  });

  it('does not handle keys outside it', () => {
    for (const text of ['no table^', 'a | b^', '| a | b |^ c', '```\n| a^ | b |\n|---|---|\n```'])
      for (const command of [nextCell, previousCell, alignRight])
        expect(runCommands(text, command).handled).toBe(false);
    expect(runCommands('words^', newRow).handled).toBe(false);
  });

  it('is inserted empty below the line', () => {
    expect(runCommands('Words^\nmore', insertTable).text).toBe(
      'Words\n\n| ^    |     |\n| --- | --- |\n|     |     |\n\nmore',
    );
  });

  it('keeps escaped pipes, and missing and extra cells', () => {
    const { text } = writeTable(readTable(['a \\| b | c', '-|-', 'x', 'y | z | w']));
    expect(text.split('\n')).toEqual([
      '| a \\| b | c   |     |',
      '| ------ | --- | --- |',
      '| x      |     |     |',
      '| y      | z   | w   |',
    ]);
  });
});
