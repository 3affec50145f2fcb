export interface ChosenFile {
  readonly file: File;
  /** Starts at the chosen folder; without one it is the file's name. */
  readonly path: string;
  readonly inFolder: boolean;
}

/** Returns the files of an input, which may be those of a whole folder. */
export const inputFiles = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({
    file,
    path: file.webkitRelativePath || file.name,
    inFolder: file.webkitRelativePath !== '',
  }));

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** Reads a folder whole; one call returns only a part of it. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
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

async function filesIn(entry: FileSystemEntry, inFolder: boolean): Promise<ChosenFile[]> {
  try {
    if (isFile(entry)) return [{ file: await fileOf(entry), path: entry.fullPath.replace(/^\//, ''), inFolder }];
    const found: ChosenFile[] = [];
    if (isFolder(entry)) for (const one of await entriesOf(entry)) found.push(...(await filesIn(one, true)));
    return found;
  } catch {
    // The system refuses it: the import says so about a file that cannot be read.
    return isFile(entry) ? [{ file: new File([], entry.name), path: entry.name, inFolder }] : [];
  }
}

/** Returns the files that were dropped, also those in folders. */
export async function droppedFiles(data: DataTransfer): Promise<ChosenFile[]> {
  // The entries have to be taken before the first wait: the browser empties the data then.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return inputFiles(data.files);
  const found: ChosenFile[] = [];
  for (const entry of entries) found.push(...(await filesIn(entry, false)));
  return found;
}
