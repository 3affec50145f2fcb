/** Files kept by a hash of what they were made of. Half a file is never found: it gets its name when it is whole. */
import { createHash, randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { diskFull } from './ffmpeg/run.ts';

/** Goes up when the same inputs shall give another result. */
const EDITION = 1;

export const keyOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([EDITION, ...parts]))
    .digest('hex')
    .slice(0, 40);

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** A full disk is told by its own error, whoever met it. */
export const named = (error: unknown): unknown =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? diskFull(error) : error;

export async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes beside, syncs and renames; nothing is left of what failed. `write` is given the file to write. */
export async function written(file: string, write: (file: string) => Promise<void>): Promise<void> {
  const beside = `${file}.${randomBytes(6).toString('hex')}.part${extname(file)}`;
  try {
    await write(beside);
    await synced(beside);
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw named(error);
  }
}

export class Cache {
  readonly folder: string;

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

  /** The file's path, made first where it is not there. */
  async file(name: string, make: (file: string) => Promise<void>): Promise<string> {
    const path = this.path(name);
    if (!(await this.has(name))) await written(path, make);
    return path;
  }

  /** Its content, made first where it is not there. */
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
