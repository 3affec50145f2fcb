/**
 * Writes files that survive a crash and a power cut: writes a temporary file, syncs it, renames it and syncs the folder
 * too (otherwise the rename itself may be lost). write-file-atomic does not sync the folder.
 */
import { randomBytes } from 'node:crypto';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getErrorCode } from './error-code.ts';
import { renameWithRetry } from './rename.ts';

/** Thrown if the disk is full; the file is unchanged. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  constructor(path: string, cause: unknown) {
    super(`There is no room on the disk for ${basename(path)}. Free some space and try again.`, { cause });
  }
}

export interface DurableOptions {
  /** Defaults to 0600. */
  mode?: number;
}

/** Returns whether an error says that the disk, or the person's share of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFullError || ['ENOSPC', 'EDQUOT'].includes(getErrorCode(error) ?? '');

/** Returns whether a crash may have left a file of this name behind. */
export const isTemporary = (name: string): boolean => name.startsWith('.') && name.endsWith('.tmp');

/** Makes renames, new and removed files of a folder durable. On Windows this is neither needed nor possible. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces the file as a whole; resolves when the new content is on the disk. @throws DiskFullError */
export async function writeDurable(
  path: string,
  data: string | Uint8Array | AsyncIterable<Uint8Array>,
  { mode = 0o600 }: DurableOptions = {},
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await writeFile(file, data);
      await file.sync();
    } finally {
      await file.close();
    }
    await renameWithRetry(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined); // the first error is the one to report
    throw isDiskFull(error) ? new DiskFullError(path, error) : error;
  }
  await syncFolder(dirname(path));
}

export interface ReadJson<T> {
  value: T;
  /** The new place of an unreadable file, if there was one. */
  corrupt: { movedTo: string; reason: string } | null;
}

/**
 * Reads JSON through `parse` (which throws on a wrong shape). Returns the fallback for a missing file, and for a
 * damaged one after renaming it to `<name>.corrupt-<time>`; it is never overwritten.
 */
export async function readJsonOr<T>(path: string, parse: (value: unknown) => T, fallback: T): Promise<ReadJson<T>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return { value: fallback, corrupt: null };
    throw error;
  }
  try {
    return { value: parse(JSON.parse(text)), corrupt: null };
  } catch (error) {
    const movedTo = `${path}.corrupt-${new Date().toISOString().replaceAll(':', '-')}`;
    await renameWithRetry(path, movedTo);
    await syncFolder(dirname(path));
    return { value: fallback, corrupt: { movedTo, reason: error instanceof Error ? error.message : String(error) } };
  }
}
