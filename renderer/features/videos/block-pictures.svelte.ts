import { pictureQueue } from './picture-queue.ts';

/** Loads small pictures for a canvas through the picture queue, once each, at the size they are drawn. */
export class BlockPictures {
  readonly #pictures = new Map<string, ImageBitmap | null>();
  #isClosed = false;
  #loadCount = $state.raw(0);

  /** Changes when more pictures have loaded. */
  get loadCount(): number {
    return this.#loadCount;
  }

  get(source: string): ImageBitmap | null {
    const cachedPicture = this.#pictures.get(source);
    if (cachedPicture !== undefined) return cachedPicture;
    this.#pictures.set(source, null);
    pictureQueue.add(() => this.#fetch(source));
    return null;
  }

  close(): void {
    this.#isClosed = true;
    for (const picture of this.#pictures.values()) picture?.close();
    this.#pictures.clear();
  }

  async #fetch(source: string): Promise<void> {
    if (this.#isClosed) return;
    const response = await fetch(source).catch(() => null); // retried below
    if (this.#isClosed) return;
    // Drawing the picture again retries it.
    if (!response?.ok) return void this.#pictures.delete(source);
    const options = { resizeHeight: 108, resizeQuality: 'high' } as const;
    const picture = await createImageBitmap(await response.blob(), options).catch(() => null); // drawn as missing
    if (this.#isClosed) return picture?.close();
    this.#pictures.set(source, picture);
    this.#loadCount += 1;
  }
}
