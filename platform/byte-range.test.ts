import { expect, test } from 'vitest';

import { parseByteRange } from './byte-range.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 9 }],
  ['bytes=3-5', { start: 3, end: 5 }],
  ['bytes=3-500', { start: 3, end: 9 }],
  ['bytes=-4', { start: 6, end: 9 }],
  ['bytes=-400', { start: 0, end: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=-0', 'outside'],
  // A range that is not understood must be answered with the whole file.
  ['bytes=5-3', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['seconds=0-1', null],
  ['bytes=1e3-', null],
])('the header %s selects %o of ten bytes', (header, range) => {
  expect(parseByteRange(header, 10)).toEqual(range);
});
