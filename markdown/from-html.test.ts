import { describe, expect, it } from 'vitest';

import { htmlToMarkdown } from './from-html.ts';
import { UnreadableFile } from './unreadable-file.ts';

const readHtml = async (html: string): Promise<string> => (await htmlToMarkdown(html)).markdown;
const getNotes = async (html: string): Promise<string[]> => (await htmlToMarkdown(html)).notes;

it('keeps structure and words, and drops scripts, resources and hidden elements', async () => {
  const page = `<!doctype html><html><head><title> Night  trains </title><style>p{}</style><script>alert(1)</script></head>
    <body><nav>Home</nav><h1>Came back</h1><p onclick="x()">A <b style="font-weight:normal">plain</b>&nbsp;<span style="font-weight:700">bold</span>
    <a href="javascript:alert(1)">bad</a> <a href="https://example.org/a">good</a></p><p hidden>secret</p><p style="color:red; DISPLAY : none">secret</p>
    <iframe src="https://example.org/v"></iframe><img src="picture.png" alt="A train"><img src="https://example.org/x.png" alt="B">
    <aside class="cue">map [big]</aside><aside class="cue">[Cue: coast]</aside><s>old</s> <mark>new</mark> <u>line</u></body></html>`;
  const { title, markdown, notes } = await htmlToMarkdown(page);
  expect(title).toBe('Night trains');
  expect(markdown).toBe(
    '# Came back\n\nA plain **bold** bad [good](https://example.org/a)\n\n[Picture: A train]![B](https://example.org/x.png)\n\n[Cue: map (big)]\n\n[Cue: coast]\n\n~~old~~ ==new== line\n',
  );
  expect(notes).toEqual([
    'A picture was left out.',
    'An embedded media item was left out: https://example.org/v.',
    'The page’s navigation was left out.',
  ]);
});

it('escapes text that looks like HTML', async () => {
  expect(await readHtml('<p>&lt;img src=x onerror=alert(1)&gt; &lt;!-- x --&gt;</p>')).toBe(
    '\\<img src=x onerror=alert(1)> \\<!-- x -->\n',
  );
});

describe('marks next to punctuation', () => {
  it.each([
    ['<b>「東京」</b>は', '「**東京**」は'],
    ['<b>（注）</b>です', '（**注**）です'],
    ['<i>『本』</i>を', '『*本*』を'],
    ['<b>注意：</b>请看', '**注意**：请看'],
    ['<b>안녕!</b>라고', '**안녕**!라고'],
    ['<b>Hello!</b>world', '**Hello**!world'],
    ['a<i>!</i>b', 'a!b'],
    ['<b>Q.</b>What', '**Q**.What'],
    ['<b>«Oui»</b>dit', '«**Oui**»dit'],
    ['<b>“x”</b><i>y</i>z', '“**x**”*y*z'],
    ['<b>Note:</b> so', '**Note:** so'],
    ['un<b>believ</b>able', 'un**believ**able'],
    ['<b>a </b>b<i> c</i>', '**a** b *c*'],
    ['<b>a</b><b>b</b>', '**ab**'],
    ['x<b>y<i>z</i></b><i>w</i>v', 'x**yz**wv'],
    ['<b><code>a</code></b>', '**`a`**'],
    ['<a href="https://e.org"><b>a</b></a>', '[**a**](https://e.org)'],
  ])('are written so that markdown reads them: %s', async (html, markdown) => {
    expect(await readHtml(`<p>${html}</p>`)).toBe(`${markdown}\n`);
  });

  it('escapes the marks of the markdown dialect', async () => {
    expect(await readHtml('<p>==a== ~~b~~ %%c%% [[d]] [^1] $x$ ![[e]]</p>')).toBe(
      '\\==a\\=\\= \\~\\~b\\~\\~ \\%\\%c\\%\\% \\[[d]] \\[^1] \\$x\\$ !\\[[e]]\n',
    );
    expect(await readHtml('<p>It costs $5, or 6 $.</p>')).toBe('It costs $5, or 6 $.\n');
  });
});

