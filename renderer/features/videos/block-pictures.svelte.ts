import { pictureTurns } from './picture-turns.ts';

/** Small pictures for a canvas, fetched once, each in its turn, as large as they are drawn. */
export class BlockPictures {
  readonly #pictures = new Map<string, ImageBitmap | null>();
  #over = false;
  #come = $state.raw(0);

  /** Another number: more are there. */
  get come(): number {
    return this.#come;
  }

  /** The picture, when it is there; else it is fetched. */
  get(source: string): ImageBitmap | null {
    const known = this.#pictures.get(source);
    if (known !== undefined) return known;
    this.#pictures.set(source, null);
    pictureTurns.take(() => this.#fetch(source));
    return null;
  }

  close(): void {
    this.#over = true;
    for (const picture of this.#pictures.values()) picture?.close();
    this.#pictures.clear();
  }

  async #fetch(source: string): Promise<void> {
    if (this.#over) return;
    const response = await fetch(source).catch(() => null);
    if (this.#over) return;
    // It is asked for again when it is next drawn.
    if (!response?.ok) return void this.#pictures.delete(source);
    const options = { resizeWidth: 192, resizeHeight: 108, resizeQuality: 'high' } as const;
    const picture = await createImageBitmap(await response.blob(), options).catch(() => null);
    if (this.#over) return picture?.close();
    this.#pictures.set(source, picture);
    this.#come += 1;
  }
}
