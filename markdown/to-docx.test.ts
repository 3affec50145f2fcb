import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';

import { DOT_BYTES } from '#test/support/assets.ts';
import { getRounds } from '#test/support/rounds.ts';
import { docxToMarkdown } from './from-docx.ts';
import { toKeptPicture, type DocumentPicture, type KeptPicture } from './kept-picture.ts';
import { toDocx } from './to-docx.ts';
import { parseTree, type ListItem, type Part, type Piece, type ScriptTree } from './tree.ts';
import { writeTree } from './write-tree.ts';

const PNG = Uint8Array.from(DOT_BYTES);
const DOCUMENT_PICTURE: DocumentPicture = { bytes: PNG, type: 'png', width: 1200, height: 900 };

let embeddedPicture: KeptPicture;
let pictures: ReadonlyMap<string, DocumentPicture>;
beforeAll(async () => {
  const picture = await toKeptPicture(PNG);
  if (!picture) throw new Error('No picture.');
  embeddedPicture = picture;
  pictures = new Map([[embeddedPicture.address, DOCUMENT_PICTURE]]);
});

const getParts = async (markdown: string): Promise<Record<string, string>> => {
  const { bytes } = await toDocx(markdown, 'Night trains', pictures);
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, content]) => [path, strFromU8(content)]));
};
const getBody = async (markdown: string): Promise<string> => (await getParts(markdown))['word/document.xml'] ?? '';
const roundTrip = async (markdown: string): Promise<string> =>
  (await docxToMarkdown((await toDocx(markdown, 'Night trains', pictures)).bytes)).markdown;