describe('tables', () => {
  const cell = (inner: string): string =>
    `<table><tr><th>A</th><th>B</th></tr><tr>${inner}<td>z</td></tr></table><p>After.</p>`;

  it.each([
    ['<td><p>one</p><p>two</p></td>', 'one<br>two'],
    ['<td><div>one</div><div>two</div></td>', 'one<br>two'],
    ['<td>one<br><br>two</td>', 'one<br>two'],
    ['<td><ul><li>x</li><li>y<ul><li>z</ul></li></ul></td>', '• x<br>• y<br>• z'],
    ['<td><ol start=3><li>x</li><li>y</li></ol></td>', '3. x<br>4. y'],
    ['<td><ul><li><p>x</p><p>y</p></li><li><p>z</p></li></ul></td>', '• x<br>y<br>• z'],
    ['<td><h2>Head</h2><p>Body</p></td>', 'Head<br>Body'],
    ['<td><p><b>A</b></p><p><i>B</i></p></td>', '**A**<br>*B*'],
    ['<td><b>A<br>B</b></td>', '**A**<br>**B**'],
    ['<td><table><tr><td>a<td>b<tr><td>c</table></td>', 'a, b<br>c'],
    ['<td><code>a\\|b</code></td>', 'a\\\\\\|b'],
    ['<td>a|b</td>', 'a\\|b'],
    ['<td><pre>a\nb</pre></td>', '`a`<br>`b`'],
    ['<td><p>one</p><blockquote>two</blockquote>three</td>', 'one<br>two<br>three'],
  ])('writes the cell %s on one line', async (inner, line) => {
    const [, , row] = (await readHtml(cell(inner))).split('\n');
    expect(row?.replace(/ +/g, ' ')).toBe(`| ${line} | z |`);
  });

  it('keeps spans, captions and alignment', async () => {
    const html = `<table><caption>Fares</caption><thead><tr><th colspan=2>Train</th><th style="text-align:right">€</th></tr></thead>
      <tr><td rowspan=2>NJ</td><td>466</td><td>29</td></tr><tr><td>467</td><td>39</td></tr></table>`;
    expect(await readHtml(html)).toBe(
      'Fares\n\n| Train |     |  € |\n| ----- | --- | -: |\n| NJ    | 466 | 29 |\n|       | 467 | 39 |\n',
    );
  });

  it('does not pad short rows to the width of a long cell', async () => {
    const longCell = 'word '.repeat(100);
    expect((await readHtml(`<table><tr><th>A<th>B<tr><td>${longCell}<td>x</table>`)).length).toBeLessThan(600);
  });

  it.each([
    ['<table><tr><td><h1>Title</h1><p>Text</p><td><p>Beside</p></table>', '# Title\n\nText\n\nBeside\n'],
    ['<table><tr><td><p>one</p><p>two</p></table>', 'one\n\ntwo\n'],
    ['<table role="presentation"><tr><td>a<td>b<tr><td>c</table>', 'a\n\nb\n\nc\n'],
    ['<table><tr><td>a<tr><td>b</table>', 'a\n\nb\n'],
    [
      '<table><tr><td>x<td><table><tr><th>A<th>B<tr><td>1<td>2</table></table>',
      'x\n\n| A | B |\n| - | - |\n| 1 | 2 |\n',
    ],
  ])('unwraps the layout table %s', async (html, markdown) => {
    expect(await readHtml(html)).toBe(markdown);
  });

  it('uses the first row as the header of a table without one', async () => {
    expect(await readHtml('<table><tr><td><p>a</p><td>b<tr><td>1<td>2</table>')).toBe(
      '| a | b |\n| - | - |\n| 1 | 2 |\n',
    );
  });
});

