import commonmark from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { exportScript } from './export.ts';
import { headings } from './headings.ts';

const SCRIPT = `# Night trains

First *line* with [a link](https://example.org).
## Why **now** ##
[Cue: map]
- one
- two

1. first
2. second

> quoted

Setext
------
\`\`\`
# no heading
\`\`\`
`;

describe('exportScript', () => {
  it('gives markdown as it is, whatever its line ends', () => {
    for (const text of [SCRIPT, SCRIPT.replaceAll('\n', '\r\n'), 'a\r\nb\nc\rd', ''])
      expect(exportScript(text, { format: 'markdown', includeHeadings: true })).toBe(text);
  });

  it('strips heading markers and keeps the words as lines of their own', () => {
    const text = exportScript(SCRIPT, { format: 'markdown', includeHeadings: false });
    expect(headings(text)).toEqual([]);
    expect(text).toContain('Night trains\n\nFirst *line*');
    expect(text).toContain('example.org).\n\nWhy **now**\n\n[Cue: map]');
    expect(text).toContain('\nSetext\n');
    expect(text).toContain('```\n# no heading\n```');
    expect(exportScript('# # x\n', { format: 'markdown', includeHeadings: false })).toBe('\\# x\n');
    expect(exportScript('A\r\n=\r\nb\r\n', { format: 'markdown', includeHeadings: false })).toBe('A\r\n\r\nb\r\n');
    expect(exportScript('- # in a list\n', { format: 'markdown', includeHeadings: false })).toBe('- in a list\n');
  });

  it('leaves no heading in any example of the CommonMark specification', () => {
    for (const { markdown } of commonmark.tests) {
      const text = exportScript(markdown.replaceAll('→', '\t'), { format: 'markdown', includeHeadings: false });
      expect(headings(text), JSON.stringify(markdown)).toEqual([]);
    }
  });

  it('converts to HTML that runs nothing', () => {
    const html = exportScript(`${SCRIPT}\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=x>y</b>\n`, {
      format: 'html',
      includeHeadings: true,
    });
    expect(html).toContain('<h1>Night trains</h1>');
    expect(html).toContain('<aside class="cue">map</aside>');
    expect(html).not.toMatch(/<script|<b |href="javascript/i);
    expect(exportScript(SCRIPT, { format: 'html', includeHeadings: false })).not.toMatch(/<h\d/);
    expect(exportScript(SCRIPT, { format: 'html', includeHeadings: false })).toContain('<p>Night trains</p>');
  });

  it('gives plain text without markers', () => {
    expect(exportScript(SCRIPT, { format: 'text', includeHeadings: true })).toBe(
      'Night trains\n\nFirst line with a link.\n\nWhy now\n\n[Cue: map]\n\none\ntwo\n\n1. first\n2. second\n\nquoted\n\nSetext\n\n# no heading\n',
    );
    expect(
      exportScript('a &amp; <b>b</b> \\* ![pic](x.png)<!-- c -->\n', { format: 'text', includeHeadings: true }),
    ).toBe('a & <b>b</b> * pic<!-- c -->\n');
  });
});

describe('what is no markdown', () => {
  const of = (format: 'text' | 'html', markdown: string) => exportScript(markdown, { format, includeHeadings: true });

  it('stays in text as it was typed', () => {
    expect(of('text', 'The train left at <time>.\n')).toBe('The train left at <time>.\n');
    expect(of('text', '<div>\nIn a block\n</div>\n\n<script>run()</script>\n')).toBe(
      '<div>\nIn a block\n</div>\n\n<script>run()</script>\n',
    );
    expect(of('html', 'The train left at <time>.\n')).toBe('<p>The train left at &lt;time&gt;.</p>\n');
  });

  it('is not what is struck: the word stays, and HTML marks it', () => {
    expect(of('text', 'It is ~~gone~~ here.\n')).toBe('It is gone here.\n');
    expect(of('html', 'It is ~~gone~~ here.\n')).toBe('<p>It is <s>gone</s> here.</p>\n');
  });

  it('is not a description of a picture: all its words stay', () => {
    expect(of('text', '![a \\* `b` &amp; c](x.png)\n')).toBe('a * b & c\n');
    expect(of('html', '![a \\* `b` &amp; c](x.png)\n')).toContain('alt="a * b &amp; c"');
  });
});

describe('headings', () => {
  it('finds those that are, with their places', () => {
    const found = headings(SCRIPT);
    expect(found.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Night trains'],
      [2, 'Why now'],
      [2, 'Setext'],
    ]);
    expect(found.map(({ from, to }) => SCRIPT.slice(from, to))).toEqual([
      '# Night trains',
      '## Why **now** ##',
      'Setext\n------',
    ]);
  });
  it('counts characters right with CRLF', () => {
    const text = 'a\r\n\r\n# b\r\n\r\n```\r\n# c\r\n```\r\n# d';
    expect(headings(text).map(({ from, to, line }) => [text.slice(from, to), line])).toEqual([
      ['# b', 2],
      ['# d', 7],
    ]);
  });
});
