/**
 * Stores everything a person wrote, one file per key. An entry counts as stored only once it is fsynced under its final
 * name.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { JournalEntry } from '#contract/journal.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import { isTemporary, syncFolder, writeDurable } from '#platform/durable-file.ts';
import { getErrorCode } from '#platform/error-code.ts';
import { renameWithRetry } from '#platform/rename.ts';
import { sha256 } from '#platform/sha256.ts';

const log = logger('journal');

export type JournalResult = { ok: true; stale: string[] } | { ok: false; message: string };
type Head = Omit<JournalEntry, 'value'>;

/**
 * Keys are plain segments without `~`, so only the separator has to be encoded. Long keys, and keys that a
 * case-insensitive file system would confuse, get a hash.
 */
function getFileName(key: string): string {
  const plainName = key.replaceAll('/', '~');
  if (plainName.length <= 180 && plainName === plainName.toLowerCase()) return `${plainName}.json`;
  const hash = sha256(key).slice(0, 32);
  return `${plainName.slice(0, 140).toLowerCase()}~${hash}.json`;
}

/** The writes of one key, in order. While one runs, only the newest of the later ones is kept. */
interface KeyQueue {
  /** The highest rev accepted so far. */
  rev: number;
  pending: JournalEntry | null;
  /** Resolves when the write that is running has ended, also if it fails. */
  writing: Promise<void>;
  run: Promise<void>;
  waiting: { resolve: () => void; reject: (error: unknown) => void }[];
}

