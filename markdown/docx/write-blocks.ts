import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  HeadingLevel,
  LevelFormat,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
  type INumberingOptions,
  type IParagraphOptions,
  type ParagraphChild,
} from 'docx';

import { DOCX_STYLES, getIndent, LEVEL_INDENT, QUOTE_COLOR, getQuoteBar } from '../docx-styles.ts';
import { getTextDirection } from '../text-direction.ts';
import { joinPieces, type Alignment, type ListItem, type Part, type Piece } from '../tree.ts';
import { createInlineRuns, type InlineContext } from './write-inline.ts';
import { PARAGRAPH_SPACE, toStyleId } from './write-styles.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

const ALIGNMENTS = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT } as const;

/** Word has this many levels of lists; deeper ones are the last, indented further. */
const LEVEL_COUNT = 9;
const HANGING_INDENT = LEVEL_INDENT * 0.75;
/** Measures the text between A4's margins, in twentieths of a point. */
export const TEXT_WIDTH = { upright: 9026, landscape: 13_958 } as const;

interface Place {
  /** Counts quotes around the part. */
  readonly quotes: number;
  /** Counts items of lists around the part. */
  readonly items: number;
  /** The list whose marker the paragraph gets. */
  readonly list?: string;
  /** The box of the task that the paragraph is. */
  readonly done?: boolean | null;
}

const TOP_LEVEL: Place = { quotes: 0, items: 0 };

/** Parts that Word would join if one followed the other. */
const MERGING_KINDS: ReadonlySet<Part['kind']> = new Set(['code', 'quote', 'list', 'table']);

/** Builds the paragraphs and tables of a document, and the definitions of their lists. */
export class BlockWriter {
  readonly numbering: INumberingOptions['config'][number][] = [];
  readonly #context: InlineContext;
  readonly #name: string;
  readonly #width: number;
  #children: (Paragraph | Table)[] = [];
  /** Counts parts of raw HTML and comments, which have no place in a document. */
  html = 0;
  comments = 0;

  /** `name` begins the names of its lists, which are unique in a document; `width` is that of the text. */
  constructor(context: InlineContext, name: string, width: number = TEXT_WIDTH.upright) {
    this.#context = context;
    this.#name = name;
    this.#width = width;
  }

  /** Writes parts below a title, if there is one. */
  write(parts: readonly Part[], title = ''): (Paragraph | Table)[] {
    this.#children = [];
    if (title.trim()) this.#addText([{ text: title.trim() }], { style: toStyleId(DOCX_STYLES.title) }, TOP_LEVEL);
    this.#addParts(parts, TOP_LEVEL);
    return this.#children;
  }

