import { expect, it } from 'vitest';

import { fileName, htmlPage } from './export-scripts.ts';

it.each([
  ['Why night trains came back', 'Why night trains came back.md'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.md'],
  ['..', 'Script.md'],
  ['  ', 'Script.md'],
  ['Ночные поезда 🚆', 'Ночные поезда 🚆.md'],
  ['x'.repeat(300), `${'x'.repeat(80)}.md`],
])('names the file of %j', (title, name) => {
  expect(fileName(title, 'markdown')).toBe(name);
});

it('escapes the title of a page', () => {
  expect(htmlPage('</title><script>', '<p>x</p>')).not.toContain('<script>');
});
