/** Keeps copies of files that are stored elsewhere, for programs that read files. They may be removed at any time. */
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { DAY_MS } from '#contract/values.ts';
import { logger } from '#log/logger.ts';
import { renameWithRetry } from '#platform/rename.ts';

import { getPart } from './part-name.ts';

const log = logger('files');

/** Removes copies that nothing used for a day. */
const UNUSED_MS = DAY_MS;

export class LocalCopies {
  readonly #folder: string;
  /** The copies being made, by name. */
  readonly #pendingCopies = new Map<string, Promise<string>>();

  constructor(scratch: string) {
    this.#folder = join(scratch, 'copies');
  }

  /** Returns the path of a copy with this many bytes; makes it first if there is none. */
  getCopyPath(name: string, bytes: number, read: () => Promise<Readable>): Promise<string> {
    const pendingCopy = this.#pendingCopies.get(name);
    if (pendingCopy) return pendingCopy;
    const copying = this.#findOrCopy(name, bytes, read).finally(() => this.#pendingCopies.delete(name));
    this.#pendingCopies.set(name, copying);
    return copying;
  }

  async #findOrCopy(name: string, bytes: number, read: () => Promise<Readable>): Promise<string> {
    const path = join(this.#folder, ...name.split('/'));
    const copy = await stat(path).catch(() => null);
    const now = new Date();
    if (
      copy?.size === bytes &&
      (await utimes(path, now, now).then(
        () => true,
        () => false,
      ))
    )
      return path;
    await this.#removeUnused(now.getTime()).catch(log.failure('unused copies not removed'));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const part = getPart(path);
    try {
      await pipeline(await read(), createWriteStream(part, { mode: 0o600 }));
      const { size } = await stat(part);
      if (size !== bytes) throw new Error(`${size} of ${bytes} bytes were downloaded.`);
      await renameWithRetry(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    return path;
  }

  async #removeUnused(now: number): Promise<void> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((item) => item.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const file = await stat(path).catch(() => null);
      if (file && now - file.mtimeMs > UNUSED_MS) await rm(path, { force: true });
    }
  }
}