  #addParts(parts: readonly Part[], place: Place): void {
    for (const [index, part] of parts.entries()) {
      const needsSeparator = MERGING_KINDS.has(part.kind) && parts[index - 1]?.kind === part.kind;
      if (needsSeparator) this.#addParagraph([], {}, place);
      this.#addPart(part, place);
    }
  }

  #addPart(part: Part, place: Place): void {
    switch (part.kind) {
      case 'heading':
        return this.#addText(part.pieces, { heading: HEADINGS[part.level - 1] ?? HeadingLevel.HEADING_6 }, place);
      case 'paragraph':
        return this.#addText(part.pieces, getQuoteStyle(place), place);
      case 'cue':
        return this.#addText([{ text: part.text }], { style: toStyleId(DOCX_STYLES.cue) }, place);
      case 'rule':
        return this.#addParagraph([new TextRun('* * *')], { style: toStyleId(DOCX_STYLES.rule) }, place);
      case 'code':
        return this.#addCode(part.text, place);
      case 'math':
        return this.#addText([{ text: part.text, math: true }], { alignment: AlignmentType.CENTER }, place);
      case 'quote': {
        const innerPlace = { ...place, quotes: place.quotes + 1 };
        if (part.label !== null)
          this.#addText([{ text: part.label }], { style: toStyleId(DOCX_STYLES.callout) }, innerPlace);
        return this.#addParts(part.parts, innerPlace);
      }
      case 'list':
        return this.#addList(part, place);
      case 'table':
        return void this.#children.push(this.#buildTable(part, place));
      case 'html':
        this.html += 1;
        return;
      case 'comment':
        this.comments += 1;
        return;
    }
  }

  #addCode(text: string, place: Place): void {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      const isLast = index === lines.length - 1;
      const options = { style: toStyleId(DOCX_STYLES.code), ...(isLast && { spacing: { after: PARAGRAPH_SPACE } }) };
      this.#addText([{ text: line }], options, place);
    }
  }

  #addText(pieces: readonly Piece[], options: IParagraphOptions, place: Place): void {
    const isCode = options.style === toStyleId(DOCX_STYLES.code);
    const isRightToLeft = !isCode && getTextDirection(joinPieces(pieces)) === 'rtl';
    const runs = createInlineRuns(pieces, this.#context);
    this.#addParagraph(runs, { ...options, ...(isRightToLeft && { bidirectional: true }) }, place);
  }

  #addParagraph(children: readonly ParagraphChild[], options: IParagraphOptions, place: Place): void {
    const { quotes, items, list, done } = place;
    const level = items - 1;
    const hasMarker = list !== undefined;
    const indent = hasMarker
      ? level >= LEVEL_COUNT && { left: getIndent(items), hanging: HANGING_INDENT }
      : items > 0 && { left: getIndent(items) };
    this.#children.push(
      new Paragraph({
        ...(this.#children.at(-1) instanceof Table && { spacing: { before: PARAGRAPH_SPACE } }),
        ...options,
        children: [...(done == null ? [] : [createCheckBox(done), new TextRun(' ')]), ...children],
        ...(hasMarker && { numbering: { reference: list, level: Math.min(level, LEVEL_COUNT - 1) } }),
        ...(indent && { indent }),
        ...(quotes > 0 && { border: createQuoteBar(quotes) }),
      }),
    );
  }

  #addList({ start, items }: Extract<Part, { kind: 'list' }>, place: Place): void {
    const list = `${this.#name}-${this.numbering.length}`;
    const innerPlace = { quotes: place.quotes, items: place.items + 1 };
    this.#defineList(list, start, Math.min(place.items, LEVEL_COUNT - 1));
    for (const item of items) this.#addItem(item, list, innerPlace);
  }

  #addItem({ done, parts }: ListItem, list: string, innerPlace: Place): void {
    const [first, ...others] = parts;
    const itemPlace = { ...innerPlace, list, done };
    if (first?.kind === 'paragraph') this.#addText(first.pieces, getQuoteStyle(innerPlace), itemPlace);
    else this.#addParagraph([], {}, itemPlace);
    this.#addParts(first?.kind === 'paragraph' ? others : parts, innerPlace);
  }

  #defineList(reference: string, start: number | null, level: number): void {
    this.numbering.push({
      reference,
      levels: Array.from({ length: LEVEL_COUNT }, (_, depth) => ({
        level: depth,
        format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
        text: start === null ? '•' : `%${depth + 1}.`,
        start: depth === level ? (start ?? 1) : 1,
        alignment: AlignmentType.START,
        style: { paragraph: { indent: { left: getIndent(depth + 1), hanging: HANGING_INDENT } } },
      })),
    });
  }

  #buildTable({ rows, alignments, shares }: Extract<Part, { kind: 'table' }>, { quotes, items }: Place): Table {
    const tableText = rows.map((row) => row.map(joinPieces).join(' ')).join(' ');
    const columnCount = Math.max(0, ...rows.map((row) => row.length));
    const indent = getIndent(items);
    const width = Math.max(this.#width - indent, this.#width / 4);
    const totalShares = shares?.reduce((sum, share) => sum + share, 0) ?? columnCount;
    const measureWidth = (column: number): number => Math.round((width * (shares?.[column] ?? 1)) / totalShares);
    const createCell = (
      pieces: readonly Piece[],
      isHead: boolean,
      alignment: Alignment,
      [column, span]: Columns,
    ): TableCell =>
      new TableCell({
        ...(span > 1 && { columnSpan: span }),
        ...(isHead && { shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'F0F0F0' } }),
        children: [
          new Paragraph({
            children: createInlineRuns(pieces, {
              ...this.#context,
              pictureWidth: getPixels((span > 1 ? width : measureWidth(column)) - CELL_MARGINS),
            }),
            spacing: { before: 40, after: 40 },
            ...(alignment && { alignment: ALIGNMENTS[alignment] }),
            ...(getTextDirection(joinPieces(pieces)) === 'rtl' && { bidirectional: true }),
            ...(quotes > 0 && { border: createQuoteBar(quotes) }),
          }),
        ],
      });
    return new Table({
      width: { size: width, type: WidthType.DXA },
      ...(shares && {
        columnWidths: shares.map((_, column) => measureWidth(column)),
        layout: TableLayoutType.FIXED,
      }),
      ...(indent > 0 && { indent: { size: indent, type: WidthType.DXA } }),
      ...(getTextDirection(tableText) === 'rtl' && { visuallyRightToLeft: true }),
      rows: rows.map(
        (row, index) =>
          new TableRow({
            tableHeader: index === 0,
            children: row.map((pieces, column) => {
              const isWide = row.length === 1 && columnCount > 1;
              const alignment = isWide ? null : (alignments[column] ?? null);
              return createCell(pieces, index === 0 || isWide, alignment, [column, isWide ? columnCount : 1]);
            }),
          }),
      ),
    });
  }
}

/** The number of a cell's column, and how many it takes. */
type Columns = readonly [column: number, span: number];

/** The space that Word leaves free at both sides of a cell, in twentieths of a point. */
const CELL_MARGINS = 230;
/** Converts twentieths of a point into pixels. */
const getPixels = (twips: number): number => Math.max(1, Math.floor(twips / 15));

const getQuoteStyle = ({ quotes }: Place): IParagraphOptions =>
  quotes > 0 ? { style: toStyleId(DOCX_STYLES.quote) } : {};

const createQuoteBar = (quotes: number) => ({
  left: { style: BorderStyle.SINGLE, color: QUOTE_COLOR, ...getQuoteBar(quotes) },
});

const BOX_FONT = 'Segoe UI Symbol';

const createCheckBox = (isChecked: boolean): CheckBox =>
  new CheckBox({
    checked: isChecked,
    checkedState: { value: '2611', font: BOX_FONT },
    uncheckedState: { value: '2610', font: BOX_FONT },
  });

/** Prepares a footnote, which cannot hold tables; a space follows its number. */
export function markFootnoteParts(parts: readonly Part[]): Part[] {
  const [first, ...others] = parts.flatMap((part): Part[] => {
    if (part.kind !== 'table') return [part];
    return part.rows.map((row) => ({
      kind: 'paragraph',
      pieces: row.flatMap((cell, index) => (index === 0 ? cell : [{ text: ' | ' }, ...cell])),
    }));
  });
  if (!first) return [];
  return [first.kind === 'paragraph' ? { ...first, pieces: [{ text: ' ' }, ...first.pieces] } : first, ...others];
}
