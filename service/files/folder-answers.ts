/** Stores paid answers in the data folder: a folder for each work with a file for each part. */
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { syncFolder, writeDurable } from '#platform/durable-file.ts';
import { getErrorCode } from '#platform/error-code.ts';

import { RETENTION_MS, type PaidAnswers } from './paid-requests.ts';

export class FolderAnswers implements PaidAnswers {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(dataDir: string, now = Date.now()): Promise<FolderAnswers> {
    const folder = join(dataDir, 'answers');
    // The first request creates the folder: on a full disk the service must still start.
    for (const name of await readdir(folder).catch(() => [])) {
      const { mtimeMs } = await stat(join(folder, name));
      if (now - mtimeMs > RETENTION_MS) await rm(join(folder, name), { recursive: true, force: true });
    }
    return new FolderAnswers(folder);
  }

  #toPath(work: string, part: string): string {
    return join(this.#folder, work, part);
  }

  /** Creates an empty file, which after a crash says that the outcome is unknown. */
  async begin(work: string, part: string): Promise<boolean> {
    await mkdir(join(this.#folder, work), { recursive: true, mode: 0o700 });
    try {
      const file = await open(this.#toPath(work, part), 'wx', 0o600);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(join(this.#folder, work));
    await syncFolder(this.#folder);
    return true;
  }

  async findAnswer(work: string, part: string): Promise<string | null> {
    try {
      return (await readFile(this.#toPath(work, part), 'utf8')) || null;
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  async keep(work: string, part: string, answer: string): Promise<void> {
    await mkdir(join(this.#folder, work), { recursive: true, mode: 0o700 });
    await writeDurable(this.#toPath(work, part), answer);
    await syncFolder(this.#folder);
  }

  settle(work: string): Promise<void> {
    return rm(join(this.#folder, work), { recursive: true, force: true });
  }
}
