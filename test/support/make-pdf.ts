import { toPdfDocument, type PdfOptions } from '#markdown/pdf/to-pdf-document.ts';
import { parseTree } from '#markdown/tree.ts';
import { makePdf, type PdfResult } from '#electron/host/pdf/make-pdf.ts';

/** Makes a PDF of a script in this thread, as an export does. */
export function toPdf(markdown: string, title: string, options: PdfOptions = {}): Promise<PdfResult> {
  return makePdf({ document: toPdfDocument(parseTree(markdown), title, options), pictures: new Map() });
}
