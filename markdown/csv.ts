/** Writes tables that spreadsheets open (RFC 4180). */

/** Matches cells that a spreadsheet runs as a formula (OWASP, "CSV injection"), also in full width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

function toCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Marks a file as UTF-8 for Excel, which otherwise guesses. */
const UTF8_MARK = '\ufeff';

/** Returns rows as CSV with CRLF line ends. An apostrophe before it keeps a cell from being run as a formula. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  UTF8_MARK + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
