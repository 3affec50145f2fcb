/** Reads PDFs like programs that show, copy and search them. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

import { getPages } from '#electron/host/pdf/text/copied-text.ts';
import { decodeHex } from '#electron/host/pdf/text/content-stream.ts';
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

/** Reads texts with their places by PDF.js, which ignores the texts of marked content. */
export async function readPages(bytes: Uint8Array): Promise<PdfPage[]> {
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

/** Returns the copied text of each page, in the order of its strings: from left to right in each line. */
const readCopiedPages = (bytes: Uint8Array): string[] =>
  getPages(new PdfFile(bytes)).map(({ text }) => text.pieces.map((piece) => piece.text).join(''));

/** Returns the copied text of the document with its page numbers. */
export const readCopiedText = (bytes: Uint8Array): string => readCopiedPages(bytes).join('');

/** Returns the copied text of the document without layout characters and page numbers. */
export const readCopiedWords = (bytes: Uint8Array): string =>
  readCopiedPages(bytes)
    .map((text, index, all) => normalize(text).replace(new RegExp(`${index + 1}/${all.length}$`), ''))
    .join('');

/** Returns the texts of fonts with one byte per glyph, such as that of emoji. */
export function readEmojiTexts(bytes: Uint8Array): string[] {
  const cmaps = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/^<[0-9A-F]{2}> <([0-9A-F]+)>$/gm);
  return [...cmaps].map(([, hex = '']) => decodeHex(hex));
}

/** Removes layout characters, and unifies characters that look alike. */
export const normalize = (text: string): string =>
  text.normalize('NFKC').replace(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '');