describe('lists', () => {
  it.each([
    ['<ul><li>one</li><ul><li>nested</li></ul><li>two</li></ul>', '- one\n  - nested\n- two\n'],
    ['<ul><li>a</li><ul><li>b</li><ul><li>c</li></ul></ul><li>d</li></ul>', '- a\n  - b\n    - c\n- d\n'],
    ['<ul><li><p>one</p></li><ul><li><p>nested</p></li></ul><li><p>two</p></li></ul>', '- one\n  - nested\n- two\n'],
    ['<ul><li>one<li style="list-style:none"><ul><li>nested</ul><li>two</ul>', '- one\n  - nested\n- two\n'],
    ['<ul><div><li>one</li><div><ul><li>nested</ul></div></div><li>two</ul>', '- one\n  - nested\n- two\n'],
    ['<ul><ul><li>a</li></ul><li>b</li></ul>', '- a\n- b\n'],
    ['<ul><p>one</p><p>two</p></ul>', '- one\n- two\n'],
    ['<ul><li>one</li><p>more</p><li>two</ul>', '- one\n\n  more\n\n- two\n'],
    ['<ul><li aria-level="1">a<li aria-level="2">b<li aria-level="1">c</ul>', '- a\n  - b\n- c\n'],
    [
      '<ol><li data-list="bullet">a<li data-list="ordered" class="ql-indent-1">b<li data-list="bullet">c</ol>',
      '- a\n  1. b\n- c\n',
    ],
    [
      '<ul class="lst-kix_a-0 start"><li>a</ul><ul class="lst-kix_a-1 start"><li>b</ul><ul class="lst-kix_a-0"><li>c</ul>',
      '- a\n  - b\n- c\n',
    ],
    [
      '<div><ul><li data-aria-level="1"><p>a</p></ul></div><div><ul><li data-aria-level="2"><p>b</p></ul></div><div><ul><li data-aria-level="1"><p>c</p></ul></div>',
      '- a\n  - b\n- c\n',
    ],
    ['<ol start=4><li>a<li>b<li value=9>c</ol>', '4. a\n5. b\n\n9) c\n'],
    ['<ol reversed><li>c<li>b</ol>', '2. c\n\n1) b\n'],
    ['<li>a</li><li>b</li>', '- a\n- b\n'],
    ['<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>', '- [x] a\n- [ ] b\n'],
    [
      '<ul><li role="checkbox" aria-checked="true"><img aria-roledescription="checkbox" src="data:,"><p>a</p></ul>',
      '- [x] a\n',
    ],
    ['<ul><li><div class="checkbox checkbox-off"></div><span>a</span></ul>', '- [ ] a\n'],
    ['<ul><li>[ ] a</ul>', '- \\[ ] a\n'],
  ])('reads %s', async (html, markdown) => {
    expect(await readHtml(html)).toBe(markdown);
  });

  const wordListParagraphs = (
    items: readonly (readonly [string, number, string])[],
    open: string,
    close: string,
  ): string =>
    items
      .map(
        ([marker, level, words]) =>
          `<p class=MsoListParagraph style='margin-left:.5in;text-indent:-.25in;mso-list:l0 level${level} lfo1'>${open}<span
          style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;
          </span></span></span>${close}<b>${words}</b><o:p></o:p></p>`,
      )
      .join('\n');

  it.each([
    [
      [
        ['·', 1, 'First'],
        ['·', 1, 'Second'],
      ],
      '- **First**\n- **Second**\n',
    ],
    [
      [
        ['·', 1, 'a'],
        ['o', 2, 'b'],
        ['§', 3, 'c'],
        ['·', 1, 'd'],
      ],
      '- **a**\n  - **b**\n    - **c**\n- **d**\n',
    ],
    [
      [
        ['1.', 1, 'First'],
        ['2.', 1, 'Second'],
      ],
      '1. **First**\n2. **Second**\n',
    ],
    [
      [
        ['4)', 1, 'First'],
        ['5)', 1, 'Second'],
      ],
      '4. **First**\n5. **Second**\n',
    ],
    [
      [
        ['a)', 1, 'a'],
        ['b)', 1, 'b'],
        ['c)', 1, 'c'],
      ],
      '1. **a**\n2. **b**\n3. **c**\n',
    ],
    [
      [
        ['i.', 1, 'a'],
        ['ii.', 1, 'b'],
        ['·', 2, 'x'],
        ['iii.', 1, 'c'],
      ],
      '1. **a**\n2. **b**\n   - **x**\n3. **c**\n',
    ],
    [
      [
        ['1.', 1, 'a'],
        ['1.1.', 2, 'b'],
        ['1.2.', 2, 'c'],
        ['2.', 1, 'd'],
      ],
      '1. **a**\n   1. **b**\n   2. **c**\n2. **d**\n',
    ],
    [
      [
        ['一、', 1, 'a'],
        ['二、', 1, 'b'],
      ],
      '1. **a**\n2. **b**\n',
    ],
    [[['Chapter 1:', 1, 'a']], 'Chapter 1: **a**\n'],
  ] as const)('reads Word’s list paragraphs %j', async (items, markdown) => {
    expect(await readHtml(wordListParagraphs(items, '<!--[if !supportLists]-->', '<!--[endif]-->'))).toBe(markdown);
    expect(await readHtml(wordListParagraphs(items, '<![if !supportLists]>', '<![endif]>'))).toBe(markdown);
  });

  it('reads Word’s list paragraphs without conditional comments', async () => {
    const item = (marker: string, words: string): string =>
      `<p style="mso-list:l0 level1 lfo1"><span>${marker}<span>&nbsp;&nbsp; </span></span><span>${words}</span></p>`;
    expect(await readHtml(item('1.', 'one') + item('2.', 'two'))).toBe('1. one\n2. two\n');
    expect(await readHtml(item('·', 'one') + item('', 'two'))).toBe('- one\n- two\n');
  });
});

