import { expect, test } from 'vitest';

import { formatDecimal, LOCALE, formatNumber, plural, chooseLocale } from './language.ts';

test('plural picks singular or plural and formats the number', () => {
  const texts = [0, 1, 2, 1200].map((count) => plural(count, ['# idea', '# ideas']));
  expect(texts).toEqual(['0 ideas', '1 idea', '2 ideas', '1,200 ideas']);
  expect(plural(1, ['An idea is made', '# ideas are made'])).toBe('An idea is made');
});

test('plural supports languages with more forms', () => {
  const polish = (n: number): number => (n === 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n < 12 || n > 14) ? 1 : 2);
  const texts = [1, 3, 5, 22].map((count) => plural(count, ['# film', '# filmy', '# filmów'], polish));
  expect(texts).toEqual(['1 film', '3 filmy', '5 filmów', '22 filmy']);
});

test('plural texts may contain the replacement patterns of JavaScript, such as $&', () => {
  expect(plural(2, ['#', '# of $& and $1'])).toBe('2 of $& and $1');
});

test('the person’s region decides the format of dates and numbers, not the language', () => {
  const forms = [['en-US', 'en'], ['de-AT', 'en-US'], ['fr-FR', 'en-AU', 'en-US'], ['en'], ['en-001'], []].map(
    (languages) => chooseLocale('en-GB', languages),
  );
  expect(forms).toEqual(['en-US', 'en-US', 'en-AU', 'en-GB', 'en-001', 'en-GB']);
  expect(chooseLocale('de-DE', ['de-AT', 'de'])).toBe('de-AT');
});

test('defaults to English', () => {
  expect([LOCALE, formatNumber(1234.5), formatDecimal(3)]).toEqual(['en-GB', '1,234.5', '3.0']);
});
