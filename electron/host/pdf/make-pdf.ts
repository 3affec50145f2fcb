/** Makes a PDF in this thread, which is busy meanwhile; `PdfMaker` has a thread for it. */
import { readFileSync } from 'node:fs';

import type { PdfDocument } from '#markdown/pdf/pdf-document.ts';
import { picturesOf, textsOf } from './document-contents.ts';
import { chooseFonts } from './fonts.ts';
import { correctCopiedText } from './text/copied-text.ts';
import { compileTypst, TypstError } from './typst.ts';

/** Lies beside this file, and beside the bundle. */
const TEMPLATE = new URL('./template.typ', import.meta.url);

export interface PdfRequest {
  readonly document: PdfDocument;
  /** Maps addresses to pictures; one that is not given, or cannot be read, is replaced by its description. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

export interface MadePdf {
  readonly bytes: Uint8Array;
  /** Lists each character once. */
  readonly missing: readonly string[];
  readonly picturesLeftOut: number;
}

type Files = Map<string, Uint8Array | string>;

/** Returns the pictures that the compiler can read; one that it cannot would fail the whole document. */
async function readable(pictures: PdfRequest['pictures']): Promise<Map<string, Uint8Array>> {
  const good = new Map<string, Uint8Array>();
  for (const [address, bytes] of pictures) {
    const files: Files = new Map<string, Uint8Array | string>([
      ['/main.typ', `#image(${JSON.stringify(`/${address}`)})`],
      [`/${address}`, bytes],
    ]);
    try {
      await compileTypst({ files, fonts: [] });
      good.set(address, bytes);
    } catch (error) {
      if (!(error instanceof TypstError)) throw error;
    }
  }
  return good;
}

function withCorrectedText(bytes: Uint8Array): Uint8Array {
  try {
    return correctCopiedText(bytes);
  } catch {
    // Another compiler may write files in another way; the document looks the same without this.
    return bytes;
  }
}

/**
 * Lays out a document with the fonts its characters need.
 * @throws TypstError
 */
export async function makePdf({ document, pictures }: PdfRequest): Promise<MadePdf> {
  const { files: fonts, families, missing } = chooseFonts(textsOf(document));
  const shown = await readable(pictures);
  const files: Files = new Map<string, Uint8Array | string>([
    ['/main.typ', readFileSync(TEMPLATE, 'utf8')],
    ['/document.json', JSON.stringify({ ...document, pictures: [...shown.keys()] })],
    ['/families.json', JSON.stringify(families)],
    ...[...shown].map(([address, bytes]): [string, Uint8Array] => [`/${address}`, bytes]),
  ]);
  const bytes = withCorrectedText(await compileTypst({ files, fonts }));
  const leftOut = [...picturesOf(document)].filter((address) => !shown.has(address));
  return { bytes, missing, picturesLeftOut: leftOut.length };
}
