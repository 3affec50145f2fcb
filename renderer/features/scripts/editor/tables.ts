import { EditorSelection, type EditorState, type StateCommand, type TransactionSpec } from '@codemirror/state';
import { syntaxOf } from './syntax.ts';
import { cellsOf, isDelimiter, isRow, readTable, writeTable, type Align, type Table } from './table-text.ts';

/** Holds a table in the text and the cursor's cell; row 0 is the head. */
interface Here {
  readonly from: number;
  readonly to: number;
  readonly table: Table;
  readonly row: number;
  readonly column: number;
}

const inCode = (state: EditorState, at: number): boolean =>
  /^(?:FencedCode|CodeBlock|CodeText)$/.test(syntaxOf(state)?.resolveInner(at, -1).type.name ?? '');

/** Returns the table around the cursor, or null if there is none or there are several cursors. */
function tableHere(state: EditorState): Here | null {
  const { doc, selection } = state;
  const { head, from, to } = selection.main;
  const here = doc.lineAt(head);
  if (selection.ranges.length > 1 || from < here.from || to > here.to || !isRow(here.text)) return null;
  let first = here.number;
  let last = here.number;
  while (first > 1 && isRow(doc.line(first - 1).text)) first -= 1;
  while (last < doc.lines && isRow(doc.line(last + 1).text)) last += 1;
  // Lines above the head belong to a paragraph that happens to contain pipes.
  while (first < last && !isDelimiter(doc.line(first + 1).text)) first += 1;
  if (first >= last || here.number < first || inCode(state, head)) return null;
  const lines: string[] = [];
  for (let number = first; number <= last; number += 1) lines.push(doc.line(number).text);
  const table = readTable(lines);
  const pipes = cellsOf(`${here.text.slice(0, head - here.from).replace(/^\s*\|/, '')}.`).length - 1;
  const below = here.number - first;
  return {
    from: doc.line(first).from,
    to: doc.line(last).to,
    table,
    row: below <= 1 ? 0 : below - 1,
    column: Math.min(table.aligns.length - 1, Math.max(0, pipes)),
  };
}

/** Writes a table over the old one and puts the cursor into a cell. */
function written(state: EditorState, here: Here, table: Table, row: number, column: number): TransactionSpec {
  const { text, places } = writeTable(table);
  const cell = places[row]?.[column] ?? { from: 0, to: 0 };
  const same = state.sliceDoc(here.from, here.to) === text;
  return {
    ...(same ? {} : { changes: { from: here.from, to: here.to, insert: text } }),
    selection: EditorSelection.range(here.from + cell.from, here.from + cell.to),
    scrollIntoView: true,
    userEvent: same ? 'select.cell' : 'input.table',
  };
}

const emptyRow = (table: Table): string[] => table.aligns.map(() => '');
const withRow = (table: Table, at: number): Table => ({
  ...table,
  rows: [...table.rows.slice(0, at), emptyRow(table), ...table.rows.slice(at)],
});

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
  dispatch(state.update(written(state, { ...line, table, row: 0, column: 0 }, withRow(table, 1), 1, 0)));
  return true;
};

function alignColumn(align: Align): StateCommand {
  return ({ state, dispatch }) => {
    const here = tableHere(state);
    if (!here || state.readOnly) return false;
    const aligns = here.table.aligns.map((old, column) => (column === here.column ? align : old));
    dispatch(state.update(written(state, here, { ...here.table, aligns }, here.row, here.column)));
    return true;
  };
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
  alignLeft: alignColumn('left'),
  alignCenter: alignColumn('center'),
  alignRight: alignColumn('right'),
} as const;
