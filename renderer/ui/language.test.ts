import { expect, test } from 'vitest';

import { decimal, LOCALE, number, plural } from './language.ts';

test('one and many, with the number as the language writes it', () => {
  const said = [0, 1, 2, 1200].map((count) => plural(count, ['# idea', '# ideas']));
  expect(said).toEqual(['0 ideas', '1 idea', '2 ideas', '1,200 ideas']);
  expect(plural(1, ['An idea is made', '# ideas are made'])).toBe('An idea is made');
});

test('a language with more forms brings its rule', () => {
  const polish = (n: number): number => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n < 12 || n > 14) ? 1 : 2);
  const said = [1, 3, 5, 22].map((count) => plural(count, ['# film', '# filmy', '# filmów'], polish));
  expect(said).toEqual(['1 film', '3 filmy', '5 filmów', '22 filmy']);
});

test('what stands in a form is no pattern', () => {
  expect(plural(2, ['#', '# of $& and $1'])).toBe('2 of $& and $1');
});

test('without a language the window is English', () => {
  expect([LOCALE, number(1234.5), decimal(3)]).toEqual(['en-GB', '1,234.5', '3.0']);
});
