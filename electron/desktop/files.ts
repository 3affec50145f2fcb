import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toDistinctFileNames, toSafeFileName, splitFileName } from '#contract/file-name.ts';
import { DiskFullError } from '#platform/durable-file.ts';
import { getErrorCode } from '#platform/error-code.ts';
import type { FileForFolder, SaveFileAnswer, SaveFileRequest } from '../host/ports.ts';
import type { DialogApi } from './electron-api.ts';
import type { ExportFolder } from './export-folder.ts';
import { createTranslator, type Translate } from './labels.ts';

export type WriteDurably = (
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: { mode?: number },
) => Promise<void>;

/** Both dialogs open in the folder that was saved to last. */
export type LastFolder = Pick<ExportFolder, 'getCurrent' | 'remember'>;

/** Saved files are readable by others, as the person may share them; the umask still applies. */
const DOCUMENT_MODE = 0o644;

/** Describes why a file could not be written, in plain words and without its path. */
function toWriteError(error: unknown, name: string): Error {
  const reasons: Record<string, string> = {
    EACCES: `You don’t have permission to save ${name} in that folder. Choose another folder.`,
    EPERM: `You don’t have permission to save ${name} in that folder. Choose another folder.`,
    EROFS: `${name} can’t be saved there because the disk is read-only. Choose another folder.`,
    ENOENT: `The folder for ${name} no longer exists. Choose another folder.`,
    EISDIR: `There’s already a folder called ${name}. Choose another name.`,
  };
  if (error instanceof DiskFullError) return error;
  const reason = reasons[getErrorCode(error) ?? ''];
  return new Error(reason ?? `${name} couldn’t be saved. Choose another folder.`, { cause: error });
}

/** Removes any folder from a name that the window suggests; keeps the extension. */
function toSafeName(name: string): string {
  const { stem, extension } = splitFileName(name);
  return toSafeFileName(stem, extension, 'Untitled');
}

/**
 * Saves through the system's dialog. The page only learns the name, never a path; the file is written whole or not at
 * all (`writeDurably`). Rejects with a plain sentence if the write fails.
 */
export function createFileSaver(
  dialog: Pick<DialogApi, 'showSaveDialog'>,
  writeDurably: WriteDurably,
  lastFolder: LastFolder,
): (request: SaveFileRequest) => Promise<SaveFileAnswer> {
  return async ({ suggestedName, filters, content }) => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      defaultPath: join((await lastFolder.getCurrent()) ?? '', toSafeName(suggestedName)),
      filters,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    if (canceled || filePath === '') return { saved: false };
    const name = basename(filePath);
    try {
      const data = typeof content === 'object' && 'file' in content ? createReadStream(content.file) : content;
      await writeDurably(filePath, data, { mode: DOCUMENT_MODE });
    } catch (error) {
      throw toWriteError(error, name);
    }
    await lastFolder.remember(dirname(filePath));
    return { saved: true, name };
  };
}

/**
 * Saves several files into a folder, asking for it once. Never overwrites: a file whose name is taken gets a number.
 * Rejects with a plain sentence that says how many files were written before the error.
 */
export function createFolderSaver(
  dialog: Pick<DialogApi, 'showOpenDialog'>,
  writeDurably: WriteDurably,
  lastFolder: LastFolder,
  translate: Translate = createTranslator('en'),
): (files: readonly FileForFolder[]) => Promise<SaveFileAnswer> {
  return async (files) => {
    const defaultFolder = await lastFolder.getCurrent();
    const { canceled, filePaths } = await dialog.showOpenDialog({
      ...(defaultFolder === undefined ? {} : { defaultPath: defaultFolder }),
      buttonLabel: translate('Export here'),
      properties: ['openDirectory', 'createDirectory'],
    });
    const folder = filePaths[0];
    if (canceled || folder === undefined) return { saved: false };
    let writtenCount = 0;
    let name = basename(folder);
    try {
      const uniqueName = toDistinctFileNames(await readdir(folder));
      for (const file of files) {
        name = uniqueName(toSafeName(file.name));
        await writeDurably(join(folder, name), file.content, { mode: DOCUMENT_MODE });
        writtenCount += 1;
      }
    } catch (error) {
      const { message } = toWriteError(error, name);
      throw new Error(`${message} Files exported before that: ${writtenCount} of ${files.length}.`, { cause: error });
    }
    await lastFolder.remember(folder);
    return { saved: true, name: basename(folder) };
  };
}
