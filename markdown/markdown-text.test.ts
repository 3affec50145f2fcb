import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { writeMarkdownRuns, writeMarkdownText, type TextRun } from './markdown-text.ts';
import { createParser } from './parser.ts';
import { toInlineText } from './plain-text.ts';

const parser = createParser({ html: true });

/** Returns the text of a markdown that has one paragraph and nothing else; otherwise the types of its blocks. */
function readParagraph(markdown: string): string {
  const tokens = parser.parse(markdown, {});
  const types = tokens.map(({ type }) => type).join(' ');
  if (types !== 'paragraph_open inline paragraph_close') return `<${types}>`;
  return toInlineText(tokens[1]?.children ?? []);
}

const trimLines = (text: string): string =>
  text
    .split(/[\n\v\f\u2028\u2029]|\r\n?/)
    .map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((line) => line !== '')
    .join('\n');

const markLike = fc.constantFrom(
  ...['*', '**', '***', '_', '__', '`', '```', '~', '~~', '~~~', '==', '=', '===', '%%', '$', '$$', '$5', '10$', '^'],
  ...['[', ']', '[x]', '[ ]', '[^1]', '[^1]:', '[[', ']]', '[a](b)', '![a](b)', '[Cue: x]', '[a]: b', '](', '!['],
  ...['#', '##', '# ', '> ', '- ', '+ ', '* ', '1. ', '12) ', '1984. ', '-', '--', '---', '| a | b |', '|-|-|', ':-:'],
  ...[
    '<',
    '<b>',
    '</b>',
    '<br>',
    '<!--',
    '-->',
    '<https://a.b>',
    '<script>',
    '&',
    '&amp;',
    '&#65;',
    '&copy',
    '\\',
    '\\\\',
  ],
  ...[
    '    ',
    '\t',
    '  \n',
    '\n',
    '\n\n',
    ' ',
    ' ',
    'word',
    'Größe',
    'a_b',
    'x',
    '5',
    '.',
    '!',
    ':',
    '"',
    '(',
    ')',
    '日本',
    '🚆',
  ],
  ...['---\n', 'key: value\n', '+++\n', '- [ ] ', '> [!NOTE] '],
);
const text = fc.array(markLike, { minLength: 1, maxLength: 14 }).map((parts) => parts.join(''));
const RUNS = { numRuns: getRounds(200, 10_000) };

describe('plain text as markdown', () => {
  it('parses to one paragraph with the same text', () => {
    fc.assert(
      fc.property(text, (input) => {
        const expectedText = trimLines(input);
        const markdown = writeMarkdownText(input);
        if (expectedText === '') expect(markdown).toBe('');
        else expect(readParagraph(markdown), markdown).toBe(expectedText);
      }),
      RUNS,
    );
  });

  it('is not escaped where markdown would read no mark', () => {
    for (const plainInput of [
      '5 * 3 < 16 & so on, a_b_c, ~5, a = b, 10%, it costs $5 or $10, AT&T, x - y + z',
      'Nr. 5: (really) “quoted” #tag @name 1990.',
      '1.5 and -5, C:\\dir',
    ])
      expect(writeMarkdownText(plainInput)).toBe(plainInput);
  });

  it('keeps bracketed directions on request and escapes other brackets', () => {
    const withDirections = (text: string): string => writeMarkdownText(text, { directions: true });
    expect(withDirections('[MUSIC] Hello [beat] you')).toBe('[MUSIC] Hello [beat] you');
    expect(withDirections('[a](b) [c]: d')).toBe('[a]\\(b) [c]\\: d');
    expect(withDirections('[^1] [[x]] [Cue: x] [ ] [open')).toBe('\\[^1] \\[[x]] \\[Cue: x] \\[ ] \\[open');
    expect(writeMarkdownText('[spoken]')).toBe('\\[spoken]');
  });

  it('keeps marks where markdown can parse them, and the words always', () => {
    expect(
      writeMarkdownRuns([{ text: 'a ' }, { text: 'b ', bold: true }, { text: 'c', italic: true, bold: true }]),
    ).toBe('a **b *c***');
    expect(writeMarkdownRuns([{ text: '"a"', italic: true }, { text: 'b' }])).toBe('"a"b');
    const run = fc.record({
      text,
      bold: fc.boolean(),
      italic: fc.boolean(),
      struck: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 4 }), (runs: TextRun[]) => {
        const expectedText = trimLines(runs.map((run) => run.text).join(''));
        if (expectedText !== '')
          expect(readParagraph(writeMarkdownRuns(runs)).replace(/\s+/g, ' ')).toBe(expectedText.replace(/\s+/g, ' '));
      }),
      RUNS,
    );
  });

  it('keeps comments off line starts, where they would hide the line', () => {
    expect(
      writeMarkdownRuns([
        { text: 'n', comment: true },
        { text: ' Hello\n' },
        { text: 'm', comment: true },
        { text: ' you' },
      ]),
    ).toBe('<!-- n -->\n\nHello <!-- m -->\\\nyou');
  });
});
