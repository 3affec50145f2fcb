import { describe, expect, it } from 'vitest';

import { DOT_BYTES } from '#test/support/assets.ts';
import {
  toListItem,
  toParagraph,
  toRun,
  WORD_NUMBERING,
  WORD_STYLES,
  createWordDocument,
  type WordParts,
} from '#test/support/word-document.ts';
import { docxToMarkdown } from './from-docx.ts';

const readWord = (body: string, parts: Omit<WordParts, 'body'> = {}) =>
  docxToMarkdown(createWordDocument({ body, styles: WORD_STYLES, numbering: WORD_NUMBERING, ...parts }));
const convertDocument = async (body: string, parts?: Omit<WordParts, 'body'>): Promise<string> =>
  (await readWord(body, parts)).markdown;

const toNote = (id: number, content: string, kind = 'footnote'): string =>
  `<w:${kind} w:id="${id}">${content}</w:${kind}>`;
const toReference = (id: number, kind = 'footnote'): string => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`;
const toField = (instruction: string, result: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>` +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

describe('comments and tracked changes', () => {
  it('leaves comments and replies out of the text, and counts them', async () => {
    const body = toParagraph(
      `<w:commentRangeStart w:id="1"/><w:commentRangeStart w:id="2"/>${toRun('Claim stands.')}<w:commentRangeEnd w:id="1"/>` +
        '<w:r><w:commentReference w:id="1"/></w:r><w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r>',
    );
    const comments = `<w:comment w:id="1" w:initials="A">${toParagraph(toRun('Check'))}</w:comment><w:comment w:id="2">${toParagraph(toRun('Done'))}</w:comment>`;
    const { markdown, notes } = await readWord(body, { comments });
    expect(markdown).toBe('Claim stands.\n');
    expect(notes).toEqual(['2 comments were kept.']);
  });

  it('does not count comments without a reference in the text', async () => {
    const comments = `<w:comment w:id="1">${toParagraph(toRun('Old'))}</w:comment>`;
    expect((await readWord(toParagraph(toRun('Text.')), { comments })).notes).toEqual([]);
  });

  it('accepts insertions, deletions, moves, joined paragraphs and deleted rows', async () => {
    const mark = (name: string): string => `<w:rPr><w:${name} w:id="9"/></w:rPr>`;
    const row = (text: string, properties = ''): string =>
      `<w:tr><w:trPr>${properties}</w:trPr>${[text, text].map((words) => `<w:tc>${toParagraph(toRun(words))}</w:tc>`).join('')}</w:tr>`;
    const { markdown, notes } = await readWord(
      toParagraph(
        `${toRun('Keep ')}<w:del><w:r><w:delText>cut </w:delText></w:r></w:del><w:ins>${toRun('new')}</w:ins>`,
      ) +
        toParagraph(toRun('One '), mark('del')) +
        toParagraph(toRun('paragraph.')) +
        toParagraph(`<w:moveFrom>${toRun('moved')}</w:moveFrom>`, mark('moveFrom')) +
        toParagraph(`<w:moveTo>${toRun('moved')}</w:moveTo>`) +
        `<w:tbl>${row('a')}${row('gone', '<w:del/>')}${row('b')}</w:tbl>`,
    );
    expect(markdown).toBe('Keep new\n\nOne paragraph.\n\nmoved\n\n| a | a |\n| - | - |\n| b | b |\n');
    expect(notes).toContain('Tracked changes were accepted.');
    expect(notes).toContain('2 deleted passages were left out.');
    const cell = (text: string, properties = ''): string =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${toParagraph(toRun(text))}</w:tc>`;
    const cells = await readWord(
      `<w:tbl><w:tr>${cell('gone', '<w:cellDel/>')}${cell('a')}</w:tr><w:tr>${cell('b')}${cell('c')}</w:tr></w:tbl>`,
    );
    expect(cells.markdown).not.toContain('gone');
    expect(cells.notes).toEqual(['1 deleted passage was left out.']);
  });
});

describe('words in every kind of element', () => {
  it.each<[string, string, string, number]>([
    [
      'furigana',
      `${toRun('私は')}<w:r><w:ruby><w:rubyPr/><w:rt>${toRun('とうきょう')}</w:rt><w:rubyBase>${toRun('東京')}</w:rubyBase></w:ruby></w:r>${toRun('に行く。')}`,
      '私は東京に行く。',
      1,
    ],
    [
      'a simple field',
      `${toRun('Dear ')}<w:fldSimple w:instr=" MERGEFIELD name ">${toRun('Ada')}</w:fldSimple>${toRun('!')}`,
      'Dear Ada!',
      0,
    ],
    ['a field in several runs', `${toRun('On ')}${toField(' DATE ', toRun('4 May'))}${toRun('.')}`, 'On 4 May.', 0],
    [
      'a hyperlink field',
      toField(' HYPERLINK "https://example.org/a" ', toRun('here')),
      '[here](https://example.org/a)',
      0,
    ],
    [
      'a field nested in another field’s instruction',
      toField(` IF ${toField('MERGEFIELD x', toRun('1'))} = 1 `, toRun('yes')),
      'yes',
      0,
    ],
    ['a field that never ends', `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${toRun('kept')}`, 'kept', 0],
    [
      'an old equation field',
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \\f(1,2)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      '1/2',
      0,
    ],
    [
      'the reading of an old equation field',
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(とうきょう),東京)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      '東京',
      1,
    ],
    ['a field without a result', '<w:fldSimple w:instr="AUTHOR"/>', '', 1],
    [
      'right-to-left text',
      `<w:dir w:val="rtl">${toRun('كل الكلام')}</w:dir><w:bdo w:val="rtl">${toRun(' هنا')}</w:bdo>`,
      'كل الكلام هنا',
      0,
    ],
    [
      'tags and custom XML',
      `<w:smartTag><w:customXml>${toRun('in')}</w:customXml>${toRun('side')}</w:smartTag>`,
      'inside',
      0,
    ],
    [
      'breaks, tabs and hyphens',
      `${toRun('a')}<w:r><w:tab/></w:r>${toRun('b')}<w:r><w:ptab/></w:r>${toRun('c')}<w:r><w:cr/></w:r>${toRun('d')}<w:r><w:noBreakHyphen/></w:r>${toRun('e')}`,
      'a b c\\\nd\u2011e',
      0,
    ],
    ['a page break', `${toRun('end.')}<w:r><w:br w:type="page"/></w:r>${toRun('Start')}`, 'end.\n\nStart', 0],
    ['a column break', `${toRun('end.')}<w:r><w:br w:type="column"/></w:r>${toRun('Start')}`, 'end.\n\nStart', 0],
    [
      'symbols',
      '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r><w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r><w:r><w:sym w:font="Wingdings" w:char="F001"/></w:r>',
      'α→',
      1,
    ],
    ['text in a symbol font', toRun('\uf061\uf062', '<w:rFonts w:ascii="Symbol"/>'), 'αβ', 0],
    [
      'check boxes',
      `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${toRun('X')}</w:sdtContent></w:sdt>${toRun(' on')}`,
      '☑ on',
      0,
    ],
    [
      'a check box of a form',
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${toRun(' off')}`,
      '☐ off',
      0,
    ],
    ['a content control', `<w:sdt><w:sdtPr/><w:sdtContent>${toRun('filled')}</w:sdtContent></w:sdt>`, 'filled', 0],
    [
      'a prompt',
      `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${toRun('Click here')}</w:sdtContent></w:sdt>`,
      '',
      1,
    ],
    ['hidden text', `${toRun('Seen ')}${toRun('hidden ', '<w:vanish/>')}${toRun('end.')}`, 'Seen end.', 1],
    ['small capitals', toRun('Capitals', '<w:smallCaps/>'), 'Capitals', 0],
    ['unknown elements', `<x:new xmlns:x="urn:x">${toRun('future')}</x:new>`, 'future', 0],
    ['a section of CDATA', '<w:r><w:t><![CDATA[a & b]]></w:t></w:r>', 'a & b', 0],
  ])('reads %s', async (_name, content, markdown, notes) => {
    const importedDocument = await readWord(toParagraph(content));
    expect(importedDocument.markdown.trimEnd()).toBe(markdown);
    expect(importedDocument.notes).toHaveLength(notes);
  });

  it('drops a paragraph hidden by its style, and notes it', async () => {
    const { markdown, notes } = await readWord(
      toParagraph(toRun('secret'), '<w:pStyle w:val="Geheim"/>') + toParagraph(toRun('Text.')),
    );
    expect(markdown).toBe('Text.\n');
    expect(notes).toEqual(['1 passage of hidden text was left out.']);
  });

  it('reads a text box once although Word writes it twice', async () => {
    const box = (text: string): string =>
      `<w:txbxContent>${toParagraph(toRun(text))}${toParagraph(toRun('more'))}</w:txbxContent>`;
    const drawing =
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><a:graphic><wps:wsp><wps:txbx>${box('In the box')}</wps:txbx></wps:wsp></a:graphic></w:drawing></mc:Choice>` +
      `<mc:Fallback><w:pict><v:textbox>${box('In the box')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    expect(await convertDocument(toParagraph(`${toRun('Before')}${drawing}${toRun(' after.')}`))).toBe(
      'Before after.\n\nIn the box\n\nmore\n',
    );
    expect(
      await convertDocument(
        toParagraph(`<w:r><w:pict><v:shape><v:textpath string="Word art"/></v:shape></w:pict></w:r>`),
      ),
    ).toBe('Word art\n');
  });

  it('rejoins a drop cap with its word', async () => {
    const body =
      toParagraph(toRun('O'), '<w:framePr w:dropCap="drop" w:lines="3"/>') + toParagraph(toRun('nce upon a time.'));
    expect(await convertDocument(body)).toBe('Once upon a time.\n');
  });

  it('notes charts, objects, files and headers that are left out', async () => {
    const relationships =
      '<Relationship Id="h1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/>';
    const files = {
      'word/header1.xml': `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${toParagraph(toRun('Draft 3'))}</w:hdr>`,
    };
    const body =
      toParagraph(
        '<w:r><w:drawing><a:graphic><a:graphicData><c:chart r:id="x"/></a:graphicData></a:graphic></w:drawing></w:r>',
      ) +
      toParagraph('<w:r><w:object><v:shape><v:imagedata r:id="x"/></v:shape><o:OLEObject/></w:object></w:r>') +
      `<w:altChunk r:id="x"/>${toParagraph(toRun('Text.'))}`;
    const { markdown, notes } = await readWord(body, { relationships, files });
    expect(markdown).toBe('Text.\n');
    expect(notes).toEqual([
      '1 chart was left out.',
      '1 embedded object was left out.',
      '1 embedded file was left out.',
      'Headers and footers were left out: “Draft 3”',
    ]);
  });
});

