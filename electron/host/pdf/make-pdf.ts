/** Makes a PDF in this thread, which is busy meanwhile; `PdfMaker` has a thread for it. */
import { readFileSync } from 'node:fs';

import type { PdfDocument } from '#markdown/pdf/pdf-document.ts';
import { getPictureAddresses, getTexts } from './document-contents.ts';
import { chooseFonts } from './fonts.ts';
import { correctCopiedText } from './text/copied-text.ts';
import { compileTypst, TypstError } from './typst.ts';

/** The template is beside this file, and beside the bundle. */
const TEMPLATE = new URL('./template.typ', import.meta.url);

export interface PdfRequest {
  readonly document: PdfDocument;
  /** Maps addresses to pictures; a missing or unreadable one is replaced by its description. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

export interface PdfResult {
  readonly bytes: Uint8Array;
  /** Each character once. */
  readonly missing: readonly string[];
  readonly picturesLeftOut: number;
}

type Files = Map<string, Uint8Array | string>;

/** Returns the pictures that the compiler can read; one that it cannot would fail the whole document. */
async function selectReadable(pictures: PdfRequest['pictures']): Promise<Map<string, Uint8Array>> {
  const readablePictures = new Map<string, Uint8Array>();
  for (const [address, bytes] of pictures) {
    const files: Files = new Map<string, Uint8Array | string>([
      ['/main.typ', `#image(${JSON.stringify(`/${address}`)})`],
      [`/${address}`, bytes],
    ]);
    try {
      await compileTypst({ files, fonts: [] });
      readablePictures.set(address, bytes);
    } catch (error) {
      if (!(error instanceof TypstError)) throw error;
    }
  }
  return readablePictures;
}

function withCorrectedText(bytes: Uint8Array): Uint8Array {
  try {
    return correctCopiedText(bytes);
  } catch {
    // Another compiler may structure its files differently; the document looks the same without this correction.
    return bytes;
  }
}

/**
 * Lays out a document with the fonts its characters need.
 * @throws TypstError
 */
export async function makePdf({ document, pictures }: PdfRequest): Promise<PdfResult> {
  const { files: fonts, families, missing } = chooseFonts(getTexts(document));
  const readablePictures = await selectReadable(pictures);
  const files: Files = new Map<string, Uint8Array | string>([
    ['/main.typ', readFileSync(TEMPLATE, 'utf8')],
    ['/document.json', JSON.stringify({ ...document, pictures: [...readablePictures.keys()] })],
    ['/families.json', JSON.stringify(families)],
    ...[...readablePictures].map(([address, bytes]): [string, Uint8Array] => [`/${address}`, bytes]),
  ]);
  const bytes = withCorrectedText(await compileTypst({ files, fonts }));
  const leftOut = [...getPictureAddresses(document)].filter((address) => !readablePictures.has(address));
  return { bytes, missing, picturesLeftOut: leftOut.length };
}
