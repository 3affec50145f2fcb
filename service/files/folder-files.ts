/** Stores files in the data folder, which belongs to one process. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import type { ByteRange } from '#platform/byte-range.ts';
import { isDiskFull, syncFolder, writeDurable } from '#platform/durable-file.ts';
import { renameWithRetry } from '#platform/rename.ts';

import { StoreReadOnlyError } from '../store/store.ts';
import type { FileStorage, StoredFile } from './file-storage.ts';

export class FolderFiles implements FileStorage {
  readonly isShared = false;
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = dataDir;
  }

  #toPath(name: string): string {
    return join(this.#folder, ...name.split('/'));
  }

  async #preparePath(name: string): Promise<string> {
    const path = this.#toPath(name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }

  async put(name: string, content: string | Uint8Array): Promise<void> {
    await writeDurable(await this.#preparePath(name), content);
  }

  async moveIn(name: string, from: string): Promise<void> {
    const path = await this.#preparePath(name);
    await renameWithRetry(from, path);
    await syncFolder(dirname(path));
  }

  get(name: string): Promise<Buffer | null> {
    return readFile(this.#toPath(name)).catch(() => null);
  }

  getSize(name: string): Promise<number | null> {
    return stat(this.#toPath(name)).then(
      (file) => (file.isFile() ? file.size : null),
      () => null,
    );
  }

  read(name: string, range: ByteRange): Promise<Readable> {
    return Promise.resolve(createReadStream(this.#toPath(name), range));
  }

  async list(folder: string): Promise<StoredFile[]> {
    const entries = await readdir(this.#toPath(folder), { withFileTypes: true }).catch(() => []);
    const files: StoredFile[] = [];
    for (const entry of entries.filter((item) => item.isFile())) {
      const name = `${folder}${entry.name}`;
      const file = await stat(this.#toPath(name)).catch(() => null);
      if (file) files.push({ name, bytes: file.size, modified: file.mtimeMs });
    }
    return files;
  }

  remove(name: string): Promise<void> {
    return rm(this.#toPath(name), { force: true });
  }

  removeAll(folder: string): Promise<void> {
    return rm(this.#toPath(folder), { recursive: true, force: true });
  }

  async getLocalPath(name: string): Promise<string | null> {
    return (await this.getSize(name)) === null ? null : this.#toPath(name);
  }

  async putPart(name: string, offset: number, part: Uint8Array): Promise<void> {
    const file = await open(await this.#preparePath(name), 'a', 0o600);
    try {
      await file.truncate(offset);
      // Uses appendFile, because a single write on a nearly full disk silently writes only a part.
      await file.appendFile(part);
      await file.sync();
    } catch (error) {
      throw isDiskFull(error) ? new StoreReadOnlyError('The disk is full.', { cause: error }) : error;
    } finally {
      await file.close();
    }
  }

  countReceivedBytes(name: string): Promise<number | null> {
    return this.getSize(name);
  }

  /** Does nothing, because each part is written to the file itself. */
  joinParts(): Promise<void> {
    return Promise.resolve();
  }

  removeParts(name: string): Promise<void> {
    return this.remove(name);
  }
}
