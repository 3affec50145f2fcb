/** Reads which text each glyph of a page stands for. */
import { parseGlyphs, parseOperations, decodeHex, type Operation, type ShownGlyph } from './content-stream.ts';

/** A font with two bytes per glyph. */
export interface Font {
  /** The number of the stream that assigns texts to glyphs. */
  readonly cmap: number;
  readonly texts: ReadonlyMap<number, string>;
}

/** A character, or the part of it at one height: glyphs that one text is assigned to. */
export interface Piece {
  readonly font: Font;
  readonly codes: number[];
  readonly text: string;
  /** The height of the base line. */
  readonly y: string;
  /** The number of the text object on the page. */
  readonly item: number;
}

export interface ShownString {
  readonly operation: Operation;
  readonly glyphs: readonly ShownGlyph[];
  readonly rest: string;
  /** Holds one piece per glyph. */
  readonly pieces: readonly Piece[];
}

/** A marked span whose text replaces that of its glyphs. */
export interface Span {
  readonly open: Operation;
  readonly piece: Piece;
}

export interface PageText {
  /** Strings outside of spans. */
  readonly shownStrings: readonly ShownString[];
  readonly spans: readonly Span[];
  /** Ordered as shown on the page. */
  readonly pieces: readonly Piece[];
}

const ACTUAL_TEXT = /\/ActualText\s*<([0-9A-Fa-f]*)>/;

class PageReader {
  readonly shownStrings: ShownString[] = [];
  readonly spans: Span[] = [];
  readonly pieces: Piece[] = [];
  readonly #fonts: ReadonlyMap<string, Font | null>;
  readonly #marked: { open: Operation; text: string | null; span: Span | null }[] = [];
  #font: Font | null = null;
  #y = '';
  #item = 0;

  constructor(fonts: ReadonlyMap<string, Font | null>) {
    this.#fonts = fonts;
  }

  read(operation: Operation): void {
    const { operator, operands } = operation;
    if (operator === 'cm') this.#y = operands[5] ?? '';
    else if (operator === 'Tf') this.#font = this.#fonts.get(operands[0] ?? '') ?? null;
    else if (operator === 'BT') this.#item += 1;
    else if (operator === 'BDC') {
      const hex = ACTUAL_TEXT.exec(operands[1] ?? '')?.[1];
      this.#marked.push({ open: operation, text: hex === undefined ? null : decodeHex(hex), span: null });
    } else if (operator === 'EMC') this.#marked.pop();
    else if (operator === 'Tj' || operator === 'TJ') this.#show(operation);
  }

  #show(operation: Operation): void {
    const font = this.#font;
    if (!font) return;
    const { glyphs, rest } = parseGlyphs(operation.operands[0] ?? '');
    const markedContent = this.#marked.findLast(({ text }) => text !== null);
    if (markedContent) {
      markedContent.span ??= this.#openSpan(markedContent.open, this.#addPiece(font, markedContent.text ?? ''));
      markedContent.span.piece.codes.push(...glyphs.map(({ code }) => code));
      return;
    }
    const pieces = glyphs.map(({ code }) => {
      const piece = this.#addPiece(font, font.texts.get(code) ?? '');
      piece.codes.push(code);
      return piece;
    });
    this.shownStrings.push({ operation, glyphs, rest, pieces });
  }

  #openSpan(open: Operation, piece: Piece): Span {
    const span = { open, piece };
    this.spans.push(span);
    return span;
  }

  #addPiece(font: Font, text: string): Piece {
    const piece = { font, text, codes: [], y: this.#y, item: this.#item };
    this.pieces.push(piece);
    return piece;
  }
}

export function readPageText(content: string, fonts: ReadonlyMap<string, Font | null>): PageText {
  const reader = new PageReader(fonts);
  for (const operation of parseOperations(content)) reader.read(operation);
  return reader;
}
