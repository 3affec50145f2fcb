/**
 * Answers that are paid for: a file each, made before the question leaves, filled before anything is made of the answer,
 * and removed once that is settled. After a crash an empty one says that somebody was asked and nobody knows what came
 * of it.
 */
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { syncFolder, writeDurable } from '#platform/durable-file.ts';

/** What is left of works that failed. */
const KEPT_MS = 30 * 86_400_000;

export class AnswerFiles {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(dataDir: string, now = Date.now()): Promise<AnswerFiles> {
    const folder = join(dataDir, 'answers');
    // Made with the first of them: on a full disk the service must still start.
    for (const name of await readdir(folder).catch(() => [])) {
      const { mtimeMs } = await stat(join(folder, name));
      if (now - mtimeMs > KEPT_MS) await rm(join(folder, name), { recursive: true, force: true });
    }
    return new AnswerFiles(folder);
  }

  #path(work: string, part: number | string): string {
    return join(this.#folder, work, String(part));
  }

  /** Notes, to last, that a part of a work is asked for now. False: it was asked for before. */
  async begin(work: string, part: number | string): Promise<boolean> {
    await mkdir(join(this.#folder, work), { recursive: true, mode: 0o700 });
    try {
      const file = await open(this.#path(work, part), 'wx', 0o600);
      await file.sync().finally(() => file.close());
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(join(this.#folder, work));
    await syncFolder(this.#folder);
    return true;
  }

  /** Null where none came before the process died. */
  async answer(work: string, part: number | string): Promise<string | null> {
    const text = await readFile(this.#path(work, part), 'utf8');
    return text === '' ? null : text;
  }

  keep(work: string, part: number | string, answer: string): Promise<void> {
    return writeDurable(this.#path(work, part), answer);
  }

  /** What was made of the answers is written down: they are not needed any more. */
  settle(work: string): Promise<void> {
    return rm(join(this.#folder, work), { recursive: true, force: true });
  }
}