describe('a Word document', () => {
  it('has real footnotes, check boxes, formulas, marks and a header row', async () => {
    const parts = await getParts(
      'A claim.[^a] ==High== ~~old~~ 2<sup>nd</sup> $x=1$\n\n- [x] done\n\n| a |\n| -: |\n| b |\n\n[^a]: Source.\n',
    );
    const body = parts['word/document.xml'];
    expect(body).toMatch(/<w:footnoteReference w:id="1"/);
    expect(parts['word/footnotes.xml']).toContain('Source.');
    for (const mark of [
      '<w:highlight w:val="yellow"/>',
      '<w:strike/>',
      '<w:vertAlign w:val="superscript"/>',
      '<m:t',
      '<w14:checked w14:val="1"/>',
      '<w:tblHeader/>',
      '<w:jc w:val="right"/>',
    ]) {
      expect(body).toContain(mark);
    }
  });

  it('sets the direction of each paragraph, run and table by its letters', async () => {
    const body = await getBody(
      'مرحبا بالعالم و Wien.\n\nEnglish مرحبا.\n\n- عنصر\n\n| اسم | b |\n| --- | - |\n| ج | 2 |\n',
    );
    const [, ...paragraphs] = body.split('<w:p>').slice(1);
    expect(paragraphs[0]).toMatch(/<w:bidi\/>.*<w:rtl\/>/);
    expect(paragraphs[0]).toMatch(/<w:r><w:t[^>]*>Wien/);
    expect(paragraphs[1]).not.toContain('<w:bidi/>');
    expect(paragraphs[1]).toContain('<w:rtl/>');
    expect(paragraphs[2]).toContain('<w:bidi/>');
    expect(body).toContain('<w:bidiVisual/>');
  });

  it('sets fonts and languages for the scripts in its text', async () => {
    const styles = (await getParts('日本語のテキスト و عربي'))['word/styles.xml'];
    expect(styles).toContain('w:eastAsia="Yu Mincho"');
    expect(styles).toMatch(/<w:lang (?=[^>]*w:eastAsia="ja-JP")(?=[^>]*w:bidi="ar-SA")/);
  });

  it('stores front matter as properties and reads it back', async () => {
    const markdown = '---\ntitle: Night trains\nauthor: Ada\ntags:\n  - rail\n  - night\n---\n\nText.\n';
    const parts = await getParts(markdown);
    expect(parts['docProps/core.xml']).toContain('<cp:keywords>rail, night</cp:keywords>');
    expect(parts['docProps/core.xml']).toContain('<dc:creator>Ada</dc:creator>');
    expect(await roundTrip(markdown)).toBe(markdown);
  });

  it('embeds pictures with alt text, no wider than the page, and notes the others', async () => {
    const { bytes, notes } = await toDocx(
      `![A train](${embeddedPicture.address}) and ![far](https://example.org/x.png)`,
      't',
      pictures,
    );
    const files = unzipSync(bytes);
    expect(Object.keys(files).filter((path) => path.startsWith('word/media/'))).toHaveLength(1);
    const body = strFromU8(files['word/document.xml'] ?? new Uint8Array());
    expect(body).toContain('descr="A train"');
    expect(Number(/<wp:extent cx="(\d+)"/.exec(body)?.[1])).toBeLessThanOrEqual(600 * 9525);
    expect(body).toContain('[Picture: far]');
    expect(notes).toEqual(['1 picture is only named, because it isn’t kept with the script.']);
  });

  it('begins with the title where the script doesn’t begin with a heading, and numbers its pages', async () => {
    const readParts = async (markdown: string) => {
      const { bytes } = await toDocx(markdown, 'Night trains', pictures);
      const files = unzipSync(bytes);
      const footer = Object.entries(files).find(([path]) => path.startsWith('word/footer'))?.[1] ?? new Uint8Array();
      const body = strFromU8(files['word/document.xml'] ?? new Uint8Array());
      return { body, footer: strFromU8(footer), back: await docxToMarkdown(bytes) };
    };
    const withoutHeading = await readParts('Words.\n\n## Next\n');
    expect(withoutHeading.body).toMatch(/<w:pStyle w:val="Scripttitle"\/>.*Night trains/);
    expect(withoutHeading.footer).toMatch(/PAGE.*NUMPAGES/s);
    expect(withoutHeading.back).toMatchObject({ title: 'Night trains', markdown: 'Words.\n\n## Next\n', notes: [] });
    const withHeading = await readParts('# Trains\n\n> Words.\n');
    expect(withHeading.body).not.toContain('Night trains');
    expect(withHeading.body).toContain('<w:pStyle w:val="Quote"/>');
  });

  it('makes a picture in a table no wider than its column, in its own proportions', async () => {
    const { bytes } = await toDocx(
      `| a | b | c |\n| - | - | - |\n| x | ![A train](${embeddedPicture.address}) | y |`,
      't',
      pictures,
    );
    const body = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
    const [, width = 0, height = 0] = (/<wp:extent cx="(\d+)" cy="(\d+)"/.exec(body) ?? []).map(Number);
    const picture = pictures.get(embeddedPicture.address)!;
    expect(width).toBeLessThan((600 / 3) * 9525);
    expect(width / height).toBeCloseTo(picture.width / picture.height, 1);
  });

  it('notes what it leaves out', async () => {
    const { notes } = await toDocx('<!-- one -->\n\n%%two%%\n\n<div>three</div>\n', 't');
    expect(notes.filter((note) => /left out/.test(note))).not.toEqual([]);
  });

  it('writes unreferenced and nested footnotes as text', async () => {
    const markdown = 'Text.[^a]\n\n[^a]: See[^b].\n\n[^b]: Deep.\n';
    const words = await roundTrip(markdown);
    expect(words).toContain('Deep.');
    expect(words.indexOf('Text.')).toBeLessThan(words.indexOf('Deep.'));
  });

  it('drops only the characters that XML forbids', async () => {
    expect(await roundTrip('a\u0000b\u0008c\ud800d \u{1F686}\n')).toMatch(/^a\ufffd?bc\ufffdd 🚆\n$/);
  });
});

