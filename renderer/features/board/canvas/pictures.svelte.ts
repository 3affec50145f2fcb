import { logger } from '#log/logger.ts';

import type { PictureFiles } from '#renderer/storage/picture-files.ts';
import { WorkerClient } from '#renderer/shared/worker-client.ts';
import type { DecodeFunctions } from './decode-worker.ts';
import workerUrl from './decode-worker.ts?worker&url';
import { getLevel, getWidestLevel, Mips } from './mips.ts';

const log = logger('board');

const MEMORY_BYTES = 192 * 1024 * 1024;
const MAX_CONCURRENT = 3;

/**
 * Identifies a picture by its storage key and by the item to request it with; `id` is null for a picture kept only
 * here.
 */
export interface PictureRequest {
  readonly picture: string;
  readonly id: number | null;
}

interface LoadedBlob {
  readonly blob: Blob;
  /** True if all bytes are in memory, rather than a handle on a file. */
  readonly inMemory: boolean;
}
const toMemoryBlob = (blob: Blob | null): LoadedBlob | null => blob && { blob, inMemory: true };

/** The board's pictures as bitmaps: stored in this window and decoded by a worker at the size they are drawn. */
export class Pictures {
  readonly #files: PictureFiles;
  readonly #fetch: (id: number) => Promise<Blob | null>;
  readonly #readOwn: (picture: string) => Promise<Blob | null>;
  readonly #mips = new Mips<ImageBitmap>(MEMORY_BYTES);
  readonly #worker = new WorkerClient<DecodeFunctions>(workerUrl);
  readonly #blobs = new Map<string, Promise<LoadedBlob | null>>();
  /** Files decoded before, as handles without their bytes. */
  readonly #decodedFiles = new Map<string, Blob>();
  readonly #queue = new Map<string, PictureRequest & { readonly level: number }>();
  #failedPictures = $state.raw<ReadonlySet<string>>(new Set());
  #loadCount = $state.raw(0);
  /** Keys of pictures known to be stored. */
  readonly #storedKeys = new Set<string>();
  #storeRound = 0;
  #isClosed = false;
  #runningCount = 0;
  #maxLevel = getWidestLevel(MEMORY_BYTES, 1);

  /**
   * `fetch` requests an item's picture from the service, `readOwn` reads one kept only here; both return null if there
   * is none.
   */
  constructor(
    files: PictureFiles,
    fetch: (id: number) => Promise<Blob | null>,
    readOwn: (picture: string) => Promise<Blob | null> = () => Promise.resolve(null),
  ) {
    this.#files = files;
    this.#fetch = fetch;
    this.#readOwn = readOwn;
  }

  /** Number of bitmaps loaded; changes whenever one arrives. Reactive. */
  get loadCount(): number {
    return this.#loadCount;
  }

  /** Pictures that cannot be loaded at the moment. Reactive. */
  get failedPictures(): ReadonlySet<string> {
    return this.#failedPictures;
  }

  get bytes(): number {
    return this.#mips.bytes;
  }

  /**
   * Limits the size of bitmaps when `count` are drawn at once, so that all fit into half of the memory and none evicts
   * another.
   */
  limitSizeFor(count: number): void {
    this.#maxLevel = getWidestLevel(MEMORY_BYTES / 2, count);
  }

  /** Returns the best loaded bitmap for a picture drawn `pixels` wide, and requests a better one if needed. */
  getBest(request: PictureRequest, pixels: number): ImageBitmap | null {
    const level = Math.min(this.#maxLevel, getLevel(pixels));
    if (!this.#mips.has(request.picture, level)) this.#enqueue(request, level);
    return this.#mips.getBest(request.picture, level);
  }

  loadFull(request: PictureRequest): Promise<ImageBitmap | null> {
    return this.#loadBitmap(request, null);
  }

  /**
   * Fetches pictures that are not stored in this window yet, one after the other, so that all are available offline.
   */
  async storeAll(requests: readonly PictureRequest[]): Promise<void> {
    const round = ++this.#storeRound;
    for (const request of requests) {
      if (round !== this.#storeRound || this.#isClosed) return;
      if (this.#storedKeys.has(request.picture) || this.#failedPictures.has(request.picture)) continue;
      const isStored = (await this.#files.has(request.picture)) || (await this.#readBlob(request)) !== null;
      if (isStored) this.#storedKeys.add(request.picture);
    }
  }

  retry(): void {
    if (this.#failedPictures.size === 0) return;
    this.#failedPictures = new Set();
    this.#loadCount++;
  }

  close(): void {
    this.#isClosed = true;
    this.#worker.end();
    this.#queue.clear();
    this.#mips.clear();
  }

  #enqueue(request: PictureRequest, level: number): void {
    if (this.#failedPictures.has(request.picture)) return;
    // Loads the most recently requested first, because the person sees it now.
    this.#queue.delete(request.picture);
    this.#queue.set(request.picture, { ...request, level });
    queueMicrotask(() => this.#loadNext());
  }

  #loadNext(): void {
    const next = [...this.#queue.values()].at(-1);
    if (!next || this.#runningCount >= MAX_CONCURRENT) return;
    this.#queue.delete(next.picture);
    this.#runningCount++;
    void this.#load(next).finally(() => {
      this.#runningCount--;
      this.#loadNext();
    });
    this.#loadNext();
  }

  async #load({ level, ...request }: PictureRequest & { readonly level: number }): Promise<void> {
    if (this.#mips.has(request.picture, level)) return;
    const bitmap = await this.#loadBitmap(request, level);
    if (bitmap) this.#mips.put(request.picture, level, bitmap);
    else this.#failedPictures = new Set([...this.#failedPictures, request.picture]);
    this.#loadCount++;
  }

  async #loadBitmap(request: PictureRequest, width: number | null): Promise<ImageBitmap | null> {
    const file = this.#decodedFiles.get(request.picture);
    if (file) {
      const bitmap = await this.#decode(file, width, true);
      if (bitmap) return bitmap;
      // The stored file behind the handle was deleted.
      this.#decodedFiles.delete(request.picture);
    }
    const loaded = await this.#readBlob(request);
    const bitmap = loaded && (await this.#decode(loaded.blob, width, false));
    if (bitmap && !loaded.inMemory) this.#decodedFiles.set(request.picture, loaded.blob);
    return bitmap;
  }

  #readBlob(request: PictureRequest): Promise<LoadedBlob | null> {
    const runningRead = this.#blobs.get(request.picture);
    if (runningRead) return runningRead;
    const read = this.#read(request).catch((error: unknown) => (log.failure('picture not read')(error), null));
    // Shares a running read, then drops the blob: five hundred blobs would fill the memory. Later reads come from
    // storage.
    this.#blobs.set(request.picture, read);
    void read.finally(() => this.#blobs.delete(request.picture));
    return read;
  }

  async #read({ picture, id }: PictureRequest): Promise<LoadedBlob | null> {
    if (id === null) return toMemoryBlob(await this.#readOwn(picture));
    const file = await this.#files.get(picture);
    if (file) return { blob: file, inMemory: false };
    const fetchedPicture = await this.#fetch(id);
    if (fetchedPicture) await this.#files.put(picture, fetchedPicture);
    return toMemoryBlob(fetchedPicture);
  }

  #decode(blob: Blob, width: number | null, isChecked: boolean): Promise<ImageBitmap | null> {
    const decodedPicture = this.#worker.call((remote) => remote.decode(blob, width, isChecked));
    return decodedPicture.catch((error: unknown) => (log.failure('picture not decoded')(error), null));
  }
}
