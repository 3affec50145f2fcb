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
export function getCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(^|[^\\])\|$/, '$1');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function readAlign(cell: string): Align {
  const alignsLeft = cell.startsWith(':');
  if (cell.endsWith(':')) return alignsLeft ? 'center' : 'right';
  return alignsLeft ? 'left' : 'none';
}

/** Parses lines that form a table: head, delimiter, rows. Cells beyond the head get columns of their own. */
export function readTable(lines: readonly string[]): Table {
  const [head = '', delimiter, ...rest] = lines;
  const aligns = delimiter === undefined ? [] : getCells(delimiter).map(readAlign);
  const rows = [head, ...rest].map(getCells);
  const columnCount = Math.max(aligns.length, ...rows.map((row) => row.length));
  const indexes = Array.from({ length: columnCount }, (_, index) => index);
  return {
    aligns: indexes.map((index) => aligns[index] ?? 'none'),
    rows: rows.map((row) => indexes.map((index) => row[index] ?? '')),
  };
}

function padCell(text: string, width: number, align: Align): string {
  const padding = Math.max(0, width - displayWidth(text));
  const before = align === 'right' ? padding : align === 'center' ? Math.floor(padding / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(padding - before);
}

function writeDelimiter(width: number, align: Align): string {
  const alignsLeft = align === 'left' || align === 'center' ? ':' : '-';
  const alignsRight = align === 'right' || align === 'center' ? ':' : '-';
  return alignsLeft + '-'.repeat(Math.max(1, width - 2)) + alignsRight;
}

/** The range of a cell's words, as offsets from the start of the written table. */
export interface CellPlace {
  readonly from: number;
  readonly to: number;
}

/**
 * Writes a table with pipes that align in a monospaced font, wide characters included, and returns the position of each
 * cell's words.
 */
export function writeTable({ aligns, rows }: Table): { text: string; places: CellPlace[][] } {
  const widths = aligns.map((_, column) => Math.max(3, ...rows.map((row) => displayWidth(row[column] ?? ''))));
  const places: CellPlace[][] = [];
  let text = '';
  const writeLine = (cells: readonly string[], hasPlaces: boolean): void => {
    if (text) text += '\n';
    const rowPlaces: CellPlace[] = [];
    for (const cell of cells) {
      text += '| ';
      const lead = cell.length - cell.trimStart().length;
      const words = cell.trim();
      rowPlaces.push({ from: text.length + (words ? lead : 0), to: text.length + (words ? lead + words.length : 0) });
      text += `${cell} `;
    }
    text += '|';
    if (hasPlaces) places.push(rowPlaces);
  };
  for (const [index, row] of rows.entries()) {
    writeLine(
      row.map((cell, column) => padCell(cell, widths[column] ?? 3, aligns[column] ?? 'none')),
      true,
    );
    if (index === 0)
      writeLine(
        aligns.map((align, column) => writeDelimiter(widths[column] ?? 3, align)),
        false,
      );
  }
  return { text, places };
}
