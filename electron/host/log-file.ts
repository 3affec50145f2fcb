/** Logs host, service and window in the data folder, in two files of at most 5 MB; the newer one is written to. */
import { mkdirSync } from 'node:fs';
import { appendFile, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { type StoredLogEntry, StoredLogEntry as Entry } from '#contract/log-entry.ts';
import { getErrorCode } from '#platform/error-code.ts';
import { renameWithRetry } from '#platform/rename.ts';

const MAX_FILE_BYTES = 5_000_000;
/** Reads this much from the end of a file for the last lines. */
const TAIL_BYTES = 256 * 1024;
/** When more lines wait for the disk, the oldest are dropped. */
const MAX_WAITING_LINES = 2_000;

export class LogFile {
  readonly folder: string;
  readonly #maxBytes: number;
  #size: number | null = null;
  #waitingLines: string[] = [];
  #writing: Promise<void> | null = null;

  /** @param maxBytes starts a new file at this size; at most two are kept */
  constructor(dataFolder: string, maxBytes = MAX_FILE_BYTES) {
    this.folder = join(dataFolder, 'logs');
    this.#maxBytes = maxBytes;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  /** Returns at once. Failed writes are dropped: a log must not stop the work it describes. */
  write(line: string): void {
    this.#waitingLines.push(line);
    if (this.#waitingLines.length > MAX_WAITING_LINES) this.#waitingLines.shift();
    this.#writing ??= this.#write();
  }

  /** Resolves once everything written so far is in the file. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Returns the last entries, oldest first; lines that are no entries are left out. */
  async readLast(count: number): Promise<StoredLogEntry[]> {
    await this.flush();
    const entries: StoredLogEntry[] = [];
    for (const path of [this.#older, this.#newer]) entries.push(...(await this.#read(path)));
    return entries.slice(-count);
  }

  get #newer(): string {
    return join(this.folder, 'cutaway.log');
  }

  get #older(): string {
    return join(this.folder, 'cutaway.old.log');
  }

  async #write(): Promise<void> {
    try {
      while (this.#waitingLines.length > 0) {
        const text = this.#waitingLines.map((line) => `${line}\n`).join('');
        this.#waitingLines = [];
        await this.#append(text);
      }
    } catch {
      this.#size = null; // these lines failed; later ones may fit
    } finally {
      this.#writing = null;
    }
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.byteLength(text);
    this.#size ??= await getSize(this.#newer);
    if (this.#size > 0 && this.#size + bytes > this.#maxBytes) {
      await rm(this.#older, { force: true });
      await renameWithRetry(this.#newer, this.#older);
      this.#size = 0;
    }
    await appendFile(this.#newer, text, { mode: 0o600 });
    this.#size += bytes;
  }

  async #read(path: string): Promise<StoredLogEntry[]> {
    const size = await getSize(path);
    if (size === 0) return [];
    const file = await open(path, 'r');
    try {
      const start = Math.max(0, size - TAIL_BYTES);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      return buffer.subarray(0, bytesRead).toString().split('\n').flatMap(parseLine);
    } finally {
      await file.close();
    }
  }
}

function parseLine(line: string): StoredLogEntry[] {
  try {
    const { time, level, source, scope, message, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const entry = Entry.safeParse({ time, level, source, scope, message, fields });
    return entry.success ? [entry.data] : [];
  } catch {
    return []; // truncated at the start of the tail, or by a crash
  }
}

async function getSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return 0;
    throw error;
  }
}