describe('a script through Word', () => {
  const word = fc.constantFrom(
    'train',
    'Größe',
    'поезд',
    '夜行列車',
    'かな',
    'قطار',
    'רכבת',
    'รถไฟ',
    '(so)',
    '“x”',
    'end.',
    'a*b',
    '_c_',
    '#',
    '5',
    '$5',
    '~~',
    '==',
    '[x]',
    '1.',
    '-',
    '<b>',
    '&amp;',
    'http://a.org',
  );
  const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));
  const letters = fc.constantFrom('nd', 'th', 'e', 'ème');
  const marks = fc.record(
    { bold: fc.constant(true), italic: fc.constant(true), struck: fc.constant(true), highlighted: fc.constant(true) },
    { requiredKeys: [] },
  );
  const piece: fc.Arbitrary<Piece[]> = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(words, marks).map(([text, pieceMarks]): Piece[] => [{ text: `${text} `, ...pieceMarks }]),
    },
    { weight: 1, arbitrary: words.map((text): Piece[] => [{ text, code: true }, { text: ' ' }]) },
    { weight: 1, arbitrary: letters.map((text): Piece[] => [{ text: '2' }, { text, script: 'super' }, { text: ' ' }]) },
    {
      weight: 1,
      arbitrary: words.map((text): Piece[] => [{ text, href: 'https://example.org/a_(b)?c=1&d' }, { text: ' ' }]),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('x=1', 'E=mc²', '(a+b)/2')
        .map((text): Piece[] => [{ text, math: true }, { text: ' ' }]),
    },
    { weight: 1, arbitrary: fc.constant<Piece[]>([{ text: 'a' }, { text: '\n', break: true }, { text: 'b ' }]) },
    { weight: 1, arbitrary: fc.constant<Piece[]>([{ text: 'A train', picture: 'PICTURE' }, { text: ' ' }]) },
    { weight: 1, arbitrary: fc.constant<Piece[]>([{ text: '1', footnote: '1' }, { text: ' ' }]) },
  );
  const pieces = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.flat());
  const paragraph: fc.Arbitrary<Part> = pieces.map((parts) => ({ kind: 'paragraph', pieces: parts }));
  const simplePart: fc.Arbitrary<Part> = fc.oneof(
    { weight: 4, arbitrary: paragraph },
    { weight: 1, arbitrary: fc.constant<Part>({ kind: 'rule' }) },
    { weight: 1, arbitrary: words.map((text): Part => ({ kind: 'cue', text: text.replace(/[[\]]/g, '') })) },
    {
      weight: 1,
      arbitrary: fc
        .array(words, { minLength: 1, maxLength: 3 })
        .map((lines): Part => ({ kind: 'code', text: lines.join('\n  ') })),
    },
    { weight: 1, arbitrary: fc.constant<Part>({ kind: 'math', text: 'a/b = √2' }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 1, max: 6 }), words)
        .map(([level, text]): Part => ({ kind: 'heading', level, pieces: [{ text }] })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.array(fc.constantFrom('left' as const, 'center' as const, 'right' as const, null), {
            minLength: 2,
            maxLength: 3,
          }),
          fc.array(pieces, { minLength: 6, maxLength: 6 }),
        )
        .map(([alignments, cells]): Part => ({
          kind: 'table',
          alignments,
          rows: [0, 1].map((row) => alignments.map((_, column) => cells[row * 3 + column] ?? [])),
        })),
    },
  );
  const { parts } = fc.letrec<{ parts: Part[]; part: Part }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      simplePart,
      fc.record({
        kind: fc.constant('quote' as const),
        label: fc.constantFrom(null, null, 'Note', 'Mind this'),
        parts: tie('parts'),
      }),
      fc.record({
        kind: fc.constant('list' as const),
        start: fc.constantFrom(null, null, 1, 4),
        items: fc.array(
          fc
            .tuple(
              fc.constantFrom(null, null, true, false),
              paragraph,
              fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: tie('parts') }),
            )
            .map(([done, first, others]): ListItem => ({ done, parts: [first, ...others] })),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
    parts: fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
  }));

  const usesNote = (parts: readonly Part[]): boolean => JSON.stringify(parts).includes('"footnote"');
  const withPicture = (parts: readonly Part[]): Part[] =>
    JSON.parse(JSON.stringify(parts).replaceAll('PICTURE', embeddedPicture.address));

  // Ten thousand scripts, in long runs, take a quarter of an hour.
  it('returns the same text', { timeout: 3_000_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (input) => {
        const tree: ScriptTree = {
          parts: withPicture(input),
          footnotes: new Map(usesNote(input) ? [['1', [{ kind: 'paragraph', pieces: [{ text: 'A note.' }] }]]] : []),
          details: new Map(),
        };
        const markdown = writeTree(tree);
        const roundTripped = await roundTrip(markdown);
        expect(parseTree(roundTripped)).toEqual(parseTree(markdown));
        expect(roundTripped).toBe(markdown);
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });

  it.each([14, 60])('keeps lists deeper than Word’s nine levels, and nested quotes: %i', async (levels) => {
    const list = Array.from({ length: levels }, (_, level) => `${'  '.repeat(level)}- level ${level}\n`).join('');
    expect(await roundTrip(list)).toBe(list);
    const quotes = Array.from({ length: levels }, (_, level) => `${'> '.repeat(level + 1)}level ${level}`);
    const text = quotes
      .flatMap((line, level) => (level === 0 ? [line] : ['> '.repeat(level + 1).trimEnd(), line]))
      .join('\n');
    expect(parseTree(await roundTrip(text))).toEqual(parseTree(text));
  });
});
