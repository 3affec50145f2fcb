/** What a file becomes as a script. */
export interface Imported {
  /** From the file's own title, else its name. */
  readonly title: string;
  /** As the editor holds it: lines end with `\n`. */
  readonly markdown: string;
  /** What the file held and a script does not, one plain sentence each; empty when everything came along. */
  readonly notes: string[];
}

/** A file that cannot become a script. The message is a plain sentence for the person; nothing was changed. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** What an `<input type="file">` offers. */
export const IMPORT_TYPES = '.md,.markdown,.txt';

/** Characters the service keeps of one text (contract/limits.ts, which is not loaded for this). */
const LONGEST = 400_000;
const LARGEST_TEXT = 4 * LONGEST;

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
const nameOf = (name: string): string => name.replace(/\.[a-z0-9]+$/i, '').trim() || 'Untitled';

/**
 * Reads a file a person chose or dropped. Refuses by name and size before it reads anything.
 * @throws ImportError
 */
export async function importFile(file: File): Promise<Imported> {
  const extension = extensionOf(file.name);
  if (!['md', 'markdown', 'txt'].includes(extension)) {
    throw new ImportError(`“${file.name}” is not a kind of file a script can be made from.`);
  }
  if (file.size > LARGEST_TEXT) {
    throw new ImportError(`“${file.name}” is larger than a script can be. Split it and import the parts.`);
  }
  const text = (await file.text()).replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  if (text.length > LONGEST) {
    throw new ImportError(`“${file.name}” holds more than the ${LONGEST.toLocaleString('en')} signs a script can hold.`);
  }
  return { title: nameOf(file.name), markdown: text, notes: [] };
}
