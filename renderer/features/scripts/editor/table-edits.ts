import type { Align, Table } from './table-text.ts';

const emptyRow = ({ aligns }: Table): string[] => aligns.map(() => '');

function insertAt<T>(list: readonly T[], at: number, item: T): T[] {
  return [...list.slice(0, at), item, ...list.slice(at)];
}

const removeAt = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Swaps two items; returns the list unchanged if either index is outside it. */
function swap<T>(list: readonly T[], at: number, other: number): readonly T[] {
  const [one, two] = [list[at], list[other]];
  if (one === undefined || two === undefined) return list;
  return list.map((item, index) => (index === at ? two : index === other ? one : item));
}

/** Adds an empty row at an index; row 0 is the head, so a row there becomes the head. */
export const insertRow = (table: Table, at: number): Table => ({
  ...table,
  rows: insertAt(table.rows, at, emptyRow(table)),
});

/** Removes a row. Without its head, the first row becomes the head; the last row is emptied instead. */
export function removeRow(table: Table, at: number): Table {
  const rows = table.rows.length > 1 ? removeAt(table.rows, at) : [emptyRow(table)];
  return { ...table, rows };
}

/** Moves a row by one; the head moves like any other row. */
export const moveRow = (table: Table, at: number, by: 1 | -1): Table => ({
  ...table,
  rows: swap(table.rows, at, at + by),
});

export const insertColumn = ({ aligns, rows }: Table, at: number): Table => ({
  aligns: insertAt<Align>(aligns, at, 'none'),
  rows: rows.map((row) => insertAt(row, at, '')),
});

/** Removes a column; the last one is emptied instead. */
export function removeColumn({ aligns, rows }: Table, at: number): Table {
  if (aligns.length <= 1) return { aligns: ['none'], rows: rows.map(() => ['']) };
  return { aligns: removeAt(aligns, at), rows: rows.map((row) => removeAt(row, at)) };
}

/** Moves a column by one, with its alignment. */
export const moveColumn = ({ aligns, rows }: Table, at: number, by: 1 | -1): Table => ({
  aligns: swap(aligns, at, at + by),
  rows: rows.map((row) => swap(row, at, at + by)),
});

export const setAlign = (table: Table, at: number, align: Align): Table => ({
  ...table,
  aligns: table.aligns.map((oldAlign, column) => (column === at ? align : oldAlign)),
});

/** Overwrites cells from one cell on; the table grows to fit them. */
export function fillCells(table: Table, row: number, column: number, cells: readonly (readonly string[])[]): Table {
  const columnCount = Math.max(table.aligns.length, column + Math.max(...cells.map((line) => line.length)));
  const rowCount = Math.max(table.rows.length, row + cells.length);
  const createArray = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
  return {
    aligns: createArray(columnCount, (x) => table.aligns[x] ?? 'none'),
    rows: createArray(rowCount, (y) =>
      createArray(columnCount, (x) => cells[y - row]?.[x - column] ?? table.rows[y]?.[x] ?? ''),
    ),
  };
}