describe('superscript and subscript', () => {
  it.each([
    ['10<sup>6</sup> grains', '10⁶ grains'],
    ['10<sup>-3</sup> m', '10⁻³ m'],
    ['10<span style="vertical-align:super;font-size:0.6em">6</span>', '10⁶'],
    ['10<sup><span style="vertical-align:super">6</span></sup>', '10⁶'],
    ['10<span style="vertical-align:0.5em;font-size:60%">6</span>', '10⁶'],
    ['H<span style="mso-text-raise:-3.0pt">2</span>O', 'H₂O'],
    ['No <span style="vertical-align:-1px">2</span>, <span style="vertical-align:5pt">words</span>', 'No 2, words'],
    ['x<sub>1</sub>0 H<sub>2</sub>O', 'x₁0 H₂O'],
    ['e<sup>x+1</sup>', 'e<sup>x+1</sup>'],
    ['x<sub>max</sub>', 'x<sub>max</sub>'],
    ['the 2<sup>nd</sup> day<sup>TM</sup>', 'the 2nd day™'],
    ['x<sup><b>2</b></sup>', 'x**²**'],
  ])('reads %s', async (html, markdown) => {
    expect(await readHtml(`<p>${html}</p>`)).toBe(`${markdown}\n`);
  });
});

describe('footnotes', () => {
  const google = `Text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> and more<sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup>.<hr>
    <div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;First</span></p></div>
    <div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;Second</span></p><p>goes on</p></div>`;
  const wordListParagraphs = `<p>Claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference><![if !supportFootnotes]>[1]<![endif]></span></a>.</p>
    <div style='mso-element:footnote-list'><br clear=all><hr size=1 width="33%"><div style='mso-element:footnote' id=ftn1>
    <p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a> Source.</p></div></div>`;
  const wiki = `<p>Fact<sup id="cite_ref-1"><a href="#cite_note-1">[1]</a></sup>, again<sup id="cite_ref-2"><a href="https://e.org/w#cite_note-1">[1]</a></sup></p>
    <ol><li id="cite_note-1"><span>^ <a href="#cite_ref-1">a</a> <a href="#cite_ref-2">b</a></span> A <i>book</i>.</li></ol>`;

  it.each([
    ['Google Docs', google, 'Text[^1] and more[^2].\n\n[^1]: First\n\n[^2]: Second\n\n    goes on\n'],
    ['Word', wordListParagraphs, 'Claim[^1].\n\n[^1]: Source.\n'],
    ['Wikipedia', wiki, 'Fact[^1], again[^1]\n\n[^1]: A *book*.\n'],
  ])('become markdown footnotes in a page from %s', async (_name, html, markdown) => {
    expect(await readHtml(html)).toBe(markdown);
  });

  it('are not found in a table of contents that links to headings', async () => {
    const html = '<p><a id="t" href="#h">1</a></p><h2 id="h"><a href="#t">Came back</a></h2><p>Text</p>';
    expect(await readHtml(html)).toBe('1\n\n## Came back\n\nText\n');
  });

  it('are not confused with comments, which are dropped and counted', async () => {
    const html =
      '<p>x<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> y</p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a>Check</p></div>';
    expect(await htmlToMarkdown(html)).toMatchObject({ markdown: 'x y\n', notes: ['A comment was left out.'] });
  });
});

