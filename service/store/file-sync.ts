/**
 * Makes sure that PGlite's writes reach the disk.
 *
 * PGlite runs PostgreSQL with fsync off, and its file layer ignores fsync. Here PostgreSQL runs with fsync on and the
 * file layer obeys: data files and the control file are synced where PostgreSQL asks for it (checkpoints), so its own
 * ordering holds. Only the log is synced a moment later, off the event loop and once for all waiting commits (group
 * commit); a commit waits for `flush()` before it is acknowledged.
 */
import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

import { getErrorCode } from '#platform/error-code.ts';

export class FileSync {
  #dirty = new Set<string>();
  #inFlight: readonly string[] = [];
  #runningSync: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #log: { path: string; file: FileHandle } | null = null;
  #segments = new Set<string>();
  #failure: Error | null = null;

  /** The number of log segments written since the last checkpoint. */
  get segmentsSinceCheckpoint(): number {
    return this.#segments.size;
  }

  noteCheckpoint(): void {
    this.#segments.clear();
  }

  /** Notes a log segment that PostgreSQL syncs; `flush` does the sync. */
  noteLogWrite(path: string): void {
    this.#segments.add(path);
    this.#dirty.add(path);
  }

  /** Syncs any other file, and the log before it, because PostgreSQL relies on that order. */
  syncNow(fd: number, isFolder: boolean): void {
    for (const path of new Set([...this.#inFlight, ...this.#dirty])) {
      let log: number;
      try {
        log = openSync(path, 'r');
      } catch (error) {
        if (isRecycled(error)) continue;
        throw error;
      }
      try {
        fdatasyncSync(log);
      } finally {
        closeSync(log);
      }
    }
    this.#dirty.clear();
    if (isFolder) fsyncSync(fd);
    else fdatasyncSync(fd);
  }

  /** Resolves when every log write noted so far is on the disk. A failed sync fails this and all later calls. */
  async flush(): Promise<void> {
    if (this.#failure) throw this.#failure;
    if (this.#dirty.size === 0) return this.#runningSync ?? undefined;
    if (!this.#runningSync) return this.#startSync();
    // The running sync started before this write, so all callers waiting here share the next one.
    this.#next ??= this.#runningSync.then(() => {
      this.#next = null;
      return this.#startSync();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#log?.file.close();
    this.#log = null;
  }

  #startSync(): Promise<void> {
    const paths = [...this.#dirty];
    this.#dirty.clear();
    this.#inFlight = paths;
    const run = this.#sync(paths)
      .catch((error: unknown) => {
        // After a failed sync the kernel drops unwritten data; only a restart shows what was written.
        this.#failure = error instanceof Error ? error : new Error(String(error));
        throw this.#failure;
      })
      .finally(() => {
        this.#inFlight = [];
        this.#runningSync = null;
      });
    this.#runningSync = run;
    return run;
  }

  async #sync(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (this.#log?.path !== path) {
        await this.#log?.file.close();
        this.#log = null;
        try {
          this.#log = { path, file: await open(path, 'r+') };
        } catch (error) {
          if (isRecycled(error)) continue;
          throw error;
        }
      }
      await this.#log.file.datasync();
    }
  }
}

/**
 * Returns whether a segment no longer exists under the name it was written under. PostgreSQL renames or removes a
 * segment only after a checkpoint made it unnecessary, and syncs the new name itself. (It asks for a sync under the old
 * name right before.)
 */
const isRecycled = (error: unknown): boolean => getErrorCode(error) === 'ENOENT';
