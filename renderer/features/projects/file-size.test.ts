import { expect, test } from 'vitest';

import { formatFileSize } from './file-size.ts';

test.each([
  [3, '0.1 kB'],
  [1023, '1 kB'],
  [1536, '1.5 kB'],
  [20 * 1024, '20 kB'],
  [100 * 1024 * 1024, '100 MB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
