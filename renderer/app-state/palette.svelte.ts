import type { PaletteGroup } from '../ui/palette-items.ts';

/** Items a page adds to the command palette while it is open; called again on every keystroke. */
export type PaletteSource = (query: string) => readonly PaletteGroup[];

export class Palette {
  #open = $state(false);
  #sources = $state.raw<readonly PaletteSource[]>([]);

  get open(): boolean {
    return this.#open;
  }

  set open(open: boolean) {
    this.#open = open;
  }

  /** Returns a function that removes the source: for `$effect(() => app.palette.add(…))`. */
  add(source: PaletteSource): () => void {
    this.#sources = [...this.#sources, source];
    return () => {
      this.#sources = this.#sources.filter((one) => one !== source);
    };
  }

  groups(query: string): readonly PaletteGroup[] {
    return this.#sources.flatMap((source) => source(query));
  }
}
