import commonmark from 'commonmark-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getRounds } from '#test/support/rounds.ts';
import { exportScript } from './export.ts';
import { joinPieces, parseTree, type Part, type Piece } from './tree.ts';

const getPieces = (markdown: string): readonly Piece[] =>
  parseTree(markdown).parts.flatMap((part) => ('pieces' in part ? part.pieces : []));

describe('reading a script as a tree', () => {
  it('reads front matter in order', () => {
    expect([...parseTree('---\n# comment\n# more\ntitle: x # no\n---\n\nText.\n').details]).toEqual([['title', 'x']]);
    const yaml =
      '---\ntitle: "Night: trains"\nauthor: Ada # the writer\ntags: [rail, "a, b"]\n\naliases:\n  - one\n  - \'it\'\'s two\'\n' +
      'summary: >-\n  A long\n  line.\nnote: |\n  One\n  Two\nempty:\nplace:\n  city: Basel\n---\n\nText.\n';
    expect([...parseTree(yaml).details]).toEqual([
      ['title', 'Night: trains'],
      ['author', 'Ada'],
      ['tags', ['rail', 'a, b']],
      ['aliases', ['one', 'it’s two'.replace('’', "'")]],
      ['summary', 'A long line.'],
      ['note', 'One\nTwo'],
      ['empty', ''],
      ['place', 'city: Basel'],
    ]);
    const toml =
      '+++\n# A comment\ntitle = "X \\u00e9"\ndate = 2024-05-01\ntags = ["a", "b"]\nmore = [\n  "c",\n]\nlong = """\nOne\ntwo"""\n[extra]\nkey = 1\n+++\nText.\n';
    expect([...parseTree(toml).details]).toEqual([
      ['title', 'X é'],
      ['date', '2024-05-01'],
      ['tags', ['a', 'b']],
      ['more', ['c']],
      ['long', 'One\ntwo'],
      ['extra.key', '1'],
    ]);
    expect(parseTree(toml).parts).toEqual([{ kind: 'paragraph', pieces: [{ text: 'Text.' }] }]);
  });

  it.each([
    '---\n\ntitle: x\n\n---\n',
    '---\nA sentence.\n---\n',
    '---\nNARRATOR: Hello.\n\n---\n',
    '\n---\ntitle: x\n---\n',
    'Text.\n\n---\ntitle: x\n---\n',
    '---\ntitle: x\n\nNo detail.\n\n---\n',
    '---\ntitle: x\n',
    '***\ntitle: x\n***\n',
    '> ---\n> title: x\n> ---\n',
    '+++\n\nNever closed.\n',
  ])('finds no front matter in %j', (markdown) => {
    expect(parseTree(markdown).details.size).toBe(0);
  });

  it('numbers footnotes in the order of their references', () => {
    const { parts, footnotes } = parseTree(
      'One[^b] and[^a] again[^b].\n\n[^a]: First.\n[^b]: Second\n    goes on.\n\n    - in a list\n\nTwo[^none].\n\n[^c]: Nowhere.\n',
    );
    expect(parts.map((part) => ('pieces' in part ? joinPieces(part.pieces) : part.kind))).toEqual([
      'One1 and2 again1.',
      'Two[^none].',
    ]);
    expect(parts.flatMap((part) => ('pieces' in part ? part.pieces : [])).filter(({ footnote }) => footnote)).toEqual([
      { text: '1', footnote: '1' },
      { text: '2', footnote: '2' },
      { text: '1', footnote: '1' },
    ]);
    expect([...footnotes].map(([key, note]) => [key, note.map(({ kind }) => kind)])).toEqual([
      ['1', ['paragraph', 'list']],
      ['2', ['paragraph']],
      ['3', ['paragraph']],
    ]);
  });

  it('reads marks written as markdown or as HTML tags', () => {
    expect(getPieces('~~a~~ ==b== <mark>c</mark> <s>d</s> <del>e</del> <b><i>f</i></b> <code>g</code>')).toEqual([
      { text: 'a', struck: true },
      { text: ' ' },
      { text: 'b', highlighted: true },
      { text: ' ' },
      { text: 'c', highlighted: true },
      { text: ' ' },
      { text: 'd', struck: true },
      { text: ' ' },
      { text: 'e', struck: true },
      { text: ' ' },
      { text: 'f', bold: true, italic: true },
      { text: ' ' },
      { text: 'g', code: true },
    ]);
    expect(getPieces('10<sup>6</sup> H<sub>2</sub>O')).toEqual([
      { text: '10' },
      { text: '6', script: 'super' },
      { text: ' H' },
      { text: '2', script: 'sub' },
      { text: 'O' },
    ]);
    expect(getPieces('</b>a <a href="https://e.org">b</a> <img src="pictures/x.png" alt="c">')).toEqual([
      { text: 'a ' },
      { text: 'b', href: 'https://e.org' },
      { text: ' ' },
      { text: 'c', picture: 'pictures/x.png' },
    ]);
  });

  it.each([
    'one<br>two',
    'one<br/>two',
    'one</br>two',
    'one<br />\ntwo',
    '# one<BR>two',
    '<br>\n',
    '| one<br>two |\n|---|',
    'VISUAL: map\nWords',
    'Words\nHOST: more\nwords',
  ])('reads one line break in %j', (markdown) => {
    const pieces = parseTree(markdown).parts.flatMap((part) =>
      'pieces' in part ? part.pieces : part.kind === 'table' ? part.rows.flat(2) : [],
    );
    expect(pieces.filter((snippet) => snippet.break)).toHaveLength(1);
  });

  it('converts formulas to plain text', () => {
    expect(parseTree('$$\n\\frac{a+b}{2} \\le \\sqrt[3]{x}\n$$\n\n$$ E = mc^2 $$\n\n$$a$$\n').parts).toEqual([
      { kind: 'math', text: '(a+b)/2 ≤ ³√x' },
      { kind: 'math', text: 'E = mc²' },
      { kind: 'math', text: 'a' },
    ]);
    expect(getPieces('Of $\\alpha_{10}^{n+1} \\cdot \\text{two words} \\times \\sin x$.')[1]).toEqual({
      text: 'α₁₀ⁿ⁺¹ · two words × sin x',
      math: true,
    });
  });

  it('reads tasks, callouts, comments and table alignment', () => {
    expect(parseTree('- [ ] a\n- [x] b\n- c\n').parts[0]).toMatchObject({
      items: [{ done: false }, { done: true }, { done: null }],
    });
    expect(parseTree('> [!NOTE]- A *title*\n> text\n\n> [!tip]\n\n> [beat]\n').parts).toMatchObject([
      { kind: 'quote', label: 'A title', parts: [{ kind: 'paragraph', pieces: [{ text: 'text' }] }] },
      { kind: 'quote', label: 'Tip', parts: [] },
      { kind: 'quote', label: null },
    ]);
    expect(parseTree('<!-- a\n\nb -->\n\n%%\nc\n%%\n\nd %%e%% f\n').parts).toEqual([
      { kind: 'comment', text: 'a\n\nb' },
      { kind: 'comment', text: 'c' },
      { kind: 'paragraph', pieces: [{ text: 'd ' }, { text: ' f' }] },
    ]);
    expect(parseTree('| a | b | c | d |\n|---|:--|:-:|--:|\n').parts[0]).toMatchObject({
      alignments: [null, 'left', 'center', 'right'],
    });
  });

  it('keeps extremely nested content as text', () => {
    const getDepth = (parts: readonly Part[]): number =>
      1 + Math.max(0, ...parts.map((part) => (part.kind === 'quote' ? getDepth(part.parts) : 0)));
    const { parts } = parseTree(`${'> '.repeat(5000)}word`);
    expect(getDepth(parts)).toBeGreaterThan(200);
    expect(JSON.stringify(parts)).toContain('word');
    expect(parseTree(`${'['.repeat(2000)}word${']'.repeat(2000)}`).parts).toHaveLength(1);
    expect(JSON.stringify(parseTree(`$${'\\sqrt{'.repeat(5000)}word`))).toContain('word');
    expect(JSON.stringify(parseTree(`$x^${'^'.repeat(50_000)}{word}$`))).toContain('word');
  });
});

