import { expect, test } from 'vitest';

import { createExcerpt } from './excerpt.ts';

test('an excerpt is one line and ends with an ellipsis where it is cut, never within a character', () => {
  expect(createExcerpt(' Short\n\ntext ', 20)).toBe('Short text');
  expect(createExcerpt('twelve signs', 12)).toBe('twelve signs');
  expect(createExcerpt('twelve signs and more', 12)).toBe('twelve sign…');
  expect(createExcerpt('🚂🚂🚂', 2)).toBe('🚂…');
  expect(createExcerpt('It is late', 7)).toBe('It is…');
});
