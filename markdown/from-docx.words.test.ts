/** Builds documents of every kind of element around known words, and looks for each of them in the script. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { getRounds } from '#test/support/rounds.ts';
import {
  toListItem,
  toParagraph,
  toRun,
  WORD_NUMBERING,
  WORD_STYLES,
  createWordDocument,
} from '#test/support/word-document.ts';
import { docxToMarkdown } from './from-docx.ts';
import { parseTree, type Part, type Piece } from './tree.ts';

/** Letters of several scripts, because each breaks in its own places. */
const LETTERS = ['a', 'ж', '漢', 'か', 'ب', 'ש', 'ก', 'é', 'अ'];
const WORD = /\p{L}\p{M}?\d+x/gu;

/** Describes a part of a paragraph. Words are numbered when the document is built. */
type Inline =
  { readonly kind: string; readonly words: number } | { readonly kind: string; readonly inside: readonly Inline[] };
type Block =
  | { readonly kind: string; readonly style: string; readonly content: readonly Inline[] }
  | { readonly kind: string; readonly blocks: readonly Block[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Block[])[])[] };

class Builder {
  #count = 0;
  #continuesInNext = false;
  /** Lists words of the text in order; those of text boxes follow the paragraph they are anchored in. */
  readonly expectedWords: string[] = [];
  readonly #boxWords: string[] = [];
  readonly #footnotes: { readonly xml: string; readonly words: string[] }[] = [];
  readonly #omittedWords: string[] = [];
  #list = this.expectedWords;

  addWords(count: number): string {
    const words = Array.from({ length: count }, () => `${LETTERS[this.#count % LETTERS.length]}${this.#count++}x`);
    this.#list.push(...words);
    return words.join(' ');
  }

  withList<T>(list: string[], build: () => T): T {
    const outer = this.#list;
    this.#list = list;
    const result = build();
    this.#list = outer;
    return result;
  }