/** Words begin with a letter, because numbers may be marks. */
const getWords = (text: string): string[] => text.match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];

const withoutNumbers = (pieces: readonly Piece[]): string =>
  joinPieces(pieces.filter(({ footnote }) => footnote === undefined));

function getText(part: Part): string {
  if ('pieces' in part) return withoutNumbers(part.pieces);
  if (part.kind === 'cue') return `Cue ${part.text}`;
  if (part.kind === 'code' || part.kind === 'math') return part.text;
  if (part.kind === 'quote') return [part.label ?? '', ...part.parts.map(getText)].join('\n');
  if (part.kind === 'list') return part.items.flatMap(({ parts }) => parts.map(getText)).join('\n');
  return part.kind === 'table' ? part.rows.flat().map(withoutNumbers).join('\n') : '';
}

describe('the tree of any script', () => {
  const snippet = fc.oneof(
    fc.constantFrom(
      ...commonmark.tests
        .map(({ markdown }) => markdown.replaceAll('→', '\t'))
        .filter((text) => !/<[a-z/!?]/i.test(text)),
    ),
    fc.constantFrom(
      ...['word ', 'Größe', 'поезд\n', '\n', '\n\n', '# ', '> ', '- ', '- [x] ', '1. ', '    ', '```\n', '---\n', '===\n', '*', '**', '_', '`'],
      ...['~~', '==', '$', '$$', '$$\n', '%%', '%%\n', '[[', ']]', '[[page|', '[^1]', '[^1]: note\n', '[^2]: two\n', '[', ']', '](/u)', '!['],
      ...['> [!NOTE] title\n', '---\ntitle: x\n---\n', '+++\nkey = "y"\n+++\n', '[Cue: map]\n', '| a | b |\n|-|-|\n', '<br>', '&amp;', '\\', '\\frac{a}{b}'],
    ), // prettier-ignore
  );
  it('keeps all words in order', () => {
    fc.assert(
      fc.property(fc.array(snippet, { maxLength: 16 }), (parts) => {
        const markdown = parts.join('');
        const tree = parseTree(markdown);
        const details = [...tree.details].map(([name, value]) => `${name} ${[value].flat().join(' ')}`);
        const notes = [...tree.footnotes.values()].flatMap((note) => note.map(getText));
        const treeWords = getWords([...details, ...tree.parts.map(getText), ...notes].join('\n'));
        expect(treeWords).toEqual(getWords(exportScript(markdown, { format: 'text', includeHeadings: true })));
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  }, 300_000);
});
