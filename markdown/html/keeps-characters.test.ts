import fc from 'fast-check';
import { expect, it } from 'vitest';

import { escapeXml } from '#test/support/escape-xml.ts';
import { getRounds } from '#test/support/rounds.ts';
import { htmlToMarkdown } from '../from-html.ts';
import { createParser } from '../parser.ts';

/** Lists characters that mean something in Markdown, or that its rules for emphasis treat differently. */
const SPECIAL = [
  ...'*_~=%$`<>&#!\\|"\'()[]{}+-:;^?@/',
  '「',
  '」',
  '。',
  '！',
  '«',
  '»',
  '**',
  '==',
  '%%',
  '~~',
  '$x$',
  '<!--',
];
const LETTERS = ['a', 'ü', '駅', 'は', '한', 'ж', 'ש', 'm'];

/** Tells words apart by letters alone, because lists and tables in cells add numbers and commas. */
const getName = (count: number): string =>
  [...count.toString(26)].map((char) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(char, 26)]).join('');

/** HTML in which BLANK takes the place of each word. */
type Markup = string;
const BLANK = '\u0001';

const word: fc.Arbitrary<Markup> = fc
  .tuple(fc.constantFrom('', '', ...SPECIAL), fc.constantFrom(...LETTERS), fc.constantFrom('', '', ...SPECIAL))
  .map(([before, letter, after]) => escapeXml(`${before}${letter}`) + BLANK + escapeXml(after));
const space = fc.constantFrom('', ' ', '\n ', '&nbsp;');

const TAGS = ['b', 'i', 's', 'u', 'mark', 'em', 'strong', 'span', 'code', 'sup', 'small', 'font', 'label', 'q'];
const STYLES = [
  'font-weight:700',
  'font-weight:normal',
  'font-style:italic',
  'text-decoration:line-through',
  'vertical-align:super',
  'white-space:pre-wrap',
  'display:block',
];
const openTag = (tag: string, style = ''): string => `<${tag}${style === '' ? '' : ` style="${style}"`}>`;

const { inline, block } = fc.letrec<{ inline: Markup; block: Markup }>((tie) => {
  const inlines = fc
    .array(fc.tuple(tie('inline'), space), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.flat().join(''));
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
  const content = fc.oneof(inlines, inlines, blocks);
  const item = content.map((inner) => `<li>${inner}</li>`);
  const entry = fc.oneof(
    { weight: 4, arbitrary: item },
    fc.tuple(fc.constantFrom('ul', 'ol', 'div'), item).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
    blocks,
  );
  const getList = fc.tuple(
    fc.constantFrom('ul', 'ol', 'ol start=7', 'menu'),
    fc.array(entry, { minLength: 1, maxLength: 4 }),
  );
  const row = fc.array(fc.tuple(fc.constantFrom('td', 'th', 'td colspan=2', 'td rowspan=2'), content), {
    minLength: 1,
    maxLength: 3,
  });
  return {
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 5, arbitrary: word },
      fc.constant('<br>'),
      fc.tuple(fc.constantFrom(...TAGS), inlines).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc
        .tuple(fc.constantFrom('span', 'b', 'i'), fc.constantFrom(...STYLES), inlines)
        .map(([tag, style, inner]) => `${openTag(tag, style)}${inner}</${tag}>`),
      inlines.map((inner) => `<a href="https://example.org/a(b)?x=1&amp;y=*2*">${inner}</a>`),
    ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { weight: 4, arbitrary: inlines.map((inner) => `<p>${inner}</p>`) },
      fc
        .tuple(fc.constantFrom('h1', 'h2', 'h6', 'pre', 'summary', 'figcaption', 'address'), inlines)
        .map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
      fc
        .tuple(
          fc.constantFrom(
            'div',
            'section',
            'blockquote',
            'details',
            'figure',
            'center',
            'b',
            'a href="https://e.org"',
            'dl',
          ),
          content,
        )
        .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
      getList.map(([tag, entries]) => `<${tag}>${entries.join('\n')}</${tag.split(' ')[0]}>`),
      fc
        .array(row, { minLength: 1, maxLength: 3 })
        .map(
          (rows) =>
            `<table>${rows.map((cells) => `<tr>${cells.map(([tag, inner]) => `<${tag}>${inner}</${tag.slice(0, 2)}>`).join('')}</tr>`).join('')}</table>`,
        ),
      fc
        .array(fc.tuple(inlines, content), { minLength: 1, maxLength: 2 })
        .map((pairs) => `<dl>${pairs.map(([term, inner]) => `<dt>${term}</dt><dd>${inner}</dd>`).join('')}</dl>`),
      fc.constant('<hr>'),
    ),
  };
});

const page = fc.array(fc.oneof(block, inline), { minLength: 1, maxLength: 5 }).map((parts) => {
  let count = 0;
  return parts.join('\n').replaceAll(BLANK, () => getName((count += 1)));
});

/** Returns the text of the Markdown without marks. */
function getText(markdown: string): string {
  const readTokens = (tokens: ReturnType<ReturnType<typeof createParser>['parse']>): string =>
    tokens
      .map(({ type, content, children }) =>
        children
          ? readTokens(children)
          : /^(?:text|code_inline|fence|code_block|text_special)$/.test(type)
            ? content
            : ' ',
      )
      .join('');
  return readTokens(createParser({ html: true }).parse(markdown, {}));
}

const readVisibleText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
/** Leaves out signs that the markdown of lists and tables in cells adds, and quotation marks of `<q>`. */
const keepLetters = (text: string): string => text.replace(/[\s\d.,•“”‘’☐☑]/g, '');

it('keeps every character of a page in order', async () => {
  await fc.assert(
    fc.asyncProperty(page, async (html) => {
      const { markdown } = await htmlToMarkdown(html);
      expect(keepLetters(getText(markdown)), markdown).toBe(keepLetters(readVisibleText(html)));
      expect(markdown).not.toMatch(/&#x[0-9a-f]+;/i);
    }),
    { numRuns: getRounds(200, 10_000) },
  );
}, 600_000);
