/** Runs conversions in a worker, because they need libraries and time; the first file that needs a library loads it. */

import type { DocumentComment } from '#markdown/comments/document-comment.ts';
import { decodeText } from '#markdown/encoding/decode-text.ts';
import type { DocumentPicture, KeptPicture } from '#markdown/kept-picture.ts';
import { withPicturesBeside, type PicturesBeside } from '#markdown/pictures-beside.ts';
import { UnreadableFile } from '#markdown/unreadable-file.ts';
import { ConversionError } from './conversion-error.ts';
import type { MadeFile } from './made-file.ts';
import type { PrintPdf } from './print-pdf.ts';
import type { TimedConversion } from './timed-files.ts';

/** A `transcript` is text that may have times at its lines. */
export type ReadableFormat = 'docx' | 'html' | 'fountain' | 'fdx' | 'subtitles' | 'transcript' | 'text';

interface IllustratedText {
  readonly markdown: string;
  readonly title: string;
  /** Maps the addresses in the text to their pictures. */
  readonly pictures: ReadonlyMap<string, DocumentPicture>;
}

export type Conversion =
  | {
      readonly kind: 'read';
      readonly format: ReadableFormat;
      readonly bytes: Uint8Array;
      /** Pictures beside the file; only text and web pages refer to them. */
      readonly beside?: PicturesBeside;
    }
  | { readonly kind: 'unzip'; readonly bytes: Uint8Array }
  | ({ readonly kind: 'docx'; readonly comments?: readonly DocumentComment[] } & IllustratedText)
  /** Has no pictures, because the host reads them. `language` is the script's tag. */
  | { readonly kind: 'pdf'; readonly markdown: string; readonly title: string; readonly language: string }
  | TimedConversion
  | { readonly kind: 'zip'; readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[] };

/** `notes` are plain sentences about what was lost. */
export interface ReadText {
  readonly title: string | null;
  readonly markdown: string;
  readonly notes: readonly string[];
  /** The pictures the text refers to; store them before the text is saved. */
  readonly pictures?: readonly KeptPicture[];
  readonly comments?: readonly DocumentComment[];
}

/** Maps the paths in a zip file to their content. */
export type UnzippedFiles = ReadonlyMap<string, Uint8Array>;

export type ConversionResult<C extends Conversion> = C extends { readonly kind: 'read' }
  ? ReadText
  : C extends { readonly kind: 'unzip' }
    ? UnzippedFiles
    : MadeFile;

export { ConversionError };

/** Returns the title in a text’s front matter; null without one. */
async function readTitle(text: string): Promise<string | null> {
  const { readDetails } = await import('#markdown/syntax/front-matter.ts');
  const title = readDetails(text).get('title');
  return typeof title === 'string' && title.trim() !== '' ? title : null;
}

async function readDocument(
  format: ReadableFormat,
  bytes: Uint8Array,
  picturesBeside: PicturesBeside,
): Promise<ReadText> {
  if (format === 'docx') {
    const { docxToMarkdown } = await import('#markdown/from-docx.ts');
    return docxToMarkdown(bytes);
  }
  const { text, notes } = decodeText(bytes);
  const withNotes = (result: ReadText): ReadText => ({ ...result, notes: [...notes, ...result.notes] });
  switch (format) {
    case 'text':
      return withNotes({ title: await readTitle(text), ...withPicturesBeside(text, picturesBeside) });
    case 'transcript': {
      const { withoutTimes } = await import('#markdown/transcript.ts');
      const textWithoutTimes = withoutTimes(text);
      if (textWithoutTimes === null) return { title: null, markdown: text, notes };
      return {
        title: null,
        markdown: textWithoutTimes,
        notes: [...notes, 'The times of the transcript were left out.'],
      };
    }
    case 'fountain': {
      const { fountainToMarkdown } = await import('#markdown/from-fountain.ts');
      return { ...fountainToMarkdown(text), notes };
    }
    case 'fdx': {
      const { fdxToMarkdown } = await import('#markdown/from-fdx.ts');
      return withNotes(fdxToMarkdown(text));
    }
    case 'subtitles': {
      const { subtitlesToMarkdown } = await import('#markdown/from-subtitles.ts');
      return withNotes(subtitlesToMarkdown(text));
    }
    case 'html': {
      const { htmlToMarkdown } = await import('#markdown/from-html.ts');
      return withNotes(await htmlToMarkdown(text, picturesBeside));
    }
  }
}

async function read({ format, bytes, beside = new Map() }: Extract<Conversion, { kind: 'read' }>): Promise<ReadText> {
  try {
    return await readDocument(format, bytes, beside);
  } catch (error) {
    throw error instanceof UnreadableFile ? new ConversionError(error.message) : error;
  }
}

/** Bounds of a zip file's unpacked content. */
const UNZIP_LIMITS = { bytes: 300 * 1024 * 1024, files: 5000 } as const;
const TOO_LARGE_MESSAGE = 'Unpacked, the zip file is too large. Unpack it and import its files.';
const NO_ZIP = 'This isn’t a zip file, or it is damaged or protected by a password.';

async function unzip(bytes: Uint8Array): Promise<UnzippedFiles> {
  const { unzipSync } = await import('fflate');
  let [size, files] = [0, 0];
  try {
    const entries = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name.endsWith('/') || name.startsWith('__MACOSX/')) return false;
        size += originalSize;
        files += 1;
        if (size > UNZIP_LIMITS.bytes || files > UNZIP_LIMITS.files) throw new ConversionError(TOO_LARGE_MESSAGE);
        return true;
      },
    });
    return new Map(Object.entries(entries));
  } catch (error) {
    throw error instanceof ConversionError ? error : new ConversionError(NO_ZIP);
  }
}

const rejectPrint: PrintPdf = () => Promise.reject(new Error('There is no host to make a PDF.'));

/**
 * Runs the conversion in this thread; the worker calls it. `print` makes PDFs in the host.
 * @throws ConversionError
 */
export async function convertHere(
  conversion: Conversion,
  print: PrintPdf = rejectPrint,
): Promise<ReadText | MadeFile | UnzippedFiles> {
  if (conversion.kind === 'read') return read(conversion);
  if (conversion.kind === 'unzip') return unzip(conversion.bytes);
  if (conversion.kind === 'pdf') {
    const { toPdf } = await import('./print-pdf.ts');
    const { markdown, title, language } = conversion;
    return toPdf(markdown, title, { language }, print);
  }
  if (conversion.kind === 'docx') {
    const { toDocx } = await import('#markdown/to-docx.ts');
    const { markdown, title, pictures, comments = [] } = conversion;
    return toDocx(markdown, title, pictures, { comments });
  }
  if (conversion.kind === 'timed') {
    const { makeTimedFile } = await import('./timed-files.ts');
    const { toPdf } = await import('./print-pdf.ts');
    return makeTimedFile(conversion, (tree, title, _pictures, options) => toPdf(tree, title, options, print));
  }
  const { zipSync } = await import('fflate');
  return { bytes: zipSync(Object.fromEntries(conversion.files.map(({ name, bytes }) => [name, bytes]))), notes: [] };
}
