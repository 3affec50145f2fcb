/**
 * Stores watched video versions in a folder of the host, so that they play without the service. A version
 * never changes and is named by the SHA-256 of its bytes; a file with another sum is not stored.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { logger } from '#log/logger.ts';
import { renameWithRetry } from '#platform/rename.ts';

const log = logger('videos');

/** Above this size, the videos watched longest ago are deleted. */
const MAX_BYTES = 8 * 1024 ** 3;

interface Download {
  /** Returns the bytes from the beginning and their count, or null if they cannot be reached. */
  readonly fetch: (signal: AbortSignal) => Promise<{ body: AsyncIterable<Uint8Array>; total: number | null } | null>;
  readonly progress: (done: number, total: number | null) => void;
}

export class KeptVideos {
  readonly #folder: string;
  readonly #stopController = new AbortController();
  readonly #downloads = new Map<string, Promise<string | null>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the file of a version once it is complete. */
  async findFile(revision: string): Promise<{ path: string; bytes: number } | null> {
    const path = join(this.#folder, revision);
    const stats = await stat(path).catch(() => null); // not stored yet
    if (!stats) return null;
    const now = new Date();
    await utimes(path, now, now).catch(log.failure('video not marked as used'));
    return { path, bytes: stats.size };
  }

  /** Downloads a version once, however often it is requested; returns null if it did not arrive complete. */
  keep(revision: string, download: Download): Promise<string | null> {
    const runningDownload = this.#downloads.get(revision);
    if (runningDownload) return runningDownload;
    const result = this.#download(revision, download)
      .catch((error: unknown) => (log.failure('video not stored')(error), null))
      .finally(() => this.#downloads.delete(revision));
    this.#downloads.set(revision, result);
    return result;
  }

  /** Aborts running downloads. */
  async stop(): Promise<void> {
    this.#stopController.abort();
    await Promise.all(this.#downloads.values());
  }

  async #download(revision: string, { fetch, progress }: Download): Promise<string | null> {
    const storedFile = await this.findFile(revision);
    if (storedFile) return storedFile.path;
    const source = await fetch(this.#stopController.signal);
    if (!source) return null;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, `${revision}.part`);
    const hash = createHash('sha256');
    let done = 0;
    const counter = new Transform({
      transform(chunk: Uint8Array, _, callback) {
        hash.update(chunk);
        progress((done += chunk.byteLength), source.total);
        callback(null, chunk);
      },
    });
    try {
      await pipeline(source.body, counter, createWriteStream(part, { mode: 0o600, flush: true }), {
        signal: this.#stopController.signal,
      });
      if (hash.digest('hex') !== revision) return null;
      await this.#makeRoom(done);
      const path = join(this.#folder, revision);
      await renameWithRetry(part, path);
      return path;
    } finally {
      await rm(part, { force: true });
    }
  }

  async #makeRoom(incomingBytes: number): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => !name.endsWith('.part'));
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...(await stat(join(this.#folder, name)).then(toSizeAndTime)) })),
    );
    files.sort((a, b) => a.at - b.at);
    let total = incomingBytes + files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes } of files) {
      if (total <= MAX_BYTES) return;
      await rm(join(this.#folder, name), { force: true });
      total -= bytes;
    }
  }
}

const toSizeAndTime = ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ bytes: size, at: mtimeMs });