  buildInline(node: Inline): string {
    // A box in a paragraph that continues in the next one follows both.
    if (this.#continuesInNext && /^(?:box|art)$/.test(node.kind)) return this.buildInline({ kind: 'run', words: 1 });
    if ('inside' in node)
      return WRAPPERS[node.kind]!(node.inside.map((inner) => this.buildInline(inner)).join(''), this);
    return LEAVES[node.kind]!(node.words, this);
  }

  addOmittedWords(count: number): string {
    return this.withList(this.#omittedWords, () => this.addWords(count));
  }

  buildBox(content: () => string): string {
    return this.withList(this.#boxWords, content);
  }

  addFootnote(count: number): string {
    const words: string[] = [];
    const xml = this.withList(words, () => toParagraph(toRun(this.addWords(count))));
    this.#footnotes.push({ xml, words });
    return String(this.#footnotes.length);
  }

  buildBlock(block: Block): string {
    if ('rows' in block) {
      const rows = block.rows.map(
        (row) => `<w:tr>${row.map((cell) => `<w:tc>${this.buildCell(cell)}</w:tc>`).join('')}</w:tr>`,
      );
      return `<w:tbl>${rows.join('')}</w:tbl>`;
    }
    if ('blocks' in block) return CONTAINERS[block.kind]!(block.blocks.map((inner) => this.buildBlock(inner)).join(''));
    this.#continuesInNext = /w:del|dropCap/.test(block.style);
    const xml = toParagraph(block.content.map((node) => this.buildInline(node)).join(''), block.style);
    this.#list.push(...this.#boxWords.splice(0));
    return xml;
  }

  buildCell(blocks: readonly Block[]): string {
    return `${blocks.map((block) => this.buildBlock(block)).join('')}<w:p/>`;
  }

  buildDocument(blocks: readonly Block[]): Uint8Array {
    const body = blocks.map((block) => this.buildBlock(block)).join('');
    this.expectedWords.push(...this.#footnotes.flatMap(({ words }) => words));
    const footnotes = this.#footnotes
      .map(({ xml }, index) => `<w:footnote w:id="${index + 1}">${xml}</w:footnote>`)
      .join('');
    return createWordDocument({ body, footnotes, styles: WORD_STYLES, numbering: WORD_NUMBERING });
  }

  get omittedWords(): readonly string[] {
    return this.#omittedWords;
  }
}

const text = (count: number, builder: Builder): string => toRun(`${builder.addWords(count)} `);
const textBox = (content: string): string => `<w:txbxContent>${content}</w:txbxContent>`;

const LEAVES: Readonly<Record<string, (count: number, builder: Builder) => string>> = {
  run: text,
  bold: (count, builder) => toRun(`${builder.addWords(count)} `, '<w:b/><w:i/>'),
  half: (count, builder) => toRun(builder.addWords(count), '<w:b/>') + toRun(' '),
  marked: (count, builder) => toRun(`${builder.addWords(count)}, `, '<w:strike/><w:highlight w:val="yellow"/>'),
  raised: (count, builder) => toRun(builder.addWords(count), '<w:vertAlign w:val="superscript"/>') + toRun(' '),
  code: (count, builder) => toRun(`${builder.addWords(count)} `, '<w:rStyle w:val="HTMLCode"/>'),
  punctuation: (count, builder) => toRun(` [${builder.addWords(count)}] *_#$5 $6 <b> & ~~ == %% `),
  ruby: (count, builder) => {
    const base = builder.addWords(count);
    return `<w:r><w:ruby><w:rt>${toRun(builder.addOmittedWords(1))}</w:rt><w:rubyBase>${toRun(`${base} `)}</w:rubyBase></w:ruby></w:r>`;
  },
  formula: (count, builder) =>
    `<m:oMath><m:f><m:num><m:r><m:t>${builder.addWords(count)}</m:t></m:r></m:num><m:den><m:r><m:t>${builder.addWords(1)}</m:t></m:r></m:den></m:f></m:oMath>${toRun(' ')}`,
  hidden: (count, builder) => toRun(builder.addOmittedWords(count), '<w:vanish/>'),
  deleted: (count, builder) => `<w:del><w:r><w:delText>${builder.addOmittedWords(count)}</w:delText></w:r></w:del>`,
  moved: (count, builder) => `<w:moveFrom>${toRun(builder.addOmittedWords(count))}</w:moveFrom>`,
  prompt: (count, builder) =>
    `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${toRun(builder.addOmittedWords(count))}</w:sdtContent></w:sdt>`,
  field: (count, builder) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF a</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${text(count, builder)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
  unfinished: (count, builder) => `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${text(count, builder)}`,
  footnote: (count, builder) => `<w:r><w:footnoteReference w:id="${builder.addFootnote(count)}"/></w:r>${toRun(' ')}`,
  box: (count, builder) => {
    const content = builder.buildBox(() => toParagraph(text(count, builder)));
    return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${textBox(content)}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${textBox(content)}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  },
  art: (count, builder) =>
    `<w:r><w:pict><v:shape><v:textpath string="${builder.buildBox(() => builder.addWords(count))}"/></v:shape></w:pict></w:r>`,
  breaks: (count, builder) =>
    `${text(count, builder)}<w:r><w:br/></w:r>${text(1, builder)}<w:r><w:br w:type="page"/><w:tab/></w:r>${text(1, builder)}`,
};

const WRAPPERS: Readonly<Record<string, (content: string, builder: Builder) => string>> = {
  ins: (content) => `<w:ins>${content}</w:ins>`,
  moveTo: (content) => `<w:moveTo>${content}</w:moveTo>`,
  link: (content) => `<w:hyperlink w:anchor="x">${content}</w:hyperlink>`,
  simpleField: (content) => `<w:fldSimple w:instr="TITLE">${content}</w:fldSimple>`,
  webLink: (content) => `<w:fldSimple w:instr='HYPERLINK "https://example.org/a_(b)"'>${content}</w:fldSimple>`,
  tag: (content) => `<w:smartTag><w:smartTagPr/>${content}</w:smartTag>`,
  xml: (content) => `<w:customXml>${content}</w:customXml>`,
  control: (content) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
  direction: (content) => `<w:dir w:val="rtl">${content}</w:dir>`,
  override: (content) => `<w:bdo w:val="ltr">${content}</w:bdo>`,
  unknown: (content) => `<n:new xmlns:n="urn:new">${content}</n:new>`,
  versions: (content) =>
    `<mc:AlternateContent><mc:Choice Requires="x">${content}</mc:Choice><mc:Fallback>${content}</mc:Fallback></mc:AlternateContent>`,
};

const CONTAINERS: Readonly<Record<string, (content: string) => string>> = {
  control: (content) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
  xml: (content) => `<w:customXml>${content}</w:customXml>`,
  unknown: (content) => `<n:new xmlns:n="urn:new">${content}</n:new>`,
};

const STYLES = [
  '',
  '<w:pStyle w:val="berschrift1"/>',
  '<w:pStyle w:val="Titel"/>',
  '<w:pStyle w:val="Kapitel"/>',
  '<w:pStyle w:val="Zitat"/>',
  '<w:pStyle w:val="Fett"/>',
  '<w:pStyle w:val="Aufzhlung"/>',
  '<w:pStyle w:val="Listenabsatz"/>',
  '<w:bidi/><w:jc w:val="right"/>',
  '<w:rPr><w:del/></w:rPr>',
  '<w:framePr w:dropCap="drop"/>',
  '<w:pBdr><w:left w:val="single"/></w:pBdr>',
  '<w:ind w:left="1440"/>',
  ...[1, 2, 3, 4, 5, 9].flatMap((id) => [0, 1, 2, 8].map((level) => toListItem(id, level))),
];

const leaf: fc.Arbitrary<Inline> = fc.record({
  kind: fc.constantFrom(...Object.keys(LEAVES)),
  words: fc.integer({ min: 1, max: 3 }),
});
const inline: fc.Arbitrary<Inline> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom(...Object.keys(WRAPPERS)), inside: fc.array(leaf, { maxLength: 3 }) }),
  },
);
const plainBlock: fc.Arbitrary<Block> = fc.record({
  kind: fc.constant('paragraph'),
  style: fc.constantFrom(...STYLES),
  content: fc.array(inline, { maxLength: 5 }),
});
const innerTable: fc.Arbitrary<Block> = fc.record({
  kind: fc.constant('table' as const),
  rows: fc.array(fc.array(fc.array(plainBlock, { maxLength: 2 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 2,
  }),
});
const inCell = fc.oneof({ weight: 4, arbitrary: plainBlock }, { weight: 1, arbitrary: innerTable });
const table: fc.Arbitrary<Block> = fc.record({
  kind: fc.constant('table' as const),
  rows: fc.array(fc.array(fc.array(inCell, { maxLength: 3 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
});
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 6, arbitrary: plainBlock },
  { weight: 1, arbitrary: table },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom(...Object.keys(CONTAINERS)),
      blocks: fc.array(plainBlock, { maxLength: 3 }),
    }),
  },
);

const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.footnote === undefined ? piece.text : ' ')).join('');

function readShownText(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ('pieces' in part) return joinPieces(part.pieces);
      if ('text' in part) return part.text;
      if (part.kind === 'quote') return `${part.label ?? ''} ${readShownText(part.parts)}`;
      if (part.kind === 'list') return part.items.map((item) => readShownText(item.parts)).join(' ');
      return part.kind === 'table' ? part.rows.flat().map(joinPieces).join(' ') : '';
    })
    .join(' ');
}

const listWords = (text: string): string[] => text.match(WORD) ?? [];

describe('any Word document', () => {
  it('keeps all words in order, or notes what it drops', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 7 }), async (blocks) => {
        const builder = new Builder();
        const { markdown, notes } = await docxToMarkdown(builder.buildDocument(blocks));
        expect(listWords(markdown)).toEqual(builder.expectedWords);
        const { parts, footnotes } = parseTree(markdown);
        expect(listWords(readShownText([...parts, ...[...footnotes.values()].flat()]))).toEqual(builder.expectedWords);
        if (builder.omittedWords.length > 0) expect(notes).not.toEqual([]);
        expect(markdown).not.toMatch(/&#/);
      }),
      { numRuns: getRounds(200, 10_000) },
    );
  });
});
