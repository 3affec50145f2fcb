export interface ChosenFile {
  readonly file: File;
  /** Starts at the chosen folder; without one it is the file's name. */
  readonly path: string;
  readonly inFolder: boolean;
}

/** Returns the files of an input, which may be those of a whole folder. */
export const getInputFiles = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({
    file,
    path: file.webkitRelativePath || file.name,
    inFolder: file.webkitRelativePath !== '',
  }));

const readFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads all entries of a folder; one call returns only some of them. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return entries.sort((a, b) => a.name.localeCompare(b.name));
    entries.push(...part);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function collectFiles(entry: FileSystemEntry, inFolder: boolean): Promise<ChosenFile[]> {
  try {
    if (isFile(entry)) return [{ file: await readFile(entry), path: entry.fullPath.replace(/^\//, ''), inFolder }];
    const files: ChosenFile[] = [];
    if (isFolder(entry)) for (const child of await readEntries(entry)) files.push(...(await collectFiles(child, true)));
    return files;
  } catch {
    // The import reports a file that cannot be read.
    return isFile(entry) ? [{ file: new File([], entry.name), path: entry.name, inFolder }] : [];
  }
}

/** Returns the files that were dropped, also those in folders. */
export async function readDroppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  // The entries have to be taken before the first wait: the browser empties the data then.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return getInputFiles(data.files);
  const files: ChosenFile[] = [];
  for (const entry of entries) files.push(...(await collectFiles(entry, false)));
  return files;
}