describe('other elements with words', () => {
  it.each([
    ['<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>へ', '東京へ'],
    ['<p>E is <math alttext="E=mc^2"><mi>E</mi></math> and</p>', 'E is $E=mc^2$ and'],
    ['<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math>', '$1/2 = x^2$'],
    [
      '<span class="katex"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math><span class="katex-html" aria-hidden="true">x1</span></span>',
      '$x_1$',
    ],
    ['<svg><title>no</title><text>North</text><text>South</text></svg>', 'North South'],
    ['<dl><dt>Nightjet<dd>A train.</dl>', '**Nightjet**\n\nA train.'],
    ['<details><summary>More</summary><p>Words</p></details>', 'More\n\nWords'],
    [
      '<figure><img src="https://e.org/a.png" alt="A"><figcaption>Below</figcaption></figure>',
      '![A](https://e.org/a.png)\n\nBelow',
    ],
    ['a<br>b<br><br>c', 'a\\\nb\n\nc'],
    ['<p style="white-space:pre-line">a\nb</p>', 'a\\\nb'],
    ['<pre style="white-space: pre-wrap;">a\nb\n\nc</pre>', 'a\\\nb\n\nc'],
    ['<pre><code class="language-js">a\n  b</code></pre>', '```js\na\n  b\n```'],
    [
      '<div style="white-space:pre;font-family:Consolas,monospace"><div>a</div><div>  b</div></div>',
      '```\na\n  b\n```',
    ],
    ['<p><kbd>Ctrl</kbd>+<q>x</q></p>', '`Ctrl`+“x”'],
    ['<select><option>a<option selected>b</select> <textarea>c\nd</textarea> <input value="e">', 'b c\\\nd e'],
    ['<h2><button aria-expanded="false">Why?</button></h2>', '## Why?'],
    ['<h2>a<br>b <a href="#x">¶</a></h2>', '## a<br>b'],
    ['<p class=MsoTitle>Night trains</p><div role="heading" aria-level="3">c</div>', '# Night trains\n\n### c'],
    ['<p class=MsoSubtitle>Why they came back</p>', '## Why they came back'],
    ['<a href="https://e.org"><h3>a</h3><p>b</p></a>', '### [a](https://e.org)\n\n[b](https://e.org)'],
    ['<b><p>a</p><ul><li>b</ul></b>', '**a**\n\n- **b**'],
    ['<b>a <span style="font-weight:normal">b</span> c</b>', '**a** b **c**'],
    ['<span style="display:block">a</span><span style="display:block">b</span>', 'a\n\nb'],
    [
      '<base href="https://e.org/x/"><a href="y">a</a><img src="z.png" alt="b">',
      '[a](https://e.org/x/y)![b](https://e.org/x/z.png)',
    ],
    ['<p>Hi <img class="emoji" alt="🚆" src="x.png"></p>', 'Hi 🚆'],
    ['<hr><p>a</p>', '***\n\na'],
    [
      'Version:1.0\r\nStartHTML:00000097\r\nEndHTML:00000170\r\n<html><body><!--StartFragment--><p>a</p><!--EndFragment--></body></html>',
      'a',
    ],
  ])('reads %s', async (html, markdown) => {
    expect(await readHtml(html)).toBe(`${markdown}\n`);
  });

  it.each([
    ['<ruby>東<rt>とう</rt></ruby>', 'A reading above a word was left out: とう.'],
    ['<button>Share</button><button>Copy</button>', '2 buttons were left out: Share, Copy.'],
    ['<video src="https://e.org/a.mp4"></video>', 'An embedded media item was left out: https://e.org/a.mp4.'],
    ['<span class=msoDel><del>x</del></span>', 'A tracked deletion was left out.'],
  ])('notes what it drops from %s', async (html, note) => {
    expect(await getNotes(html)).toEqual([note]);
  });

  it('keeps pictures embedded in the page', async () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const { markdown, notes, pictures } = await htmlToMarkdown(
      `<img alt="Dot" src="data:image/png;base64,${dot}"><img alt="Bad" src="data:image/png;base64,AA">`,
    );
    expect(pictures).toEqual([
      {
        address: expect.stringMatching(/^pictures\/[0-9a-f]{64}\.png$/) as string,
        bytes: expect.any(Uint8Array) as Uint8Array,
      },
    ]);
    expect(markdown).toBe(`![Dot](${pictures[0]?.address})[Picture: Bad]\n`);
    expect(notes).toEqual(['A picture was left out.']);
  });
});

