import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { DiskFullError } from '#platform/durable-file.ts';
import type { FileForFolder, SaveFileAnswer, SaveFileRequest } from '../host/ports.ts';
import type { DialogApi } from './electron-api.ts';
import { sayIn, type Say } from './labels.ts';

export type WriteDurably = (
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: { mode?: number },
) => Promise<void>;

/** Saved files are readable by others, as the person may share them; the umask still applies. */
const DOCUMENT_MODE = 0o644;

/** Describes why a file could not be written, in plain words and without its path. */
function writeProblem(error: unknown, name: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reasons: Record<string, string> = {
    EACCES: `You don’t have permission to save ${name} in that folder. Choose another folder.`,
    EPERM: `You don’t have permission to save ${name} in that folder. Choose another folder.`,
    EROFS: `${name} can’t be saved there because the disk is read-only. Choose another folder.`,
    ENOENT: `The folder for ${name} no longer exists. Choose another folder.`,
    EISDIR: `There’s already a folder called ${name}. Choose another name.`,
  };
  if (error instanceof DiskFullError) return error;
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return new Error(reason ?? `${name} couldn’t be saved. Choose another folder.`, { cause: error });
}

/** Makes a name valid on every platform: no folders, no reserved characters, no leading dot. */
export function safeFileName(name: string): string {
  const cleaned = [...name]
    .map((character) => (character < ' ' || '<>:"/\\|?*'.includes(character) ? '-' : character))
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cleaned === '' ? 'Untitled' : cleaned.slice(0, 200);
}

/**
 * Saves through the system's dialog. The page only learns the name, never a path; the file is written whole or not at
 * all (`writeDurably`). Rejects with a plain sentence when the disk refuses.
 */
export function createSaveFile(
  dialog: Pick<DialogApi, 'showSaveDialog'>,
  writeDurably: WriteDurably,
): (request: SaveFileRequest) => Promise<SaveFileAnswer> {
  return async ({ suggestedName, filters, content }) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      defaultPath: safeFileName(suggestedName),
      filters,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    if (canceled || filePath === '') return { saved: false };
    const name = basename(filePath);
    try {
      const data = typeof content === 'object' && 'file' in content ? createReadStream(content.file) : content;
      await writeDurably(filePath, data, { mode: DOCUMENT_MODE });
    } catch (error) {
      throw writeProblem(error, name);
    }
    return { saved: true, name };
  };
}

/**
 * Saves several files into a folder, asking for it once. Never overwrites: a file whose name is taken gets a number.
 * Rejects with a plain sentence that says how many files were written before the error.
 */
export function createSaveFolder(
  dialog: Pick<DialogApi, 'showOpenDialog'>,
  writeDurably: WriteDurably,
  say: Say = sayIn('en'),
): (files: readonly FileForFolder[]) => Promise<SaveFileAnswer> {
  return async (files) => {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      buttonLabel: say('Export here'),
      properties: ['openDirectory', 'createDirectory'],
    });
    const folder = filePaths[0];
    if (canceled || folder === undefined) return { saved: false };
    let written = 0;
    let name = basename(folder);
    try {
      const taken = new Set((await readdir(folder)).map((one) => one.toLowerCase()));
      for (const file of files) {
        name = freeName(safeFileName(file.name), taken);
        taken.add(name.toLowerCase());
        await writeDurably(join(folder, name), file.content, { mode: DOCUMENT_MODE });
        written += 1;
      }
    } catch (error) {
      const { message } = writeProblem(error, name);
      throw new Error(`${message} Files exported before that: ${written} of ${files.length}.`, { cause: error });
    }
    return { saved: true, name: basename(folder) };
  };
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const { name, ext } = parse(wanted);
  let free = wanted;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name} (${count})${ext}`;
  return free;
}
