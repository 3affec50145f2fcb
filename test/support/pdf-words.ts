/** Reads PDFs as programs do that show, copy and search them. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { getPages } from '#electron/host/pdf/text/copied-text.ts';
import { textOfHex } from '#electron/host/pdf/text/content-stream.ts';
import { PdfFile } from '#electron/host/pdf/text/pdf-file.ts';

export interface PdfText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly PdfText[];
}

/** Reads where texts stand with PDF.js, which knows nothing of texts that marked content has. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<PdfPage[]> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    isEvalSupported: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const document = await task.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const [, , width = 0, height = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), width: item.width }]
        : [],
    );
    pages.push({ width, height, texts });
  }
  await task.destroy();
  return pages;
}

/** Returns what is copied from each page, in the order of its strings: from left to right in each line. */
const copiedPages = (bytes: Uint8Array): string[] =>
  getPages(new PdfFile(bytes)).map(({ text }) => text.pieces.map((piece) => piece.text).join(''));

/** Returns what is copied from the document, page numbers included. */
export const copiedText = (bytes: Uint8Array): string => copiedPages(bytes).join('');

/** Returns what is copied from the document, without what lays it out and without the page numbers. */
export const copiedWords = (bytes: Uint8Array): string =>
  copiedPages(bytes)
    .map((text, index, all) => bare(text).replace(new RegExp(`${index + 1}/${all.length}$`), ''))
    .join('');

/** Returns what a font without two bytes a glyph, such as that of emoji, stands for. */
export function textsOfEmoji(bytes: Uint8Array): string[] {
  const cmaps = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/^<[0-9A-F]{2}> <([0-9A-F]+)>$/gm);
  return [...cmaps].map(([, hex = '']) => textOfHex(hex));
}

/** Removes everything that lays text out, and unifies characters that look alike. */
export const bare = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '');