export class Journal {
  readonly #folder: string;
  readonly #heads = new Map<string, Head>();
  readonly #queues = new Map<string, KeyQueue>();
  readonly #runningWrites = new Set<Promise<void>>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the journal in a folder. Renames and reports a damaged file; all others load. */
  static async open(folder: string, report: (sentence: string) => void): Promise<Journal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const journal = new Journal(folder);
    const names = await readdir(folder);
    await Promise.all(names.filter(isTemporary).map((name) => rm(join(folder, name), { force: true })));
    for (const name of names.filter((n) => n.endsWith('.json'))) {
      const entry = await readEntry(join(folder, name));
      if (entry && getFileName(entry.key) === name) {
        journal.#heads.set(entry.key, toHead(entry));
        continue;
      }
      const newName = `${name}.corrupt-${Date.now()}`;
      await renameWithRetry(join(folder, name), join(folder, newName));
      report(`A saved text couldn’t be read (${name}). It was kept as ${newName}; everything else is intact.`);
    }
    log.info('journal opened', { entries: journal.#heads.size });
    return journal;
  }

  list(): Head[] {
    return [...this.#heads.values()];
  }

  /** Returns the entries that exist and leaves out unknown keys. Writes that came before the call are finished first. */
  async read(keys: readonly string[]): Promise<JournalEntry[]> {
    const uniqueKeys = [...new Set(keys)];
    await Promise.all(uniqueKeys.map((key) => this.#whenWritten(key)));
    const storedKeys = uniqueKeys.filter((key) => this.#heads.has(key));
    const entries = await Promise.all(storedKeys.map((key) => readEntry(join(this.#folder, getFileName(key)))));
    return entries.filter((entry) => entry !== null);
  }

  /** Resolves after fsync. An entry older than the stored one is not written and is named in `stale`. */
  async write(entries: readonly JournalEntry[]): Promise<JournalResult> {
    const staleKeys: string[] = [];
    const newest = new Map<string, JournalEntry>();
    for (const entry of entries) {
      const highestRev = Math.max(this.#getRev(entry.key), newest.get(entry.key)?.rev ?? -1);
      if (entry.rev < highestRev) staleKeys.push(entry.key);
      else newest.set(entry.key, entry);
    }
    const results = await Promise.allSettled([...newest.values()].map((entry) => this.#put(entry)));
    const rejection = results.find((result) => result.status === 'rejected');
    if (!rejection) return { ok: true, stale: [...new Set(staleKeys)] };
    log.error('journal write failed', { entries: newest.size, ...describeError(rejection.reason) });
    return { ok: false, message: toFailureMessage(rejection.reason) };
  }

  /** Deletes entries, but only those that still have the given rev once pending writes have finished. */
  async remove(heads: readonly Pick<Head, 'key' | 'rev'>[]): Promise<void> {
    const writes = heads.flatMap(({ key }) => this.#queues.get(key)?.run ?? []);
    if (writes.length > 0) await Promise.all(writes);
    const matchingHeads = heads.filter(({ key, rev }) => !this.#queues.has(key) && this.#heads.get(key)?.rev === rev);
    await Promise.all(matchingHeads.map(({ key, rev }) => this.#delete(key, rev)));
    if (matchingHeads.length > 0) await syncFolder(this.#folder);
  }

  /** Deletes one file; writes that arrive meanwhile wait. */
  #delete(key: string, rev: number): Promise<void> {
    const queue: KeyQueue = createQueue(rev);
    this.#queues.set(key, queue);
    const deletion = rm(join(this.#folder, getFileName(key)), { force: true }).then(() => void this.#heads.delete(key));
    const run = deletion
      .catch(() => undefined) // reported by `deletion`, which is returned
      .then(() => this.#writePending(key, queue))
      .finally(() => this.#runningWrites.delete(run));
    this.#start(queue, run);
    return deletion;
  }

  /** Moves entries into another folder without changing them. */
  async moveAside(matches: (key: string) => boolean, target: string): Promise<void> {
    await this.flush();
    await mkdir(target, { recursive: true, mode: 0o700 });
    for (const key of [...this.#heads.keys()].filter(matches)) {
      await renameWithRetry(join(this.#folder, getFileName(key)), join(target, getFileName(key)));
      this.#heads.delete(key);
    }
    log.info('journal entries moved aside');
    await syncFolder(target);
    await syncFolder(this.#folder);
  }

  /** Resolves once no write is pending. */
  async flush(): Promise<void> {
    while (this.#runningWrites.size > 0) await Promise.all(this.#runningWrites);
  }

  /** Resolves once the write of the newest accepted entry has ended, also if it failed. */
  #whenWritten(key: string): Promise<void> {
    const queue = this.#queues.get(key);
    if (!queue?.pending) return queue?.writing ?? Promise.resolve();
    return new Promise((resolve) => void queue.waiting.push({ resolve, reject: () => resolve() }));
  }

  /** Returns the highest rev that is stored or about to be. */
  #getRev(key: string): number {
    return Math.max(this.#heads.get(key)?.rev ?? -1, this.#queues.get(key)?.rev ?? -1);
  }

  #put(entry: JournalEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      const existingQueue = this.#queues.get(entry.key);
      const queue: KeyQueue = existingQueue ?? createQueue(entry.rev);
      queue.rev = entry.rev;
      queue.pending = entry;
      queue.waiting.push({ resolve, reject });
      if (existingQueue) return;
      this.#queues.set(entry.key, queue);
      const run = this.#writePending(entry.key, queue).finally(() => this.#runningWrites.delete(run));
      this.#start(queue, run);
    });
  }

  #start(queue: KeyQueue, run: Promise<void>): void {
    queue.run = run;
    this.#runningWrites.add(run);
  }

  async #writePending(key: string, queue: KeyQueue): Promise<void> {
    while (queue.pending) {
      const { pending, waiting } = queue;
      queue.pending = null;
      queue.waiting = [];
      const write = this.#save(pending);
      queue.writing = write.catch(() => undefined); // reported to those who wait for the write
      try {
        await write;
        for (const { resolve } of waiting) resolve();
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
    this.#queues.delete(key);
  }

  async #save(entry: JournalEntry): Promise<void> {
    await writeDurable(join(this.#folder, getFileName(entry.key)), JSON.stringify(entry));
    this.#heads.set(entry.key, toHead(entry));
  }
}

const createQueue = (rev: number): KeyQueue => ({
  rev,
  pending: null,
  writing: Promise.resolve(),
  run: Promise.resolve(),
  waiting: [],
});

const toHead = ({ key, rev, updated_at }: JournalEntry): Head => ({ key, rev, updated_at });

async function readEntry(path: string): Promise<JournalEntry | null> {
  try {
    return JournalEntry.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

function toFailureMessage(error: unknown): string {
  if (error instanceof Error && error.name === 'DiskFullError') {
    return 'The disk is full. Nothing that was saved is lost. Free up some space, and Cutaway will try again.';
  }
  if (['EACCES', 'EROFS', 'EPERM'].includes(getErrorCode(error) ?? '')) return 'The data folder can’t be written to.';
  return 'The data folder can’t be written to right now.';
}
