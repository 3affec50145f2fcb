/** Converts scripts to Word documents. Loaded only when needed. */
import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  HeadingLevel,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type INumberingOptions,
  type IParagraphOptions,
  type ParagraphChild,
} from 'docx';

import { DOCX_STYLES } from './docx-styles.ts';
import { treeOf, type Part, type Piece } from './tree.ts';

const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
] as const;

/** Twentieths of a point, Word's own unit. */
const INDENT = 420;
const LEVELS = 9;

const idOf = (name: string): string => name.replaceAll(' ', '');

function runs(pieces: readonly Piece[]): ParagraphChild[] {
  return pieces.map((piece) => {
    if (piece.break) return new TextRun({ break: 1 });
    const run = new TextRun({
      text: piece.picture ? `[Picture: ${piece.text}]` : piece.text,
      ...(piece.bold && { bold: true }),
      ...(piece.italic && { italics: true }),
      ...(piece.code && { style: idOf(DOCX_STYLES.inlineCode) }),
      ...(piece.href !== undefined && !piece.code && { style: 'Hyperlink' }),
    });
    return piece.href === undefined ? run : new ExternalHyperlink({ link: piece.href, children: [run] });
  });
}

interface Place {
  readonly style?: string;
  readonly list?: { readonly reference: string; readonly level: number };
  /** Set for another paragraph of a list item: no marker, the same indent. */
  readonly indent?: number;
}

class Builder {
  readonly children: (Paragraph | Table)[] = [];
  readonly numbering: INumberingOptions['config'][number][] = [];

  add(part: Part, place: Place = {}): void {
    switch (part.kind) {
      case 'heading':
        return this.#paragraph(
          runs(part.pieces),
          { heading: HEADINGS[part.level - 1] ?? HeadingLevel.HEADING_6 },
          place,
        );
      case 'paragraph':
        return this.#paragraph(runs(part.pieces), {}, place);
      case 'cue':
        return this.#paragraph([new TextRun(part.text)], {}, { ...place, style: DOCX_STYLES.cue });
      case 'rule':
        return this.#paragraph([new TextRun('* * *')], {}, { style: DOCX_STYLES.rule });
      case 'code':
        for (const line of part.text.split('\n')) {
          this.#paragraph([new TextRun(line)], {}, { style: DOCX_STYLES.code });
        }
        return;
      case 'quote':
        return part.parts.forEach((inner) => this.add(inner, { ...place, style: DOCX_STYLES.quote }));
      case 'list':
        return this.#list(part, place);
      case 'table':
        return void this.children.push(this.#table(part.rows));
      case 'html':
        return;
    }
  }

  #paragraph(children: ParagraphChild[], options: IParagraphOptions, { style, list, indent }: Place): void {
    this.children.push(
      new Paragraph({
        ...options,
        children,
        ...(style !== undefined && { style: idOf(style) }),
        ...(list && { numbering: { reference: list.reference, level: list.level } }),
        ...(indent !== undefined && { indent: { left: indent * INDENT } }),
      }),
    );
  }

  #list(part: Extract<Part, { kind: 'list' }>, place: Place): void {
    const level = Math.min(place.list ? place.list.level + 1 : 0, LEVELS - 1);
    const reference = this.#reference(part.start, level);
    for (const item of part.items) {
      for (const [index, inner] of item.entries()) {
        if (inner.kind === 'list') this.#list(inner, { list: { reference, level } });
        else if (index === 0) this.add(inner, { list: { reference, level } });
        else this.add(inner, { indent: level + 1 });
      }
    }
  }

  #reference(start: number | null, level: number): string {
    const reference = `list-${this.numbering.length}`;
    this.numbering.push({
      reference,
      levels: Array.from({ length: LEVELS }, (_, at) => ({
        level: at,
        format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
        text: start === null ? '•' : `%${at + 1}.`,
        start: at === level ? (start ?? 1) : 1,
        alignment: AlignmentType.START,
        style: { paragraph: { indent: { left: (at + 1) * INDENT, hanging: INDENT * 0.75 } } },
      })),
    });
    return reference;
  }

  #table(rows: readonly (readonly (readonly Piece[])[])[]): Table {
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: rows.map(
        (row, index) =>
          new TableRow({
            tableHeader: index === 0,
            children: row.map((cell) => new TableCell({ children: [new Paragraph({ children: runs(cell) })] })),
          }),
      ),
    });
  }
}

const STYLES = {
  paragraphStyles: [
    {
      id: idOf(DOCX_STYLES.cue),
      name: DOCX_STYLES.cue,
      basedOn: 'Normal',
      next: 'Normal',
      run: { italics: true, color: '555555' },
      paragraph: {
        indent: { left: INDENT },
        border: { left: { style: BorderStyle.SINGLE, size: 12, space: 8, color: '999999' } },
      },
    },
    {
      id: idOf(DOCX_STYLES.rule),
      name: DOCX_STYLES.rule,
      basedOn: 'Normal',
      paragraph: { alignment: AlignmentType.CENTER },
    },
    {
      id: idOf(DOCX_STYLES.quote),
      name: DOCX_STYLES.quote,
      basedOn: 'Normal',
      run: { italics: true },
      paragraph: { indent: { left: INDENT, right: INDENT } },
    },
    {
      id: idOf(DOCX_STYLES.code),
      name: DOCX_STYLES.code,
      basedOn: 'Normal',
      run: { font: 'Courier New', size: 20 },
      paragraph: { spacing: { after: 0 } },
    },
  ],
  characterStyles: [{ id: idOf(DOCX_STYLES.inlineCode), name: DOCX_STYLES.inlineCode, run: { font: 'Courier New' } }],
};

export async function toDocx(markdown: string, title: string): Promise<Uint8Array> {
  const builder = new Builder();
  for (const part of treeOf(markdown)) builder.add(part);
  const document = new Document({
    title,
    creator: 'Cutaway',
    numbering: { config: builder.numbering },
    styles: {
      default: { document: { run: { font: 'Georgia', size: 24 }, paragraph: { spacing: { after: 160, line: 320 } } } },
      ...STYLES,
    },
    sections: [{ children: builder.children }],
  });
  return new Uint8Array(await Packer.toArrayBuffer(document));
}
