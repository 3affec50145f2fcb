import { logger } from '#log/logger.ts';

import type { PictureFiles } from '#renderer/storage/picture-files.ts';
import { WorkerClient } from '#renderer/shared/worker-client.ts';
import type { DecodeFunctions } from './decode-worker.ts';
import workerUrl from './decode-worker.ts?worker&url';
import { levelFor, levelWithin, Mips } from './mips.ts';

const log = logger('board');

const MEMORY = 192 * 1024 * 1024;
const CONCURRENCY = 3;

/**
 * Identifies a picture by its storage key and by the item to request it with; `id` is null for a picture kept only
 * here.
 */
export interface Wanted {
  readonly picture: string;
  readonly id: number | null;
}

interface Found {
  readonly blob: Blob;
  /** Set if all of its bytes are in memory, rather than a handle on a file. */
  readonly inMemory: boolean;
}
const inMemory = (blob: Blob | null): Found | null => blob && { blob, inMemory: true };

/** The board's pictures as bitmaps: stored in this window and decoded by a worker at the size they are drawn. */
export class Pictures {
  readonly #files: PictureFiles;
  readonly #fetch: (id: number) => Promise<Blob | null>;
  readonly #own: (picture: string) => Promise<Blob | null>;
  readonly #mips = new Mips<ImageBitmap>(MEMORY);
  readonly #worker = new WorkerClient<DecodeFunctions>(workerUrl);
  readonly #blobs = new Map<string, Promise<Found | null>>();
  /** Files that were checked and decoded before: handles, not their bytes. */
  readonly #sound = new Map<string, Blob>();
  readonly #wanted = new Map<string, Wanted & { readonly level: number }>();
  #failed = $state.raw<ReadonlySet<string>>(new Set());
  #arrived = $state.raw(0);
  /** Pictures known to be among the stored files. */
  readonly #kept = new Set<string>();
  #keeping = 0;
  #closed = false;
  #running = 0;
  #finest = levelWithin(MEMORY, 1);

  /**
   * `fetch` requests an item's picture from the service, `own` reads one kept only here; both return null if there is
   * none.
   */
  constructor(
    files: PictureFiles,
    fetch: (id: number) => Promise<Blob | null>,
    own: (picture: string) => Promise<Blob | null> = () => Promise.resolve(null),
  ) {
    this.#files = files;
    this.#fetch = fetch;
    this.#own = own;
  }

  /** Counts loaded bitmaps, so that reading it redraws when one arrives. Reactive. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Pictures that cannot be loaded at the moment. Reactive. */
  get failed(): ReadonlySet<string> {
    return this.#failed;
  }

  get bytes(): number {
    return this.#mips.bytes;
  }

  /**
   * Limits the size of bitmaps when `count` are drawn at once, so that all fit into half of the memory and none evicts
   * another.
   */
  share(count: number): void {
    this.#finest = levelWithin(MEMORY / 2, count);
  }

  /** Returns the best bitmap there is for a picture drawn `pixels` wide, and requests a better one if needed. */
  best(wanted: Wanted, pixels: number): ImageBitmap | null {
    const level = Math.min(this.#finest, levelFor(pixels));
    if (!this.#mips.has(wanted.picture, level)) this.#want(wanted, level);
    return this.#mips.best(wanted.picture, level);
  }

  whole(wanted: Wanted): Promise<ImageBitmap | null> {
    return this.#unpack(wanted, null);
  }

  /**
   * Fetches pictures that are not stored in this window yet, one after the other, so that all are available offline.
   */
  async keepAll(wanted: readonly Wanted[]): Promise<void> {
    const round = ++this.#keeping;
    for (const one of wanted) {
      if (round !== this.#keeping || this.#closed) return;
      if (this.#kept.has(one.picture) || this.#failed.has(one.picture)) continue;
      const there = (await this.#files.has(one.picture)) || (await this.#blob(one)) !== null;
      if (there) this.#kept.add(one.picture);
    }
  }

  retry(): void {
    if (this.#failed.size === 0) return;
    this.#failed = new Set();
    this.#arrived++;
  }

  close(): void {
    this.#closed = true;
    this.#worker.end();
    this.#wanted.clear();
    this.#mips.clear();
  }

  #want(wanted: Wanted, level: number): void {
    if (this.#failed.has(wanted.picture)) return;
    // Loads the most recently requested first, because that is what is looked at now.
    this.#wanted.delete(wanted.picture);
    this.#wanted.set(wanted.picture, { ...wanted, level });
    queueMicrotask(() => this.#next());
  }

  #next(): void {
    const next = [...this.#wanted.values()].at(-1);
    if (!next || this.#running >= CONCURRENCY) return;
    this.#wanted.delete(next.picture);
    this.#running++;
    void this.#load(next).finally(() => {
      this.#running--;
      this.#next();
    });
    this.#next();
  }

  async #load({ level, ...wanted }: Wanted & { readonly level: number }): Promise<void> {
    if (this.#mips.has(wanted.picture, level)) return;
    const bitmap = await this.#unpack(wanted, level);
    if (bitmap) this.#mips.put(wanted.picture, level, bitmap);
    else this.#failed = new Set([...this.#failed, wanted.picture]);
    this.#arrived++;
  }

  async #unpack(wanted: Wanted, width: number | null): Promise<ImageBitmap | null> {
    const sound = this.#sound.get(wanted.picture);
    if (sound) {
      const bitmap = await this.#decode(sound, width, true);
      if (bitmap) return bitmap;
      // The stored file behind the handle was deleted.
      this.#sound.delete(wanted.picture);
    }
    const found = await this.#blob(wanted);
    const bitmap = found && (await this.#decode(found.blob, width, false));
    if (bitmap && !found.inMemory) this.#sound.set(wanted.picture, found.blob);
    return bitmap;
  }

  #blob(wanted: Wanted): Promise<Found | null> {
    const known = this.#blobs.get(wanted.picture);
    if (known) return known;
    const read = this.#read(wanted).catch((error: unknown) => (log.failure('picture not read')(error), null));
    // Shares a running read, then drops the blob: five hundred in memory would be too many. Later reads come from
    // storage.
    this.#blobs.set(wanted.picture, read);
    void read.finally(() => this.#blobs.delete(wanted.picture));
    return read;
  }

  async #read({ picture, id }: Wanted): Promise<Found | null> {
    if (id === null) return inMemory(await this.#own(picture));
    const file = await this.#files.get(picture);
    if (file) return { blob: file, inMemory: false };
    const fetched = await this.#fetch(id);
    if (fetched) await this.#files.put(picture, fetched);
    return inMemory(fetched);
  }

  #decode(blob: Blob, width: number | null, sound: boolean): Promise<ImageBitmap | null> {
    const decoded = this.#worker.call((remote) => remote.decode(blob, width, sound));
    return decoded.catch((error: unknown) => (log.failure('picture not decoded')(error), null));
  }
}
