import { untrack } from 'svelte';

import type { PaletteGroup } from '../ui/palette-items.ts';

/** Returns the items that an open page adds to the command palette; runs on every keystroke. */
export type PaletteSource = (query: string) => readonly PaletteGroup[];

export class Palette {
  #isOpen = $state(false);
  /** The text in the palette's field. */
  query = $state('');
  #sources = $state.raw<readonly PaletteSource[]>([]);

  get open(): boolean {
    return this.#isOpen;
  }

  set open(open: boolean) {
    this.#isOpen = open;
  }

  /** Returns a function that removes the source: for `$effect(() => app.palette.add(…))`. */
  add(source: PaletteSource): () => void {
    // Untracked, because the effect that adds a source must not depend on the list.
    this.#sources = [...untrack(() => this.#sources), source];
    return () => {
      this.#sources = this.#sources.filter((other) => other !== source);
    };
  }

  createGroups(query: string): readonly PaletteGroup[] {
    return this.#sources.flatMap((source) => source(query));
  }
}
