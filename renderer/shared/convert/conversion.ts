/**
 * Conversions that need libraries and time. They run in a worker, and each library is loaded by the first file that
 * needs it.
 */

export type Reading = 'docx' | 'html' | 'fountain' | 'text';

export type Conversion =
  | { readonly kind: 'read'; readonly format: Reading; readonly bytes: Uint8Array }
  | { readonly kind: 'docx'; readonly markdown: string; readonly title: string }
  | { readonly kind: 'pdf'; readonly markdown: string; readonly title: string }
  | { readonly kind: 'zip'; readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[] };

/** `notes` are plain sentences about what was lost. */
export interface ReadText {
  readonly title: string | null;
  readonly markdown: string;
  readonly notes: readonly string[];
}

export interface MadeFile {
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

export type Converted<C extends Conversion> = C extends { readonly kind: 'read' } ? ReadText : MadeFile;

/** Thrown for a file that cannot be converted; the message is a plain sentence. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

const UTF8 = 'utf-8';

/**
 * Decodes bytes as UTF-8, as UTF-16 if marked, else as Western European, which the notes mention.
 * @throws ConversionError
 */
export function decode(bytes: Uint8Array): { text: string; notes: string[] } {
  const [first, second] = bytes;
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  const noText = 'This isn’t a text file, despite its name.';
  if (wide === null && bytes.includes(0)) throw new ConversionError(noText);
  try {
    return { text: new TextDecoder(wide ?? UTF8, { fatal: true }).decode(bytes), notes: [] };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { text, notes: ['The file isn’t UTF-8, so it was read as Western European. Check accented letters.'] };
  }
}

async function read(format: Reading, bytes: Uint8Array): Promise<ReadText> {
  if (format === 'docx') {
    const { docxToMarkdown, NotADocument } = await import('#markdown/from-docx.ts');
    try {
      return await docxToMarkdown(bytes);
    } catch (error) {
      throw error instanceof NotADocument ? new ConversionError(error.message) : error;
    }
  }
  const { text, notes } = decode(bytes);
  if (format === 'text') return { title: null, markdown: text, notes };
  if (format === 'fountain') {
    const { fromFountain } = await import('#markdown/fountain.ts');
    return { ...fromFountain(text), notes };
  }
  const { htmlToMarkdown } = await import('#markdown/from-html.ts');
  const made = htmlToMarkdown(text);
  return { ...made, notes: [...notes, ...made.notes] };
}

const FONT_FILES = {
  normal: () => import('@expo-google-fonts/literata/400Regular/Literata_400Regular.ttf?url'),
  bold: () => import('@expo-google-fonts/literata/700Bold/Literata_700Bold.ttf?url'),
  italics: () => import('@expo-google-fonts/literata/400Regular_Italic/Literata_400Regular_Italic.ttf?url'),
  bolditalics: () => import('@expo-google-fonts/literata/700Bold_Italic/Literata_700Bold_Italic.ttf?url'),
} as const;

async function font(cut: keyof typeof FONT_FILES): Promise<Uint8Array> {
  const response = await fetch((await FONT_FILES[cut]()).default);
  if (!response.ok) throw new Error(`The typeface answered ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

async function pdf(markdown: string, title: string): Promise<MadeFile> {
  const { toPdf } = await import('#markdown/to-pdf.ts');
  const [normal, bold, italics, bolditalics] = await Promise.all([
    font('normal'),
    font('bold'),
    font('italics'),
    font('bolditalics'),
  ]);
  const { bytes, missing } = await toPdf(markdown, title, { normal, bold, italics, bolditalics });
  const shown = missing.slice(0, 8).join(' ');
  const note = `The PDF’s font is missing some characters; they appear as □: ${shown}${missing.length > 8 ? ' …' : ''}`;
  return { bytes, notes: missing.length > 0 ? [note] : [] };
}

/**
 * Runs the conversion in this thread; the worker calls it.
 * @throws ConversionError
 */
export async function convertHere(conversion: Conversion): Promise<ReadText | MadeFile> {
  if (conversion.kind === 'read') return read(conversion.format, conversion.bytes);
  if (conversion.kind === 'pdf') return pdf(conversion.markdown, conversion.title);
  if (conversion.kind === 'docx') {
    const { toDocx } = await import('#markdown/to-docx.ts');
    return { bytes: await toDocx(conversion.markdown, conversion.title), notes: [] };
  }
  const { zipSync } = await import('fflate');
  return { bytes: zipSync(Object.fromEntries(conversion.files.map(({ name, bytes }) => [name, bytes]))), notes: [] };
}
