import { expect, test } from 'vitest';

import { formatPronunciations, parsePronunciations } from './pronunciation-lines.ts';

test('reads formatted lines as the same list', () => {
  const list = [
    { written: 'Łódź', spoken: 'woodge' },
    { written: 'a=b', spoken: 'a equals b' },
  ];
  expect(parsePronunciations(formatPronunciations(list))).toEqual({ list, fault: null });
  expect(parsePronunciations('  \n Łódź=woodge \n\n')).toEqual({ list: list.slice(0, 1), fault: null });
});

test.each([
  ['Łódź', 1, 'form'],
  ['a = b\n= c', 2, 'form'],
  ['a =', 1, 'form'],
  [`${'a'.repeat(61)} = b`, 1, 'length'],
  [`a = ${'b'.repeat(121)}`, 1, 'length'],
  ['a = b\n\na = c', 3, 'twice'],
])('%j is refused because of line %i', (text, line, kind) => {
  expect(parsePronunciations(text).fault).toEqual({ line, kind });
});
