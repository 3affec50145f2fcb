/** Caches files by a hash of their inputs. A partial file is never found: it gets its name only when it is complete. */
import { createHash } from 'node:crypto';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { DiskFullError } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';

import { partOf } from '../../files/part-name.ts';
import { diskFull } from './ffmpeg/run.ts';

/** Increase this when the same inputs must give another result. */
const EDITION = 1;

export const keyOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([EDITION, ...parts]))
    .digest('hex')
    .slice(0, 40);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof DiskFullError || codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

/** Turns any disk-full error into the one that names it. */
export const named = (error: unknown): unknown => (isDiskFull(error) ? diskFull(error) : error);

export async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes to a part file, syncs and renames it; removes it on failure. `write` receives the path to write to. */
export async function written(file: string, write: (file: string) => Promise<void>): Promise<void> {
  const beside = partOf(file);
  try {
    await write(beside);
    await synced(beside);
    await renameWithRetry(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw named(error);
  }
}

/** Holds the files being made, by path, so that nothing that costs time or money is made twice at once. */
const making = new Map<string, Promise<void>>();

export class Cache {
  readonly folder: string;
  readonly used = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async has(name: string): Promise<boolean> {
    return stat(this.path(name)).then(
      ({ size }) => size > 0,
      () => false,
    );
  }

  /** Returns the file's path; makes the file first if it is missing. */
  async file(name: string, make: (file: string) => Promise<void>): Promise<string> {
    const path = this.path(name);
    this.used.add(name);
    while (!(await this.has(name))) {
      const other = making.get(path);
      if (!other) {
        const own = written(path, make).finally(() => making.delete(path));
        making.set(path, own);
        await own;
        break;
      }
      // Another caller is making the file; if it fails, make it here.
      await other.catch(() => undefined);
    }
    return path;
  }

  /** Returns the file's content; makes the file first if it is missing. */
  async bytes(name: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
    const path = await this.file(name, async (file) => {
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
