import { expect, test } from 'vitest';

import { excerpt } from './excerpt.ts';

test('an excerpt is one line and ends with an ellipsis where it is cut, never within a character', () => {
  expect(excerpt(' Short\n\ntext ', 20)).toBe('Short text');
  expect(excerpt('twelve signs', 12)).toBe('twelve signs');
  expect(excerpt('twelve signs and more', 12)).toBe('twelve sign…');
  expect(excerpt('🚂🚂🚂', 2)).toBe('🚂…');
  expect(excerpt('It is late', 7)).toBe('It is…');
});
