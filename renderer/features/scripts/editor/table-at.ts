import { EditorSelection, type EditorState, type Line, type Text, type TransactionSpec } from '@codemirror/state';
import { getSyntax } from './syntax.ts';
import { getCells, isDelimiter, isRow, readTable, writeTable, type Table } from './table-text.ts';

interface PlacedTable {
  readonly from: number;
  readonly to: number;
  readonly table: Table;
}

/** A table in the text and the cursor's cell; row 0 is the head. */
export interface CursorCell extends PlacedTable {
  readonly row: number;
  readonly column: number;
}

export const isInCode = (state: EditorState, at: number): boolean =>
  /^(?:FencedCode|CodeBlock|CodeText)$/.test(getSyntax(state, at)?.resolveInner(at, -1).type.name ?? '');

/** Returns the numbers of the first and the last line of the table a line belongs to, or null. */
function findTableLines(doc: Text, line: Line): { first: number; last: number } | null {
  if (!isRow(line.text)) return null;
  let first = line.number;
  let last = line.number;
  while (first > 1 && isRow(doc.line(first - 1).text)) first -= 1;
  while (last < doc.lines && isRow(doc.line(last + 1).text)) last += 1;
  // Lines above the head belong to a paragraph that happens to contain pipes.
  while (first < last && !isDelimiter(doc.line(first + 1).text)) first += 1;
  return first >= last || line.number < first ? null : { first, last };
}

/** Returns the table around an offset, or null if there is none. */
export function findTableAround(state: EditorState, at: number): PlacedTable | null {
  const { doc } = state;
  const range = findTableLines(doc, doc.lineAt(at));
  if (!range || isInCode(state, at)) return null;
  const lines: string[] = [];
  for (let number = range.first; number <= range.last; number += 1) lines.push(doc.line(number).text);
  return { from: doc.line(range.first).from, to: doc.line(range.last).to, table: readTable(lines) };
}

/** Returns the table and cell around the cursor, or null if there is none or there are several cursors. */
export function findTableAtCursor(state: EditorState): CursorCell | null {
  const { doc, selection } = state;
  const { head, from, to } = selection.main;
  const line = doc.lineAt(head);
  if (selection.ranges.length > 1 || from < line.from || to > line.to) return null;
  const placedTable = findTableAround(state, head);
  if (!placedTable) return null;
  const pipeCount = getCells(`${line.text.slice(0, head - line.from).replace(/^\s*\|/, '')}.`).length - 1;
  const lineIndex = line.number - doc.lineAt(placedTable.from).number;
  return {
    ...placedTable,
    row: lineIndex <= 1 ? 0 : lineIndex - 1,
    column: Math.min(placedTable.table.aligns.length - 1, Math.max(0, pipeCount)),
  };
}

/** Returns the change that replaces a table and selects a cell's words. */
export function createTableChange(
  state: EditorState,
  placedTable: PlacedTable,
  table: Table,
  row: number,
  column: number,
): TransactionSpec {
  const { text, places } = writeTable(table);
  const cell = places[row]?.[column] ?? { from: 0, to: 0 };
  const isUnchanged = state.sliceDoc(placedTable.from, placedTable.to) === text;
  return {
    ...(isUnchanged ? {} : { changes: { from: placedTable.from, to: placedTable.to, insert: text } }),
    selection: EditorSelection.range(placedTable.from + cell.from, placedTable.from + cell.to),
    scrollIntoView: true,
    userEvent: isUnchanged ? 'select.cell' : 'input.table',
  };
}
