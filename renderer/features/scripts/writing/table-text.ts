/** Tables as they stand in a script: rows of cells between pipes, the second row says how columns are aligned. */
export type Align = 'none' | 'left' | 'center' | 'right';

export interface Table {
  readonly aligns: readonly Align[];
  /** The first one is the head; each has as many cells as there are columns. */
  readonly rows: readonly (readonly string[])[];
}

const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Whether a line may be a row: it holds a pipe that is not escaped. */
export const isRow = (line: string): boolean => /(?:^|[^\\])\|/.test(line) && !/^(?: {4}|\t)/.test(line);
export const isDelimiter = (line: string): boolean => line.includes('|') && DELIMITER.test(line);

/** The cells of a row, trimmed; an escaped pipe belongs to its cell. */
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

/** The table of lines that are one: a head, a delimiter, rows. What a row has beyond the head gets a column of its own. */
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

/** Columns a text takes: signs, not code units. */
const widthOf = (text: string): number => [...text].length;

function padded(text: string, width: number, align: Align): string {
  const room = Math.max(0, width - widthOf(text));
  const before = align === 'right' ? room : align === 'center' ? Math.floor(room / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(room - before);
}

function rule(width: number, align: Align): string {
  const left = align === 'left' || align === 'center' ? ':' : '-';
  const right = align === 'right' || align === 'center' ? ':' : '-';
  return left + '-'.repeat(Math.max(1, width - 2)) + right;
}

/** A cell's words in the written table: offsets from its beginning. */
export interface CellPlace {
  readonly from: number;
  readonly to: number;
}

/** A table with its pipes one below the other, and where each cell's words stand in it. */
export function writeTable({ aligns, rows }: Table): { text: string; places: CellPlace[][] } {
  const widths = aligns.map((_, column) => Math.max(3, ...rows.map((row) => widthOf(row[column] ?? ''))));
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
