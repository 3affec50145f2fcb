/** Caches files by a hash of their inputs. A partial file is never found: it gets its name only when it is complete. */
import { open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isDiskFull } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';
import { sha256 } from '#platform/sha256.ts';

import { getPart } from '../../files/part-name.ts';
import { createDiskFullError } from './ffmpeg/run.ts';

/** Increase this when the same inputs must give another result. */
const CACHE_VERSION = 1;

export const cacheKey = (...parts: readonly unknown[]): string =>
  sha256(JSON.stringify([CACHE_VERSION, ...parts])).slice(0, 40);

/** Turns any disk-full error into a VideoEngineError. */
export const toDiskFullError = (error: unknown): unknown => (isDiskFull(error) ? createDiskFullError(error) : error);

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes to a part file, syncs and renames it; removes it on failure. `write` receives the path to write to. */
export async function writeAtomically(file: string, write: (file: string) => Promise<void>): Promise<void> {
  const partFile = getPart(file);
  try {
    await write(partFile);
    await syncFile(partFile);
    await renameWithRetry(partFile, file);
  } catch (error) {
    await rm(partFile, { force: true });
    throw toDiskFullError(error);
  }
}

/** The files being made, by path, so that nothing that costs time or money is made twice at once. */
const filesInProgress = new Map<string, Promise<void>>();

export class Cache {
  readonly folder: string;
  readonly used = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  getPath(name: string): string {
    return join(this.folder, name);
  }

  async has(name: string): Promise<boolean> {
    return stat(this.getPath(name)).then(
      ({ size }) => size > 0,
      () => false,
    );
  }

  /** Returns the file's path; makes the file first if it is missing. */
  async getFile(name: string, make: (file: string) => Promise<void>): Promise<string> {
    const path = this.getPath(name);
    this.used.add(name);
    while (!(await this.has(name))) {
      const runningWrite = filesInProgress.get(path);
      if (!runningWrite) {
        const writing = writeAtomically(path, make).finally(() => filesInProgress.delete(path));
        filesInProgress.set(path, writing);
        await writing;
        break;
      }
      // Another caller is making the file; if it fails, make it here.
      await runningWrite.catch(() => undefined);
    }
    return path;
  }

  /** Returns a number that the last render left for the next one; null if there is none. */
  async readNumber(name: string): Promise<number | null> {
    this.used.add(name);
    const text = await readFile(this.getPath(name), 'utf8').catch(() => '');
    return text === '' || Number.isNaN(Number(text)) ? null : Number(text);
  }

  async writeNumber(name: string, value: number): Promise<void> {
    await writeAtomically(this.getPath(name), (part) => writeFile(part, String(value)));
  }

  /** Returns the file's content; makes the file first if it is missing. */
  async getBytes(name: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
    const path = await this.getFile(name, async (file) => {
      const handle = await open(file, 'wx');
      try {
        await handle.writeFile(await make());
      } finally {
        await handle.close();
      }
    });
    return readFile(path);
  }
}
