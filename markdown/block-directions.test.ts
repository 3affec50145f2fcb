import { describe, expect, test } from 'vitest';

import { exportScript } from './export.ts';

const toHtml = (markdown: string): string => exportScript(markdown, { format: 'html', includeHeadings: true });

describe('block direction follows the first strong letter', () => {
  test.each([
    ['# القطار', '<h1 dir="rtl">القطار</h1>\n'],
    ['مرحبا بالعالم! هذا هو القطار رقم 7.', '<p dir="rtl">مرحبا بالعالم! هذا هو القطار رقم 7.</p>\n'],
    ['7. שלום', '<ol start="7" dir="rtl">\n<li>שלום</li>\n</ol>\n'],
    ['> «مهم»', '<blockquote dir="rtl">\n<p>«مهم»</p>\n</blockquote>\n'],
    ['Train 7: القطار', '<p>Train 7: القطار</p>\n'],
    [
      '**[قطار](https://example.org)** train',
      '<p dir="rtl"><strong><a href="https://example.org">قطار</a></strong> train</p>\n',
    ],
    ['[Cue: خريطة]', '<aside class="cue" dir="rtl">[Cue: خريطة]</aside>\n'],
    ['123', '<p>123</p>\n'],
  ])('%s', (markdown, expected) => expect(toHtml(markdown)).toBe(expected));

  test('each list item follows its own text', () => {
    expect(toHtml('- عنصر\n- item')).toBe('<ul dir="rtl">\n<li>عنصر</li>\n<li dir="ltr">item</li>\n</ul>\n');
    expect(toHtml('- item\n- عنصر')).toBe('<ul>\n<li>item</li>\n<li dir="rtl">عنصر</li>\n</ul>\n');
  });

  test('a table follows its header, and each cell its own text', () => {
    const table = toHtml('| اسم | b |\n| --- | --: |\n| 1 | عدد |');
    expect(table).toContain('<table dir="rtl">');
    expect(table).toContain('<th>اسم</th>\n<th align="right" dir="ltr">b</th>');
    expect(table).toContain('<td>1</td>\n<td align="right">عدد</td>');
  });

  test('code is always left to right', () => {
    expect(toHtml('- عنصر\n\n      let a;\n')).toContain('<pre dir="ltr"><code>let a;');
  });
});

test('adds no dir attribute to text without right-to-left letters', () => {
  expect(toHtml('# Head\n\n- one\n\n> two 日本語 😀\n')).not.toContain('dir=');
});
