import fc from 'fast-check';
import { expect, it } from 'vitest';

import { toCsv } from './csv.ts';

/** Reads CSV by the grammar of RFC 4180. */
function parseCsv(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const table = text.slice(1);
  for (let match = cell.exec(table); match; match = cell.exec(table)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push([]);
  }
  expect(rows.pop()).toEqual([]);
  return rows;
}

it('quotes separators and line breaks, and escapes formulas', () => {
  expect(
    toCsv([
      ['a', 'b, c', 'say "d"', 'e\nf'],
      ['=1+1', '-2', '@x', '＝1'],
    ]),
  ).toBe(`\ufeffa,"b, c","say ""d""","e\nf"\r\n'=1+1,'-2,'@x,'＝1\r\n`);
});

it('parses back to the same rows', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab ,"\r\n=+-@\t\';é語') });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (rows) => {
      const expectedRows = rows.map((row) => row.map((value) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)));
      expect(parseCsv(toCsv(rows))).toEqual(expectedRows);
    }),
  );
});