describe('bad input', () => {
  it.each([
    ['nested elements', '<div>'.repeat(200_000)],
    ['unclosed marks', '<font color=red>'.repeat(200_000)],
    ['a table of a million cells', `<table>${'<tr><td>a<td>b'.repeat(30_000)}</table>`],
    ['spans of a million cells', `<table>${'<tr><td rowspan=65534 colspan=1000>a<td>b<td>c'.repeat(300)}</table>`],
  ])('rejects %s with a readable message', async (_name, html) => {
    await expect(htmlToMarkdown(html)).rejects.toThrow(UnreadableFile);
  });

  it('reads deep nesting within limits', async () => {
    const countWords = (markdown: string): number => markdown.match(/word/g)?.length ?? 0;
    expect(countWords(await readHtml('<ul><li>word'.repeat(250)))).toBe(250);
    expect(countWords(await readHtml('<blockquote>word'.repeat(500)))).toBe(500);
    expect(countWords(await readHtml('<table><tr><td>word<td>word'.repeat(100)))).toBe(200);
  });
});

describe('pages of other editors', () => {
  it('have the document’s title, which is a paragraph in Google Docs', async () => {
    const page = '<p class="c2 title" id="h.x">A year on a bike</p><p class="subtitle" id="h.y">Knees</p><h1>May</h1>';
    const { title, markdown } = await htmlToMarkdown(page);
    expect(title).toBe('A year on a bike');
    expect(markdown).toBe('# A year on a bike\n\n## Knees\n\n# May\n');
    expect(await readHtml('<p class="title">Not a heading elsewhere</p>')).toBe('Not a heading elsewhere\n');
  });

  it('keep lists whole that Notion writes item by item', async () => {
    const item = (name: string, text: string, start = ''): string => {
      const tag = name === 'numbered' ? 'ol' : 'ul';
      return `<${tag} class="${name}-list"${start}><li>${text}</li></${tag}>`;
    };
    const box = (state: string): string => `<div class="checkbox checkbox-${state}"></div> <span>Film</span>`;
    expect(await readHtml(item('to-do', box('on')) + item('to-do', box('off')))).toBe('- [x] Film\n- [ ] Film\n');
    const numberedItems = item('numbered', 'One', ' start="1"') + item('numbered', 'Two', ' start="2"');
    expect(await readHtml(numberedItems)).toBe('1. One\n2. Two\n');
    expect(await readHtml(numberedItems + item('numbered', 'Other', ' start="1"'))).toBe(
      '1. One\n2. Two\n\n1) Other\n',
    );
    expect(await readHtml(item('bulleted', 'A') + item('to-do', box('on')))).toBe('- A\n\n* [x] Film\n');
    const header = '<header><div class="page-header-icon"><span class="icon">🐟</span></div><h1>Fish</h1></header>';
    expect(await readHtml(header)).toBe('# Fish\n');
  });
});
