/**
 * Compares the table with the operations in the API's references and in the six catalogues that clients of such
 * services need: none is missing, and none is extra.
 */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { OPERATION_LIST } from '#contract/operations/index.ts';

/** Removes the names of parameters, which may differ in the table. */
const normalizePath = (line: string): string => line.replaceAll(/\{\w+\}/g, '{}');

const referenceLines = readFileSync(new URL('reference-operations.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(normalizePath);
const tableLines = OPERATION_LIST.filter(({ surface }) => surface === 'api').map(({ method, path }) =>
  normalizePath(`${method} ${path}`),
);

test('the table of operations contains every operation of the references once', () => {
  expect(referenceLines.filter((line) => !tableLines.includes(line))).toEqual([]);
  expect(tableLines.filter((line) => !referenceLines.includes(line))).toEqual([]);
  expect(tableLines).toHaveLength(new Set(tableLines).size);
  expect(referenceLines.length).toBeGreaterThan(100);
});
