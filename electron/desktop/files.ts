import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { DiskFullError } from '#platform/durable-file.ts';
import type { FileForFolder, SaveFileAnswer, SaveFileRequest } from '../host/ports.ts';
import type { DialogPiece } from './pieces.ts';
import { sayIn, type Say } from './words.ts';

export type WriteDurably = (
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options?: { mode?: number },
) => Promise<void>;

/** What a person chose to save is theirs to share; the umask still has its say. */
const DOCUMENT_MODE = 0o644;

/** Why a file could not be written, in plain words and without its path. */
function writeProblem(error: unknown, name: string): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reasons: Record<string, string> = {
    EACCES: `You may not write ${name} into that folder. Choose another one.`,
    EPERM: `You may not write ${name} into that folder. Choose another one.`,
    EROFS: `The disk for ${name} is read-only. Choose another folder.`,
    ENOENT: `The folder for ${name} is no longer there. Choose another one.`,
    EISDIR: `There is a folder called ${name}. Choose another name.`,
  };
  if (error instanceof DiskFullError) return error;
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return new Error(reason ?? `${name} could not be written. Choose another folder.`, { cause: error });
}

/** A name as a file system takes it on every platform: no folders, no reserved characters, no leading dot. */
export function safeFileName(name: string): string {
  const cleaned = [...name]
    .map((character) => (character < ' ' || '<>:"/\\|?*'.includes(character) ? '-' : character))
    .join('')
    .replace(/^[. ]+|[. ]+$/g, '');
  return cleaned === '' ? 'Untitled' : cleaned.slice(0, 200);
}

/**
 * Saving through the system's dialog. The page never learns a path, only the name; a file is there whole or not at all
 * (`writeDurably`). Rejects with a plain sentence when the disk refuses.
 */
export function createSaveFile(
  dialog: Pick<DialogPiece, 'showSaveDialog'>,
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
 * Saving several files into a folder that is asked for once. What is in there stays: a file whose name is taken gets a
 * number. Rejects with a plain sentence, which says how many were written before.
 */
export function createSaveFolder(
  dialog: Pick<DialogPiece, 'showOpenDialog'>,
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
      throw new Error(`${message} Written before that: ${written} of ${files.length}.`, { cause: error });
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
