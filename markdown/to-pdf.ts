/** Converts scripts to PDF. Loaded only when needed. */
import pdfmake, { type Content } from 'pdfmake';

import { coverageOf } from './font-coverage.ts';
import { plain, treeOf, type Part, type Piece } from './tree.ts';

/** The four styles of one typeface, as TrueType files. */
export interface PdfFonts {
  readonly normal: Uint8Array;
  readonly bold: Uint8Array;
  readonly italics: Uint8Array;
  readonly bolditalics: Uint8Array;
}

export interface Pdf {
  readonly bytes: Uint8Array;
  /** Characters the typeface cannot draw; each is replaced by □. */
  readonly missing: readonly string[];
}

const INK = '#1c1b1a';
const GREY = '#5c5a57';
const SIZES = [22, 17, 14, 12.5, 12, 12] as const;
const FONT = 'Script';
const CUTS = ['normal', 'bold', 'italics', 'bolditalics'] as const;
/** Matches characters without a shape, such as joiners and variation selectors. */
const SHAPELESS = /\p{Default_Ignorable_Code_Point}/gu;

class Builder {
  readonly missing = new Set<string>();
  readonly #draws: (codePoint: number) => boolean;

  constructor(draws: (codePoint: number) => boolean) {
    this.#draws = draws;
  }

  content(parts: readonly Part[]): Content[] {
    return parts.flatMap((part) => this.#part(part));
  }

  text(value: string): string {
    let text = '';
    for (const sign of value.replace(SHAPELESS, '')) {
      if (/\s/.test(sign) || this.#draws(sign.codePointAt(0) ?? 0)) text += sign;
      else {
        this.missing.add(sign);
        text += this.#draws(0x25a1) ? '\u25a1' : '?';
      }
    }
    return text;
  }

  #pieces(pieces: readonly Piece[]): Content[] {
    return pieces.map((piece) => ({
      text: this.text(piece.picture ? `[Picture: ${piece.text}]` : piece.text),
      ...(piece.bold && { bold: true }),
      ...(piece.italic && { italics: true }),
      ...(piece.href !== undefined && { link: piece.href, decoration: 'underline' as const }),
    }));
  }

  #part(part: Part): Content[] {
    switch (part.kind) {
      case 'heading': {
        const fontSize = SIZES[part.level - 1] ?? 12;
        return [
          {
            text: this.#pieces(part.pieces),
            bold: true,
            fontSize,
            lineHeight: 1.15,
            margin: [0, 12, 0, 6],
            headlineLevel: 1,
          },
        ];
      }
      case 'paragraph':
        return [{ text: this.#pieces(part.pieces), margin: [0, 0, 0, 9] }];
      case 'cue':
        return [{ text: this.text(part.text), italics: true, color: GREY, margin: [18, 0, 0, 9] }];
      case 'rule':
        return [{ text: '* * *', alignment: 'center', color: GREY, margin: [0, 6, 0, 15] }];
      case 'code':
        return [{ text: this.text(part.text), fontSize: 10, preserveLeadingSpaces: true, margin: [18, 0, 0, 9] }];
      case 'quote':
        return [{ stack: this.content(part.parts), italics: true, margin: [18, 0, 18, 0] }];
      case 'list': {
        const items = part.items.map((item): Content => ({ stack: this.content(item) }));
        return [part.start === null ? { ul: items } : { ol: items, start: part.start }];
      }
      case 'table':
        return part.rows.length === 0 ? [] : [this.#table(part.rows)];
      case 'html':
        return [];
    }
  }

  #table(rows: readonly (readonly (readonly Piece[])[])[]): Content {
    const width = Math.max(...rows.map((row) => row.length));
    const body = rows.map((row, index) =>
      Array.from({ length: width }, (_, at): Content => ({ text: this.#pieces(row[at] ?? []), bold: index === 0 })),
    );
    return { table: { headerRows: 1, body }, layout: 'lightHorizontalLines', margin: [0, 0, 0, 12] };
  }
}

/** Puts the fonts into pdfmake's in-memory file system, which its types omit. */
function useFonts(fonts: PdfFonts): void {
  const { virtualfs } = pdfmake as unknown as { virtualfs: { writeFileSync(name: string, data: Uint8Array): void } };
  pdfmake.setUrlAccessPolicy(() => false);
  const name = (cut: keyof PdfFonts): string => `${FONT}-${cut}.ttf`;
  for (const cut of CUTS) virtualfs.writeFileSync(name(cut), fonts[cut]);
  const { normal, bold, italics, bolditalics } = Object.fromEntries(CUTS.map((cut) => [cut, name(cut)]));
  pdfmake.setFonts({ [FONT]: { normal, bold, italics, bolditalics } });
}

/**
 * Makes an A4 document with one column and page numbers. If the script does not begin with a heading, the title comes
 * first.
 */
export async function toPdf(markdown: string, title: string, fonts: PdfFonts): Promise<Pdf> {
  const builder = new Builder(coverageOf(fonts.normal));
  const parts = treeOf(markdown);
  const [first] = parts;
  const titled = first?.kind === 'heading' && plain(first.pieces).trim() !== '';
  const head: Content[] = titled
    ? []
    : [{ text: builder.text(title), bold: true, fontSize: SIZES[0], lineHeight: 1.15, margin: [0, 0, 0, 12] }];
  const content = [...head, ...builder.content(parts)];
  useFonts(fonts);
  const document = pdfmake.createPdf({
    content,
    info: { title, creator: 'Cutaway', producer: 'Cutaway' },
    pageSize: 'A4',
    pageMargins: [72, 64, 72, 72],
    defaultStyle: { font: FONT, fontSize: 12, lineHeight: 1.35, color: INK },
    footer: (page, pages) => ({
      text: `${page} / ${pages}`,
      alignment: 'center',
      fontSize: 9,
      color: GREY,
      margin: [0, 24, 0, 0],
    }),
    // Keeps a heading at the bottom of a page together with the text after it.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 && 'getFollowingNodesOnPage' in nodes && nodes.getFollowingNodesOnPage().length === 0,
  });
  return { bytes: new Uint8Array(await document.getBuffer()), missing: [...builder.missing] };
}