describe('formulas', () => {
  const math = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
  const part = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`;
  it.each<[string, string]>([
    [math('E=m') + part('sSup', part('e', math('c')) + part('sup', math('2'))), 'E=mc²'],
    [part('f', part('num', math('1')) + part('den', math('2'))), '1/2'],
    [part('f', part('num', math('a+b')) + part('den', math('2'))), '(a+b)/2'],
    [part('rad', part('radPr', '<m:degHide m:val="1"/>') + part('e', math('x+1'))), '√(x+1)'],
    [
      part(
        'nary',
        `<m:naryPr><m:chr m:val="∑"/></m:naryPr>${part('sub', math('i=1'))}${part('sup', math('n'))}${part('e', math('i'))}`,
      ),
      '∑_{i=1}ⁿ i',
    ],
    [
      part(
        'd',
        `<m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>${part('e', part('m', part('mr', part('e', math('1')) + part('e', math('2'))) + part('mr', part('e', math('3')) + part('e', math('4')))))}`,
      ),
      '[1 2; 3 4]',
    ],
    [part('func', part('fName', math('sin')) + part('e', math('x'))), 'sin x'],
    [part('acc', part('e', math('x'))), 'x\u0302'],
    [math('𝐸=𝑚'), 'E=m'],
  ])('converts %s to %s', async (content, text) => {
    expect(await convertDocument(toParagraph(`${toRun('See ')}<m:oMath>${content}</m:oMath>${toRun('.')}`))).toBe(
      `See $${text}$.\n`,
    );
    expect(await convertDocument(toParagraph(`<m:oMathPara><m:oMath>${content}</m:oMath></m:oMathPara>`))).toBe(
      `$$\n${text}\n$$\n`,
    );
  });
});

it('separates several formulas of one block, and takes a table for the result of a field', async () => {
  const formula = (text: string): string => `<m:oMath><m:r><m:t>${text}</m:t></m:r></m:oMath>`;
  expect(await convertDocument(toParagraph(`<m:oMathPara>${formula('a=b')}${formula('c=d')}</m:oMathPara>`))).toBe(
    '$$\na=b; c=d\n$$\n',
  );
  const [begin, end] = toField('LINK x', '\n').split('\n');
  const table = `<w:tbl><w:tr>${['a', 'b'].map((text) => `<w:tc>${toParagraph(toRun(text))}</w:tc>`).join('')}</w:tr></w:tbl>`;
  const { markdown, notes } = await readWord(`${toParagraph(begin ?? '')}${table}${toParagraph(end ?? '')}`);
  expect(markdown).toBe('| a | b |\n| - | - |\n');
  expect(notes).toEqual([]);
});

describe('structure', () => {
  const styled = (style: string, text: string): string => toParagraph(toRun(text), `<w:pStyle w:val="${style}"/>`);

  it('takes the title, and headings by style, base style and outline level', async () => {
    const { title, markdown } = await readWord(
      styled('Titel', 'The Night Train') +
        styled('Untertitel', 'A story') +
        styled('berschrift2', 'Part') +
        styled('Kapitel', 'Chapter') +
        toParagraph(toRun('Level'), '<w:outlineLvl w:val="2"/>') +
        styled('Inhalt', 'No heading') +
        styled('Heading3', 'Undefined'),
    );
    expect(title).toBe('The Night Train');
    expect(markdown).toBe(
      '# The Night Train\n\n## A story\n\n## Part\n\n# Chapter\n\n### Level\n\n**No heading**\n\n### Undefined\n',
    );
  });

  it('reads marks set by styles, and toggles', async () => {
    const body = toParagraph(
      toRun('all ') + toRun('not', '<w:rStyle w:val="Betont"/>') + toRun(' off', '<w:b w:val="0"/>'),
      '<w:pStyle w:val="Fett"/>',
    );
    expect(await convertDocument(body)).toBe('**all** not off\n');
    expect(await convertDocument(styled('berschrift1', 'Bold by style'))).toBe('# Bold by style\n');
    const marks =
      toRun('i', '<w:i/>') +
      toRun(' s', '<w:strike/>') +
      toRun(' h', '<w:highlight w:val="yellow"/>') +
      toRun(' c', '<w:rStyle w:val="HTMLCode"/>');
    expect(await convertDocument(toParagraph(marks))).toBe('*i* ~~s~~ ==h== `c`\n');
    expect(
      await convertDocument(
        toParagraph(
          toRun('10') +
            toRun('6', '<w:vertAlign w:val="superscript"/>') +
            toRun(', 2') +
            toRun('nd', '<w:vertAlign w:val="superscript"/>'),
        ),
      ),
    ).toBe('10⁶, 2<sup>nd</sup>\n');
  });

  it('keeps the number of a footnote out of the title', async () => {
    const footnotes = toNote(3, toParagraph(toRun('Foot.')));
    for (const style of ['Titel', 'berschrift1']) {
      const body = toParagraph(toRun('Night trains') + toReference(3), `<w:pStyle w:val="${style}"/>`);
      const { title, markdown } = await readWord(body, { footnotes });
      expect(title).toBe('Night trains');
      expect(markdown).toBe('# Night trains[^1]\n\n[^1]: Foot.\n');
    }
  });

  it('merges footnotes and endnotes into one numbered list', async () => {
    const { markdown } = await readWord(
      toParagraph(
        toRun('One') + toReference(7, 'endnote') + toRun(' two') + toReference(3) + toRun(' again') + toReference(3),
      ),
      {
        footnotes: toNote(3, toParagraph(`<w:r><w:footnoteRef/></w:r>${toRun('Foot.')}`) + toParagraph(toRun('Next.'))),
        endnotes: toNote(7, toParagraph(toRun('End.')), 'endnote'),
      },
    );
    expect(markdown).toBe('One[^1] two[^2] again[^2]\n\n[^1]: End.\n\n[^2]: Foot.\n\n    Next.\n');
    const mark = '<w:r><w:footnoteReference w:customMarkFollows="1" w:id="3"/><w:t>*</w:t></w:r>';
    expect(
      await convertDocument(toParagraph(toRun('One') + mark), { footnotes: toNote(3, toParagraph(toRun('Foot.'))) }),
    ).toBe('One[^1]\n\n[^1]: Foot.\n');
  });

  it('continues list numbers, and restarts them where Word does', async () => {
    const item = (id: number, level: number, text: string): string => toParagraph(toRun(text), toListItem(id, level));
    const body =
      item(1, 0, 'one') +
      item(1, 1, 'one one') +
      item(1, 1, 'one two') +
      item(1, 0, 'two') +
      toParagraph(toRun('Between.')) +
      item(1, 0, 'three') +
      item(3, 0, 'five') +
      item(3, 0, 'six') +
      item(2, 0, 'a') +
      item(2, 2, 'deep') +
      toParagraph(toRun('Same item.'), '<w:ind w:left="720"/>') +
      styled('Aufzhlung', 'by style') +
      item(4, 0, 'words') +
      item(5, 0, 'letter');
    const { markdown, notes } = await readWord(body);
    expect(markdown).toBe(
      '1. one\n   1. one one\n   2. one two\n2. two\n\nBetween.\n\n3. three\n\n5) five\n6) six\n\n' +
        '- a\n\n  - deep\n\n  Same item.\n\n- by style\n\nChapter 1: words\n\n1. letter\n',
    );
    expect(notes).toEqual(['Lists with letters or Roman numerals became numbered lists.']);
  });

  it('keeps everything in table cells, and the columns of merged cells', async () => {
    const cell = (content: string, properties = ''): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
    const right = '<w:jc w:val="right"/>';
    const body =
      `<w:tbl><w:tr>${cell(toParagraph(toRun('wide')), '<w:gridSpan w:val="2"/>')}${cell(toParagraph(toRun('n'), right))}</w:tr>` +
      `<w:tr>${cell(toParagraph(toRun('a')) + toParagraph(toRun('b')))}${cell(toParagraph(toRun('x'), toListItem(2, 0)) + toParagraph(toRun('y'), toListItem(2, 0)))}${cell(toParagraph(toRun('1'), right))}</w:tr>` +
      `<w:tr>${cell(toParagraph(''), '<w:vMerge/>')}${cell(`<w:tbl><w:tr>${cell(toParagraph(toRun('in')))}${cell(toParagraph(toRun('ner')))}</w:tr></w:tbl>${toParagraph('')}`)}${cell(toParagraph(toRun('2'), right))}</w:tr></w:tbl>`;
    const rows = (await convertDocument(body)).split('\n').map((line) => line.replace(/ +/g, ' '));
    expect(rows.slice(0, 4)).toEqual([
      '| wide | | n |',
      expect.stringMatching(/^\| -+ \| -+ \| -+: \|$/),
      '| a<br>b | • x<br>• y | 1 |',
      '| | in / ner | 2 |',
    ]);
  });

  it('unwraps a table with a single cell', async () => {
    const body = `<w:tbl><w:tr><w:tc>${styled('berschrift2', 'Boxed')}${toParagraph(toRun('Text.'))}</w:tc></w:tr></w:tbl>`;
    expect(await convertDocument(body)).toBe('## Boxed\n\nText.\n');
  });

  it('reads quotes, code and rules, and drops the table of contents', async () => {
    const { markdown, notes } = await readWord(
      styled('Verzeichnis1', 'Chapter 1 …… 3') +
        styled('Zitat', 'Said.') +
        styled('HTMLVorformatiert', 'a = 1') +
        styled('HTMLVorformatiert', '  b') +
        toParagraph('', '<w:pBdr><w:bottom w:val="single"/></w:pBdr>') +
        toParagraph(toRun('* * *')) +
        toParagraph(toRun('End.')),
    );
    expect(markdown).toBe('> Said.\n\n```\na = 1\n  b\n```\n\n---\n\n---\n\nEnd.\n');
    expect(notes).toEqual(['The table of contents was left out.']);
  });
});

describe('pictures', () => {
  const PNG = Uint8Array.from(DOT_BYTES);
  const picture = (id: string): string =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A night train"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:${id}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
  const image = (id: string, target: string, mode = ''): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="${target}"${mode}/>`;

  it('extracts each embedded picture once, and notes the others', async () => {
    const body =
      toParagraph(toRun('See ') + picture('embed="p1"') + picture('embed="p1"')) +
      toParagraph(picture('embed="p2"') + picture('link="p3"'));
    const { markdown, pictures, notes } = await readWord(body, {
      relationships:
        image('p1', 'media/image1.png') +
        image('p2', 'media/image2.emf') +
        image('p3', 'https://example.org/x.png', ' TargetMode="External"'),
      files: { 'word/media/image1.png': PNG, 'word/media/image2.emf': 'EMF' },
    });
    expect(pictures).toHaveLength(1);
    expect(pictures[0]?.bytes).toEqual(PNG);
    const pictureMarkdown = `![A night train](${pictures[0]?.address})`;
    expect(markdown).toBe(`See ${pictureMarkdown}${pictureMarkdown}\n`);
    expect(notes).toEqual(['1 picture is linked, not embedded, and was left out.', '1 EMF picture was left out.']);
  });
});
