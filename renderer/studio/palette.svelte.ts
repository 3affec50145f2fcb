import type { PaletteGroup } from '../ui/palette-items.ts';

/** What a page offers in the command palette while it is open; asked anew each time something is typed. */
export type PaletteSource = (query: string) => readonly PaletteGroup[];

/** The command palette: whether it is open, and what stands in it. */
export class Palette {
  #open = $state(false);
  #sources = $state.raw<readonly PaletteSource[]>([]);

  get open(): boolean {
    return this.#open;
  }

  set open(open: boolean) {
    this.#open = open;
  }

  /** The returned function takes it away again: for `$effect(() => studio.palette.add(…))`. */
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
