/**
 * Compares the table with the operations that the API's references name, and the six catalogues that clients of such
 * services need: none is missing, none is invented.
 */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { OPERATION_LIST } from '#contract/operations/index.ts';

/** A parameter may have another name in the table. */
const shape = (line: string): string => line.replaceAll(/\{\w+\}/g, '{}');

const named = readFileSync(new URL('reference-operations.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(shape);
const listed = OPERATION_LIST.filter(({ surface }) => surface === 'api').map(({ method, path }) =>
  shape(`${method} ${path}`),
);

test('the table of operations contains every operation of the references once', () => {
  expect(named.filter((line) => !listed.includes(line))).toEqual([]);
  expect(listed.filter((line) => !named.includes(line))).toEqual([]);
  expect(listed).toHaveLength(new Set(listed).size);
  expect(named.length).toBeGreaterThan(100);
});
