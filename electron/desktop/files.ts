import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { distinctFileNames, safeFileName, splitFileName } from '#contract/file-name.ts';
import { DiskFullError } from '#platform/durable-file.ts';
import type { FileForFolder, SaveFileAnswer, SaveFileRequest } from '../host/ports.ts';
import type { DialogApi } from './electron-api.ts';
import type { ExportFolder } from './export-folder.ts';
import { sayIn, type Say } from './labels.ts';

export type WriteDurably = (
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: { mode?: number },
) => Promise<void>;

/** Both dialogs open in the folder that was saved to last. */
export type LastFolder = Pick<ExportFolder, 'current' | 'remember'>;

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

/** The window names files with their extension; no folder may come with it. */
function cleaned(name: string): string {
  const { stem, extension } = splitFileName(name);
  return safeFileName(stem, extension, 'Untitled');
}

/**
 * Saves through the system's dialog. The page only learns the name, never a path; the file is written whole or not at
 * all (`writeDurably`). Rejects with a plain sentence when the disk refuses.
 */
export function createSaveFile(
  dialog: Pick<DialogApi, 'showSaveDialog'>,
  writeDurably: WriteDurably,
  last: LastFolder,
): (request: SaveFileRequest) => Promise<SaveFileAnswer> {
  return async ({ suggestedName, filters, content }) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      defaultPath: join((await last.current()) ?? '', cleaned(suggestedName)),
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
    await last.remember(dirname(filePath));
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
  last: LastFolder,
  say: Say = sayIn('en'),
): (files: readonly FileForFolder[]) => Promise<SaveFileAnswer> {
  return async (files) => {
    const open = await last.current();
    const { canceled, filePaths } = await dialog.showOpenDialog({
      ...(open === undefined ? {} : { defaultPath: open }),
      buttonLabel: say('Export here'),
      properties: ['openDirectory', 'createDirectory'],
    });
    const folder = filePaths[0];
    if (canceled || folder === undefined) return { saved: false };
    let written = 0;
    let name = basename(folder);
    try {
      const free = distinctFileNames(await readdir(folder));
      for (const file of files) {
        name = free(cleaned(file.name));
        await writeDurably(join(folder, name), file.content, { mode: DOCUMENT_MODE });
        written += 1;
      }
    } catch (error) {
      const { message } = writeProblem(error, name);
      throw new Error(`${message} Files exported before that: ${written} of ${files.length}.`, { cause: error });
    }
    await last.remember(folder);
    return { saved: true, name: basename(folder) };
  };
}
