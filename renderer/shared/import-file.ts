import { ConversionError, type Conversion, type ReadableFormat, type ReadText } from './convert/conversion.ts';
import type { DocumentComment } from '#markdown/comments/document-comment.ts';
import type { KeptPicture } from '#markdown/kept-picture.ts';
import type { PicturesBeside } from '#markdown/pictures-beside.ts';
import { formatNumber } from '../ui/language.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';

export interface ImportedText {
  /** The file's name if the text has no title. */
  readonly title: string;
  /** Lines end with `\n`, as the editor expects. */
  readonly markdown: string;
  /** One plain sentence for each loss; empty if nothing was lost. */
  readonly notes: string[];
  /** Must be kept before the text is saved. */
  readonly pictures: readonly KeptPicture[];
  /** Must be stored with the text. */
  readonly comments: readonly DocumentComment[];
}

/** Thrown for a file that cannot become a script, with a message for the user; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** The problem, with the name of the file. */
  readonly title: string;
  /** The reason and what to do; may be empty. */
  readonly text: string;

  constructor(title: string, text = '') {
    super(`${title} ${text}`.trimEnd());
    this.title = title;
    this.text = text;
  }
}

/** Throws from a function of its own, because the window's texts are not extracted from `throw` statements. */
function refuse(title: string, text?: string): never {
  throw new ImportError(title, text);
}

export const IMPORT_TYPES = '.md,.markdown,.txt,.html,.htm,.docx,.fountain,.fdx,.srt,.vtt,.zip';

/** Repeats the service's limits for a text and a title (contract/limits.ts is not loaded here). */
const MAX_LENGTH = 400_000;
const MAX_TITLE_LENGTH = 255;

const MB = 1024 * 1024;
/** Allows larger files for formats with pictures or markup, whose text is smaller than the file. */
const KINDS: Readonly<Record<string, { readonly format: ReadableFormat; readonly maxBytes: number }>> = {
  md: { format: 'text', maxBytes: 2 * MB },
  markdown: { format: 'text', maxBytes: 2 * MB },
  txt: { format: 'transcript', maxBytes: 2 * MB },
  fountain: { format: 'fountain', maxBytes: 2 * MB },
  fdx: { format: 'fdx', maxBytes: 10 * MB },
  srt: { format: 'subtitles', maxBytes: 5 * MB },
  vtt: { format: 'subtitles', maxBytes: 5 * MB },
  html: { format: 'html', maxBytes: 10 * MB },
  htm: { format: 'html', maxBytes: 10 * MB },
  docx: { format: 'docx', maxBytes: 30 * MB },
};
/** Explains how to convert unsupported types that people try. */
const HINTS: Readonly<Record<string, string>> = {
  zip: 'It’s damaged, too large, or holds no file that can become a script. Unpack it and import its files.',
  doc: 'Save it as .docx first.',
  odt: 'Save it as .docx first.',
  rtf: 'Save it as .docx first.',
  pages: 'Export it as .docx first.',
  cutaway: 'It’s an archive of a whole workspace. Import it in Settings, under Archive.',
  pdf: 'A PDF doesn’t keep the text’s structure. Copy the text, or use the original document.',
};

const getExtension = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
/** True when files of this name can be imported. */
export const isImportable = (name: string): boolean => KINDS[getExtension(name)] !== undefined && !name.startsWith('.');
const formatMegabytes = (bytes: number): string => `${formatNumber(Math.round(bytes / MB))} MB`;

const toTitle = (ownTitle: string | null, fileName: string): string => {
  const title = collapseSpaces(ownTitle ?? fileName.replace(/\.[a-z0-9]+$/i, ''));
  return [...(title || 'Untitled')].slice(0, MAX_TITLE_LENGTH).join('');
};

/** Reads plain text here, because it needs no library; all other formats in a worker. */
async function read(conversion: Extract<Conversion, { kind: 'read' }>): Promise<ReadText> {
  const { convertHere } = await import('./convert/conversion.ts');
  if (conversion.format === 'text' || conversion.format === 'transcript')
    return (await convertHere(conversion)) as ReadText;
  const { convert } = await import('./convert/convert.ts');
  return convert(conversion);
}

/**
 * Reads a file the user chose or dropped. Refuses by name and size before reading anything, so that the window does not
 * freeze. `picturesBeside` holds the pictures in its folder.
 * @throws ImportError
 */
export async function importFile(
  file: File,
  picturesBeside: PicturesBeside = new Map(),
  convert = read,
): Promise<ImportedText> {
  const extension = getExtension(file.name);
  const kind = KINDS[extension];
  if (!kind) {
    const hint = HINTS[extension] ?? 'Choose a .md, .txt, .html, .docx, .fountain, .fdx, .srt or .vtt file.';
    refuse(`“${file.name}” isn’t a supported file type.`, hint);
  }
  if (file.size > kind.maxBytes) {
    const sizes = `It’s ${formatMegabytes(file.size)}; .${extension} files can be up to ${formatMegabytes(kind.maxBytes)}.`;
    refuse(`“${file.name}” is too large for a script.`, `${sizes} Nothing was changed.`);
  }
  const result = await convert({
    kind: 'read',
    format: kind.format,
    bytes: await readBytes(file),
    beside: picturesBeside,
  }).catch((error: unknown) => {
    const reason = error instanceof ConversionError ? error.message : 'The file couldn’t be read.';
    refuse(`“${file.name}” wasn’t imported.`, reason);
  });
  const markdown = result.markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (markdown.length > MAX_LENGTH) {
    const maxLength = formatNumber(MAX_LENGTH);
    refuse(`“${file.name}” has more than ${maxLength} characters, the most a script can hold.`, 'Split it into parts.');
  }
  if (markdown.trim() === '') refuse(`“${file.name}” has no text.`);
  const { notes, pictures = [], comments = [] } = result;
  return { title: toTitle(result.title, file.name), markdown, notes: [...notes], pictures, comments };
}

async function readBytes(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    refuse(`“${file.name}” can’t be read.`, 'It may have been moved, or you don’t have permission to open it.');
  }
}
