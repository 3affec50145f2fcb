import type { Align, Table } from './table-text.ts';

const emptyRow = ({ aligns }: Table): string[] => aligns.map(() => '');

function inserted<T>(list: readonly T[], at: number, item: T): T[] {
  return [...list.slice(0, at), item, ...list.slice(at)];
}

const without = <T>(list: readonly T[], at: number): T[] => list.filter((_, index) => index !== at);

/** Swaps the items at two places; either outside the list leaves it as it is. */
function swapped<T>(list: readonly T[], at: number, other: number): readonly T[] {
  const [one, two] = [list[at], list[other]];
  if (one === undefined || two === undefined) return list;
  return list.map((item, index) => (index === at ? two : index === other ? one : item));
}

/** Adds an empty row at an index; row 0 is the head, so a row there becomes the head. */
export const withRow = (table: Table, at: number): Table => ({
  ...table,
  rows: inserted(table.rows, at, emptyRow(table)),
});

/** Removes a row. Without its head, the first row becomes the head; the last row is emptied instead. */
export function withoutRow(table: Table, at: number): Table {
  const rows = table.rows.length > 1 ? without(table.rows, at) : [emptyRow(table)];
  return { ...table, rows };
}

/** Moves a row by one; the head moves like any other row. */
export const movedRow = (table: Table, at: number, by: 1 | -1): Table => ({
  ...table,
  rows: swapped(table.rows, at, at + by),
});

export const withColumn = ({ aligns, rows }: Table, at: number): Table => ({
  aligns: inserted<Align>(aligns, at, 'none'),
  rows: rows.map((row) => inserted(row, at, '')),
});

/** Removes a column; the last one is emptied instead. */
export function withoutColumn({ aligns, rows }: Table, at: number): Table {
  if (aligns.length <= 1) return { aligns: ['none'], rows: rows.map(() => ['']) };
  return { aligns: without(aligns, at), rows: rows.map((row) => without(row, at)) };
}

/** Moves a column by one, with its alignment. */
export const movedColumn = ({ aligns, rows }: Table, at: number, by: 1 | -1): Table => ({
  aligns: swapped(aligns, at, at + by),
  rows: rows.map((row) => swapped(row, at, at + by)),
});

export const withAlign = (table: Table, at: number, align: Align): Table => ({
  ...table,
  aligns: table.aligns.map((old, column) => (column === at ? align : old)),
});

/** Writes cells over a table from one cell on; the table grows where they reach beyond it. */
export function filled(table: Table, row: number, column: number, cells: readonly (readonly string[])[]): Table {
  const columns = Math.max(table.aligns.length, column + Math.max(...cells.map((line) => line.length)));
  const count = Math.max(table.rows.length, row + cells.length);
  const each = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
  return {
    aligns: each(columns, (x) => table.aligns[x] ?? 'none'),
    rows: each(count, (y) => each(columns, (x) => cells[y - row]?.[x - column] ?? table.rows[y]?.[x] ?? '')),
  };
}
