/**
 * Versions of videos that were watched, in a folder of the host's, so that they play without the service. A version never
 * changes and is named by the SHA-256 of its bytes: only what has that sum is kept.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Beyond it, what was watched longest ago goes. */
const MOST_BYTES = 8 * 1024 ** 3;

interface Keeping {
  /** The bytes from the beginning, with how many there are; null where there is no way to them. */
  readonly fetch: (signal: AbortSignal) => Promise<{ body: AsyncIterable<Uint8Array>; total: number | null } | null>;
  readonly progress: (done: number, total: number | null) => void;
}

export class KeptVideos {
  readonly #folder: string;
  readonly #ending = new AbortController();
  readonly #under = new Map<string, Promise<string | null>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a version, once it is all here. */
  async file(revision: string): Promise<{ path: string; bytes: number } | null> {
    const path = join(this.#folder, revision);
    const found = await stat(path).catch(() => null);
    if (!found) return null;
    const now = new Date();
    await utimes(path, now, now).catch(() => undefined);
    return { path, bytes: found.size };
  }

  /** Brings a version here, once however often it is asked for; null when it did not arrive whole. */
  keep(revision: string, keeping: Keeping): Promise<string | null> {
    const under = this.#under.get(revision);
    if (under) return under;
    const started = this.#bring(revision, keeping)
      .catch(() => null)
      .finally(() => this.#under.delete(revision));
    this.#under.set(revision, started);
    return started;
  }

  /** What is half here is given up. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#under.values());
  }

  async #bring(revision: string, { fetch, progress }: Keeping): Promise<string | null> {
    const kept = await this.file(revision);
    if (kept) return kept.path;
    const source = await fetch(this.#ending.signal);
    if (!source) return null;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const part = join(this.#folder, `${revision}.part`);
    const sum = createHash('sha256');
    let done = 0;
    const count = new Transform({
      transform(chunk: Uint8Array, _, then) {
        sum.update(chunk);
        progress((done += chunk.byteLength), source.total);
        then(null, chunk);
      },
    });
    try {
      await pipeline(source.body, count, createWriteStream(part, { mode: 0o600, flush: true }), {
        signal: this.#ending.signal,
      });
      if (sum.digest('hex') !== revision) return null;
      await this.#makeRoom(done);
      const path = join(this.#folder, revision);
      await rename(part, path);
      return path;
    } finally {
      await rm(part, { force: true });
    }
  }

  async #makeRoom(coming: number): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => !name.endsWith('.part'));
    const files = await Promise.all(
      names.map(async (name) => ({ name, ...(await stat(join(this.#folder, name)).then(sizeAndTime)) })),
    );
    files.sort((a, b) => a.at - b.at);
    let all = coming + files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes } of files) {
      if (all <= MOST_BYTES) return;
      await rm(join(this.#folder, name), { force: true });
      all -= bytes;
    }
  }
}

const sizeAndTime = ({ size, mtimeMs }: { size: number; mtimeMs: number }) => ({ bytes: size, at: mtimeMs });
