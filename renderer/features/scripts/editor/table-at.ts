import { EditorSelection, type EditorState, type Line, type Text, type TransactionSpec } from '@codemirror/state';
import { syntaxOf } from './syntax.ts';
import { cellsOf, isDelimiter, isRow, readTable, writeTable, type Table } from './table-text.ts';

interface PlacedTable {
  readonly from: number;
  readonly to: number;
  readonly table: Table;
}

/** A table in the text and the cursor's cell; row 0 is the head. */
export interface Here extends PlacedTable {
  readonly row: number;
  readonly column: number;
}

export const inCode = (state: EditorState, at: number): boolean =>
  /^(?:FencedCode|CodeBlock|CodeText)$/.test(syntaxOf(state, at)?.resolveInner(at, -1).type.name ?? '');

/** Returns the numbers of the first and the last line of the table a line belongs to, or null. */
function linesAround(doc: Text, here: Line): { first: number; last: number } | null {
  if (!isRow(here.text)) return null;
  let first = here.number;
  let last = here.number;
  while (first > 1 && isRow(doc.line(first - 1).text)) first -= 1;
  while (last < doc.lines && isRow(doc.line(last + 1).text)) last += 1;
  // Lines above the head belong to a paragraph that happens to contain pipes.
  while (first < last && !isDelimiter(doc.line(first + 1).text)) first += 1;
  return first >= last || here.number < first ? null : { first, last };
}

/** Returns the table around an offset, or null if there is none. */
export function tableAround(state: EditorState, at: number): PlacedTable | null {
  const { doc } = state;
  const around = linesAround(doc, doc.lineAt(at));
  if (!around || inCode(state, at)) return null;
  const lines: string[] = [];
  for (let number = around.first; number <= around.last; number += 1) lines.push(doc.line(number).text);
  return { from: doc.line(around.first).from, to: doc.line(around.last).to, table: readTable(lines) };
}

/** Returns the table and cell around the cursor, or null if there is none or there are several cursors. */
export function tableHere(state: EditorState): Here | null {
  const { doc, selection } = state;
  const { head, from, to } = selection.main;
  const here = doc.lineAt(head);
  if (selection.ranges.length > 1 || from < here.from || to > here.to) return null;
  const found = tableAround(state, head);
  if (!found) return null;
  const pipes = cellsOf(`${here.text.slice(0, head - here.from).replace(/^\s*\|/, '')}.`).length - 1;
  const below = here.number - doc.lineAt(found.from).number;
  return {
    ...found,
    row: below <= 1 ? 0 : below - 1,
    column: Math.min(found.table.aligns.length - 1, Math.max(0, pipes)),
  };
}

/** Writes a table over the old one and selects a cell's words. */
export function written(
  state: EditorState,
  here: PlacedTable,
  table: Table,
  row: number,
  column: number,
): TransactionSpec {
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
