import { PaletteIndex } from '../ui/palette-index.ts';
import type { PaletteItem } from '../ui/palette-items.ts';

/** Short enough to handle a key and paint a frame between steps. */
const STEP_MS = 6;

/** Indexes items of the palette in short steps, so that the palette opens and accepts typing at once. */
export class PaletteIndexer {
  readonly index = new PaletteIndex<PaletteItem>();
  #steps = 0;
  #version = $state.raw(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Changes with each step. Reactive. */
  get version(): number {
    return this.#version;
  }

  set(items: readonly PaletteItem[]): void {
    this.index.set(items);
    this.#step();
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #step(): void {
    clearTimeout(this.#timer);
    const end = performance.now() + STEP_MS;
    const isDone = this.index.indexQueued(() => performance.now() < end);
    this.#steps += 1;
    this.#version = this.#steps;
    if (!isDone) this.#timer = setTimeout(() => this.#step());
  }
}
