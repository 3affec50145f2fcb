import commonmark from 'commonmark-spec';
import { describe, expect, it } from 'vitest';
import { exportScript } from './export.ts';
import { findHeadings } from './headings.ts';

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
  it('returns markdown unchanged, whatever its line endings', () => {
    for (const text of [SCRIPT, SCRIPT.replaceAll('\n', '\r\n'), 'a\r\nb\nc\rd', ''])
      expect(exportScript(text, { format: 'markdown', includeHeadings: true })).toBe(text);
  });

  it('strips heading markers and keeps their words on separate lines', () => {
    const text = exportScript(SCRIPT, { format: 'markdown', includeHeadings: false });
    expect(findHeadings(text)).toEqual([]);
    expect(text).toContain('Night trains\n\nFirst *line*');
    expect(text).toContain('example.org).\n\nWhy **now**\n\n[Cue: map]');
    expect(text).toContain('\nSetext\n');
    expect(text).toContain('```\n# no heading\n```');
    expect(exportScript('# # x\n', { format: 'markdown', includeHeadings: false })).toBe('\\# x\n');
    expect(exportScript('A\r\n=\r\nb\r\n', { format: 'markdown', includeHeadings: false })).toBe('A\r\n\r\nb\r\n');
    expect(exportScript('+++\n===\na = b\n+++\n', { format: 'markdown', includeHeadings: false })).toBe(
      '\\+++\n\na = b\n+++\n',
    );
    expect(exportScript('- # in a list\n', { format: 'markdown', includeHeadings: false })).toBe('- in a list\n');
  });

  it('leaves no heading in any CommonMark example', () => {
    for (const { markdown } of commonmark.tests) {
      const text = exportScript(markdown.replaceAll('→', '\t'), { format: 'markdown', includeHeadings: false });
      expect(findHeadings(text), JSON.stringify(markdown)).toEqual([]);
    }
  });

  it('exports HTML that cannot run scripts', () => {
    const html = exportScript(`${SCRIPT}\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) <b onclick=x>y</b>\n`, {
      format: 'html',
      includeHeadings: true,
    });
    expect(html).toContain('<h1>Night trains</h1>');
    expect(html).toContain('<aside class="cue">[Cue: map]</aside>');
    expect(html).not.toMatch(/<script|<b |href="javascript/i);
    expect(exportScript(SCRIPT, { format: 'html', includeHeadings: false })).not.toMatch(/<h\d/);
    expect(exportScript(SCRIPT, { format: 'html', includeHeadings: false })).toContain('<p>Night trains</p>');
  });

  it('exports plain text without markers', () => {
    expect(exportScript(SCRIPT, { format: 'text', includeHeadings: true })).toBe(
      'Night trains\n\nFirst line with a link.\n\nWhy now\n\n[Cue: map]\n\none\ntwo\n\n1. first\n2. second\n\nquoted\n\nSetext\n\n# no heading\n',
    );
    expect(
      exportScript('a &amp; <b>b</b> \\* ![pic](x.png)<!-- c -->\n', { format: 'text', includeHeadings: true }),
    ).toBe('a & <b>b</b> * pic<!-- c -->\n');
  });
});

describe('text that is not markdown', () => {
  const exportAs = (format: 'text' | 'html', markdown: string) =>
    exportScript(markdown, { format, includeHeadings: true });

  it('keeps tags as typed and escapes them in HTML', () => {
    expect(exportAs('text', 'The train left at <time>.\n')).toBe('The train left at <time>.\n');
    expect(exportAs('text', '<div>\nIn a block\n</div>\n\n<script>run()</script>\n')).toBe(
      '<div>\nIn a block\n</div>\n\n<script>run()</script>\n',
    );
    expect(exportAs('html', 'The train left at <time>.\n')).toBe('<p>The train left at &lt;time&gt;.</p>\n');
  });

  it('keeps a heading inside a list apart from a footnote before it, which nobody reads, when its marker is dropped', () => {
    const script = '- [^1]: note\n  ## The lamp\n';
    expect(exportScript(script, { format: 'markdown', includeHeadings: false })).toBe('- [^1]: note\n\n  The lamp\n');
  });

  it('keeps struck-out words, marked in HTML', () => {
    expect(exportAs('text', 'It is ~~gone~~ here.\n')).toBe('It is gone here.\n');
    expect(exportAs('html', 'It is ~~gone~~ here.\n')).toBe('<p>It is <s>gone</s> here.</p>\n');
  });

  it('keeps all words of a picture’s description', () => {
    expect(exportAs('text', '![a \\* `b` &amp; c](x.png)\n')).toBe('a * b & c\n');
    expect(exportAs('html', '![a \\* `b` &amp; c](x.png)\n')).toContain('alt="a * b &amp; c"');
  });
});

describe('headings', () => {
  it('are found with their positions', () => {
    const result = findHeadings(SCRIPT);
    expect(result.map(({ level, text }) => [level, text])).toEqual([
      [1, 'Night trains'],
      [2, 'Why now'],
      [2, 'Setext'],
    ]);
    expect(result.map(({ from, to }) => SCRIPT.slice(from, to))).toEqual([
      '# Night trains',
      '## Why **now** ##',
      'Setext\n------',
    ]);
  });
  it('have the right positions in text with CRLF', () => {
    const text = 'a\r\n\r\n# b\r\n\r\n```\r\n# c\r\n```\r\n# d';
    expect(findHeadings(text).map(({ from, to, line }) => [text.slice(from, to), line])).toEqual([
      ['# b', 2],
      ['# d', 7],
    ]);
  });
});
