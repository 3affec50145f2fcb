import { open, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import { OPENED_TEXT_BYTES, type OpenedFile } from '#contract/desktop-features.ts';
import { describeError } from '#log/describe-error.ts';
import { logger } from '#log/logger.ts';
import type { Archives } from './archive/archives.ts';
import type { Emit } from './events.ts';

const log = logger('opened-files');

/** Reads no more than `size` bytes, because the file may grow meanwhile. */
async function readUpTo(path: string, size: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The window imports this many files at a time; further ones are ignored. */
const MAX_WAITING_FILES = 300;

/**
 * Keeps the paths of files that the system asked to open, and links that invite to a team, until the window takes them,
 * one at a time. The window learns the names and contents of files, never their paths.
 */
export class OpenedFiles {
  readonly #archives: Pick<Archives, 'adopt'>;
  readonly #emit: Emit;
  readonly #waitingFiles: string[] = [];

  constructor(archives: Pick<Archives, 'adopt'>, emit: Emit) {
    this.#archives = archives;
    this.#emit = emit;
  }

  add(path: string): void {
    if (this.#waitingFiles.length >= MAX_WAITING_FILES) return;
    this.#waitingFiles.push(path);
    this.#emit('files.opened', {});
  }

  /** Returns the file that has waited longest; null if there is none. */
  async take(): Promise<OpenedFile | null> {
    const path = this.#waitingFiles.shift();
    if (path === undefined) return null;
    if (/^cutaway:/i.test(path)) return { kind: 'invitation', link: path };
    const name = basename(path);
    try {
      return await this.#read(path, name);
    } catch (error) {
      log.warn('opened file not read', { code: describeError(error)['code'] });
      return { kind: 'refused', name, reason: 'unreadable' };
    }
  }

  async #read(path: string, name: string): Promise<OpenedFile> {
    // Opening a pipe would wait for its other end.
    const stats = await stat(path);
    if (!stats.isFile()) return { kind: 'refused', name, reason: 'unreadable' };
    if (extname(name).toLowerCase() === '.cutaway') return { kind: 'archive', name, id: this.#archives.adopt(path) };
    if (stats.size > OPENED_TEXT_BYTES) return { kind: 'refused', name, reason: 'too_large' };
    const bytes = await readUpTo(path, stats.size);
    return { kind: 'text', name, base64: bytes.toString('base64'), modified: Math.trunc(stats.mtimeMs) };
  }
}
