/** Makes PDFs in the host, which has the fonts. */
import type { Bridge } from '#renderer/bridge/bridge.ts';
import type { ScriptTree } from '#markdown/tree.ts';
import type { PdfOptions } from '#markdown/pdf/to-pdf-document.ts';
import { plural } from '../../ui/language.ts';
import { fromBase64 } from '#renderer/bridge/base64.ts';
import { ConversionError } from './conversion-error.ts';
import type { MadeFile } from './made-file.ts';

/**
 * Makes a PDF of a prepared document (JSON of `PdfDocument`).
 * @throws ConversionError
 */
export type PrintPdf = (document: string) => Promise<MadeFile>;

const NO_ANSWER = 'The app isn’t answering, so the PDF couldn’t be created. Try again.';
/** The most characters without a font that are listed. */
const MAX_NAMES = 12;

function describeLosses(missingCharacters: readonly string[], picturesLeftOut: number): string[] {
  const notes: string[] = [];
  if (missingCharacters.length > 0) {
    const names = missingCharacters.slice(0, MAX_NAMES).join(' ') + (missingCharacters.length > MAX_NAMES ? ' …' : '');
    notes.push(`No font on this computer has these characters, so they appear as boxes: ${names}.`);
  }
  if (picturesLeftOut > 0)
    notes.push(plural(picturesLeftOut, ['A picture was left out.', '# pictures were left out.']));
  return notes;
}

export const createPrinter =
  (bridge: Pick<Bridge, 'invoke'>): PrintPdf =>
  async (document) => {
    const result = await bridge.invoke('pdf.make', { document }).catch(() => null); // reported below
    if (!result) throw new ConversionError(NO_ANSWER);
    if (!result.ok) throw new ConversionError(result.message);
    return { bytes: fromBase64(result.base64), notes: describeLosses(result.missing, result.pictures_left_out) };
  };

/**
 * Lays out a script or a document built from parts, and makes a PDF of it.
 * @throws ConversionError
 */
export async function toPdf(
  script: string | ScriptTree,
  title: string,
  options: PdfOptions,
  print: PrintPdf,
): Promise<MadeFile> {
  const { parseTree } = await import('#markdown/tree.ts');
  const { toPdfDocument } = await import('#markdown/pdf/to-pdf-document.ts');
  const tree = typeof script === 'string' ? parseTree(script) : script;
  return print(JSON.stringify(toPdfDocument(tree, title, options)));
}
