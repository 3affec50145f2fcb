import { untrack } from 'svelte';

import type { PaletteGroup } from '../ui/palette-items.ts';

/** Returns items that a page adds to the command palette while it is open; it runs on every keystroke. */
export type PaletteSource = (query: string) => readonly PaletteGroup[];

export class Palette {
  #open = $state(false);
  /** The text in the palette's field. */
  query = $state('');
  #sources = $state.raw<readonly PaletteSource[]>([]);

  get open(): boolean {
    return this.#open;
  }

  set open(open: boolean) {
    this.#open = open;
  }

  /** Returns a function that removes the source: for `$effect(() => app.palette.add(…))`. */
  add(source: PaletteSource): () => void {
    // Untracked, so that the effect that adds a source does not run again because of it.
    this.#sources = [...untrack(() => this.#sources), source];
    return () => {
      this.#sources = this.#sources.filter((one) => one !== source);
    };
  }

  groups(query: string): readonly PaletteGroup[] {
    return this.#sources.flatMap((source) => source(query));
  }
}
