import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { isInCode, findTableAtCursor, createTableChange, type CursorCell } from './table-at.ts';
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
import { toCellText, parseGrid } from './table-grid.ts';
import { getCells, readTable, writeTable, type Align, type Table } from './table-text.ts';

/** Creates a command that moves to the next or previous cell and adds a row after the last cell. */
function moveToCell(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const current = findTableAtCursor(state);
    if (!current || state.readOnly) return false;
    const columnCount = current.table.aligns.length;
    const next = current.row * columnCount + current.column + step;
    const row = Math.floor(next / columnCount);
    if (row < 0) return true;
    const table = row < current.table.rows.length ? current.table : insertRow(current.table, row);
    dispatch(state.update(createTableChange(state, current, table, row, next - row * columnCount)));
    return true;
  };
}

/** Creates a command that changes the table at the cursor; it leaves the key unhandled outside a table. */
function createEditCommand(
  change: (current: CursorCell) => { table: Table; row: number; column: number },
): StateCommand {
  return ({ state, dispatch }) => {
    const current = findTableAtCursor(state);
    if (!current || state.readOnly) return false;
    const { table, row, column } = change(current);
    const targetRow = Math.max(0, Math.min(table.rows.length - 1, row));
    dispatch(
      state.update(
        createTableChange(state, current, table, targetRow, Math.max(0, Math.min(table.aligns.length - 1, column))),
      ),
    );
    return true;
  };
}

/** Returns whether a line can be the head of a table that has no delimiter yet: `| What | Who |`. */
const isHead = (line: string): boolean => /^ {0,3}\|.*[^\\]\|\s*$/.test(line) && getCells(line).length > 1;

/**
 * Handles Enter: adds a row below, leaves the table from an empty last row, or adds the delimiter and a row to a typed
 * head.
 */
const addRow: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const current = findTableAtCursor(state);
  if (current) {
    const { table, row } = current;
    const leavesTable =
      row === table.rows.length - 1 && row > 0 && (table.rows[row] ?? []).every((cell) => cell === '');
    if (!leavesTable) {
      dispatch(state.update(createTableChange(state, current, insertRow(table, row + 1), row + 1, 0)));
      return true;
    }
    const text = `${writeTable({ ...table, rows: table.rows.slice(0, -1) }).text}\n\n`;
    dispatch(
      state.update({
        changes: { from: current.from, to: current.to, insert: text },
        selection: EditorSelection.cursor(current.from + text.length),
        scrollIntoView: true,
        userEvent: 'input.table',
      }),
    );
    return true;
  }
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to || !isHead(line.text) || isInCode(state, main.head))
    return false;
  const table = readTable([line.text]);
  dispatch(state.update(createTableChange(state, { from: line.from, to: line.to, table }, insertRow(table, 1), 1, 0)));
  return true;
};

const alignColumn = (align: Align): StateCommand =>
  createEditCommand(({ table, row, column }) => ({ table: setAlign(table, column, align), row, column }));

/** Removes the table at the cursor with the line it stood on. */
const deleteTable: StateCommand = ({ state, dispatch }) => {
  const current = findTableAtCursor(state);
  if (!current || state.readOnly) return false;
  const changes = { from: current.from, to: Math.min(state.doc.length, current.to + 1) };
  dispatch(
    state.update({ changes, selection: { anchor: current.from }, scrollIntoView: true, userEvent: 'delete.table' }),
  );
  return true;
};

/** Pastes text into the cell at the cursor: a range of a spreadsheet fills cells, other text stays in the cell. */
export function pasteIntoTable(state: EditorState, text: string): TransactionSpec | null {
  const current = findTableAtCursor(state);
  if (!current) return null;
  const { table, row, column } = current;
  const cells = parseGrid(text);
  if (cells) {
    const end = { row: row + cells.length - 1, column: column + (cells[0]?.length ?? 1) - 1 };
    return {
      ...createTableChange(state, current, fillCells(table, row, column, cells), end.row, end.column),
      userEvent: 'input.paste',
    };
  }
  if (!/[\r\n|]/.test(text)) return null;
  return { ...state.replaceSelection(toCellText(text)), scrollIntoView: true, userEvent: 'input.paste' };
}

/** Inserts an empty table with two columns below the cursor's line. */
export const insertTable: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly || findTableAtCursor(state)) return false;
  const line = state.doc.lineAt(state.selection.main.head);
  const gap = line.text.trim() === '' ? '' : '\n\n';
  const nextLine = line.number < state.doc.lines ? state.doc.line(line.number + 1).text : '';
  const emptyCells = ['', ''];
  const { text, places } = writeTable({ aligns: ['none', 'none'], rows: [emptyCells, emptyCells] });
  dispatch(
    state.update({
      // Add a blank line, or the line below would become a row.
      changes: { from: line.to, insert: `${gap}${text}${nextLine.trim() === '' ? '' : '\n'}` },
      selection: EditorSelection.cursor(line.to + gap.length + (places[0]?.[0]?.from ?? 0)),
      scrollIntoView: true,
      userEvent: 'input.table',
    }),
  );
  return true;
};

/** The table commands; each leaves the key unhandled outside a table. */
export const TABLE_COMMANDS = {
  nextCell: moveToCell(1),
  previousCell: moveToCell(-1),
  newRow: addRow,
  rowAbove: createEditCommand(({ table, row, column }) => ({ table: insertRow(table, row), row, column })),
  rowBelow: createEditCommand(({ table, row, column }) => ({ table: insertRow(table, row + 1), row: row + 1, column })),
  rowUp: createEditCommand(({ table, row, column }) => ({ table: moveRow(table, row, -1), row: row - 1, column })),
  rowDown: createEditCommand(({ table, row, column }) => ({
    table: moveRow(table, row, 1),
    row: row + 1,
    column,
  })),
  deleteRow: createEditCommand(({ table, row, column }) => ({ table: removeRow(table, row), row, column })),
  columnLeft: createEditCommand(({ table, row, column }) => ({ table: insertColumn(table, column), row, column })),
  columnRight: createEditCommand(({ table, row, column }) => ({
    table: insertColumn(table, column + 1),
    row,
    column: column + 1,
  })),
  moveColumnLeft: createEditCommand(({ table, row, column }) => ({
    table: moveColumn(table, column, -1),
    row,
    column: column - 1,
  })),
  moveColumnRight: createEditCommand(({ table, row, column }) => ({
    table: moveColumn(table, column, 1),
    row,
    column: column + 1,
  })),
  deleteColumn: createEditCommand(({ table, row, column }) => ({ table: removeColumn(table, column), row, column })),
  deleteTable,
  alignLeft: alignColumn('left'),
  alignCenter: alignColumn('center'),
  alignRight: alignColumn('right'),
} as const;
