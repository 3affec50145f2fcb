/**
 * Stores the answers of paid requests: a file each, filled before the answer is used, and removed once the result is
 * stored. Pictures and speech create it before the request is sent: after a crash, an empty file says that the outcome
 * is unknown.
 */
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { syncFolder, writeDurable } from '#platform/durable-file.ts';

import { ImageEngineError } from '../engines/image/image-engine.ts';
import type { PaidRequest } from '../engines/paid-request.ts';

const log = logger('files');

/** Removes the files of failed jobs after 30 days. */
const KEPT_MS = 30 * 86_400_000;

export class PaidRequests {
  readonly #folder: string;
  /** Holds the answers that the disk did not take, by work and part. */
  readonly #unsaved = new Map<string, Map<string, string>>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(dataDir: string, now = Date.now()): Promise<PaidRequests> {
    const folder = join(dataDir, 'answers');
    // The first request creates the folder: on a full disk the service must still start.
    for (const name of await readdir(folder).catch(() => [])) {
      const { mtimeMs } = await stat(join(folder, name));
      if (now - mtimeMs > KEPT_MS) await rm(join(folder, name), { recursive: true, force: true });
    }
    return new PaidRequests(folder);
  }

  #path(work: string, part: number | string): string {
    return join(this.#folder, work, String(part));
  }

  /** Records durably that a request is being sent. Returns false if it was sent before. */
  async begin(work: string, part: number | string): Promise<boolean> {
    await mkdir(join(this.#folder, work), { recursive: true, mode: 0o700 });
    try {
      const file = await open(this.#path(work, part), 'wx', 0o600);
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(join(this.#folder, work));
    await syncFolder(this.#folder);
    return true;
  }

  /** Returns null if no answer was stored before the process died. */
  async answer(work: string, part: number | string): Promise<string | null> {
    const unsaved = this.#unsaved.get(work)?.get(String(part));
    if (unsaved !== undefined) return unsaved;
    try {
      return (await readFile(this.#path(work, part), 'utf8')) || null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Stores an answer durably, or in memory while the disk takes nothing. */
  async keep(work: string, part: number | string, answer: string): Promise<void> {
    try {
      await mkdir(join(this.#folder, work), { recursive: true, mode: 0o700 });
      await writeDurable(this.#path(work, part), answer);
      await syncFolder(this.#folder);
    } catch (error) {
      log.warn('paid answer kept in memory only', { job: work, ...describeError(error) });
      this.#unsaved.set(work, (this.#unsaved.get(work) ?? new Map<string, string>()).set(String(part), answer));
    }
  }

  /**
   * Returns the stored answer, or asks and stores it. A request that was sent before a crash and has no answer is sent
   * again.
   * @param ask returns what JSON can hold
   */
  async once<T extends object>(work: string, part: string, ask: () => Promise<T>): Promise<T> {
    const kept = await this.answer(work, part);
    // Only this service writes this value, or an earlier version of it, so the cast is safe.
    if (kept !== null) return JSON.parse(kept) as T;
    const answer = await ask();
    await this.keep(work, part, JSON.stringify(answer));
    return answer;
  }

  /** Removes a job's answers once their result is stored. */
  settle(work: string): Promise<void> {
    this.#unsaved.delete(work);
    return rm(join(this.#folder, work), { recursive: true, force: true });
  }
}

const UNCLEAR =
  'The service stopped while waiting for a model. It isn’t known whether the model responded and charged for it, so the request wasn’t repeated.';

/** Returns one paid request of a job: it is sent once, however often the job restarts. */
export function paidRequest(files: PaidRequests, work: string, part: number | string): PaidRequest {
  return {
    before: async () => {
      if (await files.begin(work, part)) return null;
      const answer = await files.answer(work, part);
      if (answer === null) throw new ImageEngineError(UNCLEAR);
      return answer;
    },
    keep: (answer) => files.keep(work, part, answer),
  };
}
