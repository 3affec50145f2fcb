import { undo } from '@codemirror/commands';
import { EditorSelection } from '@codemirror/state';
import { EditorView, runScopeHandlers } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { displayWidth } from './display-width.ts';
import { ScriptEditorView } from './script-editor-view.ts';
import {
  fillCells,
  moveColumn,
  moveRow,
  setAlign,
  insertColumn,
  removeColumn,
  removeRow,
  insertRow,
} from './table-edits.ts';
import { parseGrid } from './table-grid.ts';
import { readTable, writeTable, type Align, type Table } from './table-text.ts';
import { tableTools } from './table-tools.ts';
import { pasteIntoTable } from './tables.ts';
import { writingKeys } from './writing-keys.ts';

const anyCell = fc.oneof(
  fc.stringMatching(/^[a-z ]{0,8}$/).map((text) => text.trim()),
  fc.constantFrom('東京', '서울', 'ﾊﾝｶｸ', '🎬 Café', 'a \\| b', '**bold**', '写真 x'),
);
const anyAlign = fc.constantFrom<Align>('none', 'left', 'center', 'right');
const anyTable: fc.Arbitrary<Table> = fc.integer({ min: 2, max: 4 }).chain((columns) =>
  fc.record({
    aligns: fc.array(anyAlign, { minLength: columns, maxLength: columns }),
    rows: fc.array(fc.array(anyCell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
  }),
);

describe('tables', () => {
  it('are read as they were written, with aligned pipes in every row', () => {
    fc.assert(
      fc.property(anyTable, (input) => {
        const { text } = writeTable(input);
        const lines = text.split('\n');
        expect(readTable(lines)).toEqual(input);
        expect(new Set(lines.map(displayWidth)).size).toBe(1);
      }),
    );
  });

  it('keep all cells when rows and columns move, and each edit has its reverse', () => {
    fc.assert(
      fc.property(anyTable, fc.nat(), fc.nat(), (input, y, x) => {
        const row = y % input.rows.length;
        const column = x % input.aligns.length;
        expect(removeRow(insertRow(input, row), row)).toEqual(input);
        expect(removeColumn(insertColumn(input, column), column)).toEqual(input);
        if (row + 1 < input.rows.length) expect(moveRow(moveRow(input, row, 1), row + 1, -1)).toEqual(input);
        else expect(moveRow(input, row, 1)).toEqual(input);
        if (column > 0) expect(moveColumn(moveColumn(input, column, -1), column - 1, 1)).toEqual(input);
        else expect(moveColumn(input, column, -1)).toEqual(input);
        const sortCells = (all: Table): string[] => all.rows.flat().sort();
        expect(sortCells(moveColumn(input, column, 1))).toEqual(sortCells(input));
        expect(setAlign(input, column, 'right').aligns[column]).toBe('right');
      }),
    );
  });

  it('grow to fit filled cells', () => {
    const input: Table = { aligns: ['right'], rows: [['a'], ['b']] };
    expect(fillCells(input, 1, 1, [['x', 'y'], ['z']])).toEqual({
      aligns: ['right', 'none', 'none'],
      rows: [
        ['a', '', ''],
        ['b', 'x', 'y'],
        ['', 'z', ''],
      ],
    });
  });
});

describe('a range of a spreadsheet', () => {
  it('is read with its quoted cells, on one line each', () => {
    expect(parseGrid('Item\tNote\r\nBread\t"two\r\nlines, ""fresh"""\r\nSalt\ta|b\r\n')).toEqual([
      ['Item', 'Note'],
      ['Bread', 'two<br>lines, "fresh"'],
      ['Salt', 'a\\|b'],
    ]);
  });

  it.each(['one line', 'two\nlines', '\tindented\n\tcode', 'a\tb\nc', ''])('is not recognised in %j', (text) => {
    expect(parseGrid(text)).toBeNull();
  });

  it('survives being written as TSV', () => {
    const plainCell = fc.stringMatching(/^[a-z"東]{1,6}$/);
    const grid = fc.integer({ min: 2, max: 4 }).chain((columns) =>
      fc.array(fc.array(plainCell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
    ); // prettier-ignore
    const quoteCell = (text: string): string => (text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text);
    fc.assert(
      fc.property(grid, (rows) => {
        expect(parseGrid(rows.map((row) => row.map(quoteCell).join('\t')).join('\r\n'))).toEqual(rows);
      }),
    );
  });
});

/** Opens a text with the cursor at `^`. */
function open(markedText: string) {
  const editor = new ScriptEditorView();
  const host = document.createElement('div');
  document.body.append(host);
  editor.open(markedText.replace('^', ''), markedText.indexOf('^'));
  editor.extend([tableTools, writingKeys]);
  editor.link(host);
  const view = EditorView.findFromDOM(host)!;
  onTestFinished(() => {
    editor.unlink();
    host.remove();
  });
  const press = (key: string, init: KeyboardEventInit = {}): boolean =>
    runScopeHandlers(view, new KeyboardEvent('keydown', { key, ...init }), 'editor');
  const type = (text: string): void => {
    const { head } = view.state.selection.main;
    const selection = EditorSelection.cursor(head + text.length);
    view.dispatch({ changes: { from: head, insert: text }, selection, userEvent: 'input.type' });
  };
  return { editor, view, press, type };
}

const TABLE = '| What | Who |\n| ---- | --- |\n| Map  | Ada |\n| Yard | Ben |';

describe('a table in the editor', () => {
  it('moves and deletes rows and columns by keys, in one undo step each', () => {
    const { editor, view, press } = open(TABLE.replace('Map', 'M^ap'));
    press('ArrowDown', { altKey: true });
    expect(editor.getText()).toBe('| What | Who |\n| ---- | --- |\n| Yard | Ben |\n| Map  | Ada |');
    press('ArrowRight', { ctrlKey: true, altKey: true });
    expect(editor.getText()).toBe('| Who | What |\n| --- | ---- |\n| Ben | Yard |\n| Ada | Map  |');
    press('k', { ctrlKey: true, shiftKey: true });
    expect(editor.getText()).toBe('| Who | What |\n| --- | ---- |\n| Ben | Yard |');
    undo(view);
    undo(view);
    undo(view);
    expect(editor.getText()).toBe(TABLE);
  });

  it('aligns its pipes once the cursor leaves, and one undo reverts that', () => {
    const { editor, view, type } = open(`${TABLE.replace('Map', 'Map^')}\n\nBelow`);
    type(' of 東京');
    view.dispatch({ selection: { anchor: view.state.doc.length }, userEvent: 'select' });
    const alignedTable = '| What        | Who |\n| ----------- | --- |\n| Map of 東京 | Ada |\n| Yard        | Ben |';
    expect(editor.getText()).toBe(`${alignedTable}\n\nBelow`);
    undo(view);
    expect(editor.getText()).toContain('| Map of 東京  | Ada |');
    view.dispatch({ selection: { anchor: 0 }, userEvent: 'select' });
    view.dispatch({ selection: { anchor: view.state.doc.length }, userEvent: 'select' });
    expect(editor.getText()).toContain('| Map of 東京  | Ada |');
  });

  it('stays unchanged if the cursor only passed through it', () => {
    const raggedTable = '|a|b|\n|-|-|\n|c|d|\n\nBelow';
    const { editor, view } = open(`^${raggedTable}`);
    view.dispatch({ selection: { anchor: 3 }, userEvent: 'select' });
    view.dispatch({ selection: { anchor: raggedTable.length }, userEvent: 'select' });
    expect(editor.getText()).toBe(raggedTable);
  });

  it('shows its tools while the cursor is in it, and they work', async () => {
    const { editor, view } = open(`${TABLE.replace('Map', 'M^ap')}\n\nBelow`);
    const findTool = (name: string) => document.querySelector<HTMLElement>(`.cm-tableTool[aria-label="${name}"]`);
    view.dispatch({ selection: { anchor: TABLE.indexOf('Map') } });
    await expect.poll(() => findTool('Add row below')).not.toBeNull();
    findTool('Add row below')!.click();
    expect(editor.getText()).toBe(`${TABLE.replace('\n| Yard', '\n|      |     |\n| Yard')}\n\nBelow`);
    findTool('Delete row')!.click();
    findTool('Align column right')!.click();
    expect(editor.getText()).toContain('| ---: | --- |');
    findTool('Delete column')!.click();
    expect(editor.getText()).toContain('| Who |\n| --- |\n| Ada |');
    findTool('Delete table')!.click();
    expect(editor.getText()).toBe('\nBelow');
    await expect.poll(() => findTool('Add row below')).toBeNull();
  });

  it('takes a pasted range into its cells, and other text on one line', () => {
    const { editor, view } = open(TABLE.replace('Ben', '^Ben'));
    view.dispatch(pasteIntoTable(view.state, 'Cleo\t10\nDora\t12')!);
    expect(editor.getText()).toContain('| Yard | Cleo | 10  |\n|      | Dora | 12  |');
    view.dispatch(pasteIntoTable(view.state, 'two\nlines | pipes')!);
    expect(editor.getText()).toContain('two<br>lines \\| pipes');
    expect(pasteIntoTable(view.state, 'words')).toBeNull();
  });
});
