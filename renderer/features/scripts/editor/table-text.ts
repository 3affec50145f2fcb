import { displayWidth } from './display-width.ts';

/** Tables in a script are rows of cells between pipes; the second row sets the alignment of each column. */
export type Align = 'none' | 'left' | 'center' | 'right';

export interface Table {
  readonly aligns: readonly Align[];
  /** The first row is the head; each row has one cell per column. */
  readonly rows: readonly (readonly string[])[];
}

const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Returns whether a line can be a table row, which needs an unescaped pipe. */
export const isRow = (line: string): boolean => /(?:^|[^\\])\|/.test(line) && !/^(?: {4}|\t)/.test(line);
export const isDelimiter = (line: string): boolean => line.includes('|') && DELIMITER.test(line);

/** Returns the trimmed cells of a row; an escaped pipe stays in its cell. */
export function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(^|[^\\])\|$/, '$1');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function alignOf(cell: string): Align {
  const left = cell.startsWith(':');
  if (cell.endsWith(':')) return left ? 'center' : 'right';
  return left ? 'left' : 'none';
}

/** Parses lines that form a table: head, delimiter, rows. Cells beyond the head get columns of their own. */
export function readTable(lines: readonly string[]): Table {
  const [head = '', delimiter, ...rest] = lines;
  const aligns = delimiter === undefined ? [] : cellsOf(delimiter).map(alignOf);
  const rows = [head, ...rest].map(cellsOf);
  const columns = Math.max(aligns.length, ...rows.map((row) => row.length));
  const each = Array.from({ length: columns }, (_, at) => at);
  return {
    aligns: each.map((at) => aligns[at] ?? 'none'),
    rows: rows.map((row) => each.map((at) => row[at] ?? '')),
  };
}

function padded(text: string, width: number, align: Align): string {
  const room = Math.max(0, width - displayWidth(text));
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(room - before);
}

function rule(width: number, align: Align): string {
  const left = align === 'left' || align === 'center' ? ':' : '-';
  const right = align === 'right' || align === 'center' ? ':' : '-';
  return left + '-'.repeat(Math.max(1, width - 2)) + right;
}

/** Locates a cell's words by offsets from the start of the written table. */
export interface CellPlace {
  readonly from: number;
  readonly to: number;
}

/** Writes a table with pipes that align in a monospaced font, wide characters included, and returns the position of each cell's words. */
export function writeTable({ aligns, rows }: Table): { text: string; places: CellPlace[][] } {
  const widths = aligns.map((_, column) => Math.max(3, ...rows.map((row) => displayWidth(row[column] ?? ''))));
  const places: CellPlace[][] = [];
  let text = '';
  const line = (cells: readonly string[], place: boolean): void => {
    if (text) text += '\n';
    const own: CellPlace[] = [];
    for (const cell of cells) {
      text += '| ';
      const lead = cell.length - cell.trimStart().length;
      const words = cell.trim();
      own.push({ from: text.length + (words ? lead : 0), to: text.length + (words ? lead + words.length : 0) });
      text += `${cell} `;
    }
    text += '|';
    if (place) places.push(own);
  };
  for (const [index, row] of rows.entries()) {
    line(
      row.map((cell, column) => padded(cell, widths[column] ?? 3, aligns[column] ?? 'none')),
      true,
    );
    if (index === 0)
      line(
        aligns.map((align, column) => rule(widths[column] ?? 3, align)),
        false,
      );
  }
  return { text, places };
}
