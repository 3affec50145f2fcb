import { ConversionError, type Conversion, type Reading, type ReadText } from './convert/conversion.ts';
import { LOCALE } from '../ui/language.ts';

export interface Imported {
  /** The file's own title, else its name. */
  readonly title: string;
  /** Uses the editor's format: lines end with `\n`. */
  readonly markdown: string;
  /** Names what the file held and a script cannot, one plain sentence each; empty if nothing was lost. */
  readonly notes: string[];
}

/** Thrown for a file that cannot become a script, with a message for the user; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** Says what is wrong with which file. */
  readonly title: string;
  /** Says why, and what to do; may be empty. */
  readonly text: string;

  constructor(title: string, text = '') {
    super(`${title} ${text}`.trimEnd());
    this.title = title;
    this.text = text;
  }
}

/** A function of its own, because the window's texts are not extracted from `throw` statements. */
function refuse(title: string, text?: string): never {
  throw new ImportError(title, text);
}

export const IMPORT_TYPES = '.md,.markdown,.txt,.html,.htm,.docx,.fountain';

/** Maximum characters of a text and of a title at the service (contract/limits.ts, which is not loaded here). */
const LONGEST = 400_000;
const LONGEST_TITLE = 255;

const MB = 1024 * 1024;
/** Format and maximum size by extension: files with pictures or markup may be larger than their text. */
const KINDS: Readonly<Record<string, { readonly format: Reading; readonly largest: number }>> = {
  md: { format: 'text', largest: 2 * MB },
  markdown: { format: 'text', largest: 2 * MB },
  txt: { format: 'text', largest: 2 * MB },
  fountain: { format: 'fountain', largest: 2 * MB },
  html: { format: 'html', largest: 10 * MB },
  htm: { format: 'html', largest: 10 * MB },
  docx: { format: 'docx', largest: 30 * MB },
};
/** Advice for unsupported types people try: how to convert them to a supported one. */
const HINTS: Readonly<Record<string, string>> = {
  doc: 'Save it as .docx first.',
  odt: 'Save it as .docx first.',
  rtf: 'Save it as .docx first.',
  pages: 'Export it as .docx first.',
  pdf: 'A PDF doesn’t keep the text’s structure. Copy the text, or use the original document.',
};

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const megabytes = (bytes: number): string => `${Math.round(bytes / MB).toLocaleString(LOCALE)} MB`;

const titleOf = (given: string | null, fileName: string): string => {
  const title = (given ?? fileName.replace(/\.[a-z0-9]+$/i, '')).replace(/\s+/g, ' ').trim();
  return [...(title || 'Untitled')].slice(0, LONGEST_TITLE).join('');
};

/** Reads plain text here, because it needs no library; all other formats in a worker. */
async function read(conversion: Extract<Conversion, { kind: 'read' }>): Promise<ReadText> {
  const { convertHere } = await import('./convert/conversion.ts');
  if (conversion.format === 'text') return (await convertHere(conversion)) as ReadText;
  const { convert } = await import('./convert/convert.ts');
  return convert(conversion);
}

/**
 * Reads a file the user chose or dropped. Refuses by name and size before reading anything, so that the window does not
 * freeze.
 * @throws ImportError
 */
export async function importFile(file: File, convert = read): Promise<Imported> {
  const extension = extensionOf(file.name);
  const kind = KINDS[extension];
  if (!kind) {
    const hint = HINTS[extension] ?? 'Choose a .md, .txt, .html, .docx or .fountain file.';
    refuse(`“${file.name}” isn’t a supported file type.`, hint);
  }
  if (file.size > kind.largest) {
    const sizes = `It’s ${megabytes(file.size)}; .${extension} files can be up to ${megabytes(kind.largest)}.`;
    refuse(`“${file.name}” is too large for a script.`, `${sizes} Nothing was changed.`);
  }
  const made = await convert({ kind: 'read', format: kind.format, bytes: await bytesOf(file) }).catch(
    (error: unknown) => {
      const reason = error instanceof ConversionError ? error.message : 'The file couldn’t be read.';
      refuse(`“${file.name}” wasn’t imported.`, reason);
    },
  );
  const markdown = made.markdown.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (markdown.length > LONGEST) {
    const most = LONGEST.toLocaleString(LOCALE);
    refuse(`“${file.name}” has more than ${most} characters, the most a script can hold.`, 'Split it into parts.');
  }
  if (markdown.trim() === '') refuse(`“${file.name}” has no text.`);
  return { title: titleOf(made.title, file.name), markdown, notes: [...made.notes] };
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    refuse(`“${file.name}” can’t be read.`, 'It may have been moved, or you don’t have permission to open it.');
  }
}
