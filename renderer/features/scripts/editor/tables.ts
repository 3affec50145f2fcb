import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { inCode, tableHere, written, type Here } from './table-at.ts';
import {
  filled,
  movedColumn,
  movedRow,
  withAlign,
  withColumn,
  withoutColumn,
  withoutRow,
  withRow,
} from './table-edits.ts';
import { asCell, gridOf } from './table-grid.ts';
import { cellsOf, readTable, writeTable, type Align, type Table } from './table-text.ts';

/** Moves to the next or previous cell; adds a row after the last cell. */
function toCell(step: 1 | -1): StateCommand {
  return ({ state, dispatch }) => {
    const here = tableHere(state);
    if (!here || state.readOnly) return false;
    const columns = here.table.aligns.length;
    const next = here.row * columns + here.column + step;
    const row = Math.floor(next / columns);
    if (row < 0) return true;
    const table = row < here.table.rows.length ? here.table : withRow(here.table, row);
    dispatch(state.update(written(state, here, table, row, next - row * columns)));
    return true;
  };
}

/** Changes the table at the cursor; leaves the key alone outside a table. */
function edit(change: (here: Here) => { table: Table; row: number; column: number }): StateCommand {
  return ({ state, dispatch }) => {
    const here = tableHere(state);
    if (!here || state.readOnly) return false;
    const { table, row, column } = change(here);
    const at = Math.max(0, Math.min(table.rows.length - 1, row));
    dispatch(state.update(written(state, here, table, at, Math.max(0, Math.min(table.aligns.length - 1, column)))));
    return true;
  };
}

/** Returns whether a line can be the head of a table that has no delimiter yet: `| What | Who |`. */
const isHead = (line: string): boolean => /^ {0,3}\|.*[^\\]\|\s*$/.test(line) && cellsOf(line).length > 1;

/**
 * Handles Enter: adds a row below, leaves the table from an empty last row, or adds the delimiter and a row to a typed
 * head.
 */
const newRow: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const here = tableHere(state);
  if (here) {
    const { table, row } = here;
    const leaves = row === table.rows.length - 1 && row > 0 && (table.rows[row] ?? []).every((cell) => cell === '');
    if (!leaves) {
      dispatch(state.update(written(state, here, withRow(table, row + 1), row + 1, 0)));
      return true;
    }
    const text = `${writeTable({ ...table, rows: table.rows.slice(0, -1) }).text}\n\n`;
    dispatch(
      state.update({
        changes: { from: here.from, to: here.to, insert: text },
        selection: EditorSelection.cursor(here.from + text.length),
        scrollIntoView: true,
        userEvent: 'input.table',
      }),
    );
    return true;
  }
  const { main, ranges } = state.selection;
  const line = state.doc.lineAt(main.head);
  if (ranges.length > 1 || !main.empty || main.head !== line.to || !isHead(line.text) || inCode(state, main.head))
    return false;
  const table = readTable([line.text]);
  dispatch(state.update(written(state, { from: line.from, to: line.to, table }, withRow(table, 1), 1, 0)));
  return true;
};

const alignColumn = (align: Align): StateCommand =>
  edit(({ table, row, column }) => ({ table: withAlign(table, column, align), row, column }));

/** Removes the table at the cursor with the line it stood on. */
const deleteTable: StateCommand = ({ state, dispatch }) => {
  const here = tableHere(state);
  if (!here || state.readOnly) return false;
  const changes = { from: here.from, to: Math.min(state.doc.length, here.to + 1) };
  dispatch(
    state.update({ changes, selection: { anchor: here.from }, scrollIntoView: true, userEvent: 'delete.table' }),
  );
  return true;
};

/** Pastes text into the cell at the cursor: a range of a spreadsheet fills cells, other text stays in the cell. */
export function pasteIntoTable(state: EditorState, text: string): TransactionSpec | null {
  const here = tableHere(state);
  if (!here) return null;
  const { table, row, column } = here;
  const cells = gridOf(text);
  if (cells) {
    const end = { row: row + cells.length - 1, column: column + (cells[0]?.length ?? 1) - 1 };
    return {
      ...written(state, here, filled(table, row, column, cells), end.row, end.column),
      userEvent: 'input.paste',
    };
  }
  if (!/[\r\n|]/.test(text)) return null;
  return { ...state.replaceSelection(asCell(text)), scrollIntoView: true, userEvent: 'input.paste' };
}

/** Inserts an empty table with two columns below the cursor's line. */
export const insertTable: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly || tableHere(state)) return false;
  const line = state.doc.lineAt(state.selection.main.head);
  const gap = line.text.trim() === '' ? '' : '\n\n';
  const below = line.number < state.doc.lines ? state.doc.line(line.number + 1).text : '';
  const empty = ['', ''];
  const { text, places } = writeTable({ aligns: ['none', 'none'], rows: [empty, empty] });
  dispatch(
    state.update({
      // Add a blank line, or the line below would become a row.
      changes: { from: line.to, insert: `${gap}${text}${below.trim() === '' ? '' : '\n'}` },
      selection: EditorSelection.cursor(line.to + gap.length + (places[0]?.[0]?.from ?? 0)),
      scrollIntoView: true,
      userEvent: 'input.table',
    }),
  );
  return true;
};

/** Lists the table commands; each leaves the key unhandled outside a table. */
export const TABLE_COMMANDS = {
  nextCell: toCell(1),
  previousCell: toCell(-1),
  newRow,
  rowAbove: edit(({ table, row, column }) => ({ table: withRow(table, row), row, column })),
  rowBelow: edit(({ table, row, column }) => ({ table: withRow(table, row + 1), row: row + 1, column })),
  rowUp: edit(({ table, row, column }) => ({ table: movedRow(table, row, -1), row: row - 1, column })),
  rowDown: edit(({ table, row, column }) => ({
    table: movedRow(table, row, 1),
    row: row + 1,
    column,
  })),
  deleteRow: edit(({ table, row, column }) => ({ table: withoutRow(table, row), row, column })),
  columnLeft: edit(({ table, row, column }) => ({ table: withColumn(table, column), row, column })),
  columnRight: edit(({ table, row, column }) => ({ table: withColumn(table, column + 1), row, column: column + 1 })),
  moveColumnLeft: edit(({ table, row, column }) => ({
    table: movedColumn(table, column, -1),
    row,
    column: column - 1,
  })),
  moveColumnRight: edit(({ table, row, column }) => ({
    table: movedColumn(table, column, 1),
    row,
    column: column + 1,
  })),
  deleteColumn: edit(({ table, row, column }) => ({ table: withoutColumn(table, column), row, column })),
  deleteTable,
  alignLeft: alignColumn('left'),
  alignCenter: alignColumn('center'),
  alignRight: alignColumn('right'),
} as const;
