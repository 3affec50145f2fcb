/** Reads the clipboard text of spreadsheets: rows on lines, cells between tabs, special cells in quotation marks. */

/** The most cells of a pasted table; more take too long. */
const MAX_CELLS = 20_000;

const QUOTED_CELL = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
const PLAIN_CELL = /[^\t\r\n]*/y;

function readAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Reads rows of tab-separated cells; a cell in quotation marks may hold tabs, line ends and doubled marks. */
function parseRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length;) {
    const quotedCell = readAt(QUOTED_CELL, text, at);
    const [match = ''] = quotedCell ?? readAt(PLAIN_CELL, text, at) ?? [];
    rows.at(-1)?.push(quotedCell ? (quotedCell[1] ?? '').replaceAll('""', '"') : match);
    at += match.length;
    if (at >= text.length) break;
    if (text.charAt(at) !== '\t') rows.push([]);
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

/** Makes text fit into a cell of a Markdown table: one line, with escaped pipes. */
export const toCellText = (text: string): string =>
  text
    .replace(/\s*[\r\n]+\s*/g, '<br>')
    .replaceAll('\t', ' ')
    .trim()
    .replace(/(?<!\\)\|/g, '\\|');

/**
 * Returns the cells of a copied range of a spreadsheet as Markdown, or null if the text is something else, like
 * indented code.
 */
export function parseGrid(text: string): string[][] | null {
  const tabCount = text.split('\t', MAX_CELLS + 1).length - 1;
  if (tabCount === 0 || tabCount >= MAX_CELLS) return null;
  const rows = parseRows(text.replace(/[\r\n]+$/, ''));
  const columnCount = rows[0]?.length ?? 0;
  if (columnCount < 2 || rows.some((row) => row.length !== columnCount)) return null;
  // Indented lines have an empty first column.
  if (rows.every(([first]) => first?.trim() === '')) return null;
  return rows.map((row) => row.map(toCellText));
}
