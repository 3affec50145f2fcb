import { pictureQueue } from './picture-queue.ts';

/** Loads small pictures for a canvas through the picture queue, once each, at the size they are drawn. */
export class BlockPictures {
  readonly #pictures = new Map<string, ImageBitmap | null>();
  #over = false;
  #come = $state.raw(0);

  /** Changes when more pictures have loaded. */
  get come(): number {
    return this.#come;
  }

  get(source: string): ImageBitmap | null {
    const known = this.#pictures.get(source);
    if (known !== undefined) return known;
    this.#pictures.set(source, null);
    pictureQueue.take(() => this.#fetch(source));
    return null;
  }

  close(): void {
    this.#over = true;
    for (const picture of this.#pictures.values()) picture?.close();
    this.#pictures.clear();
  }

  async #fetch(source: string): Promise<void> {
    if (this.#over) return;
    const response = await fetch(source).catch(() => null); // retried below
    if (this.#over) return;
    // Retry when it is drawn again.
    if (!response?.ok) return void this.#pictures.delete(source);
    const options = { resizeHeight: 108, resizeQuality: 'high' } as const;
    const picture = await createImageBitmap(await response.blob(), options).catch(() => null); // drawn as missing
    if (this.#over) return picture?.close();
    this.#pictures.set(source, picture);
    this.#come += 1;
  }
}
