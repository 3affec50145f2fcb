import type { Board } from '../model/board.svelte.ts';
import { flatten } from './export.ts';
import type { Item } from '../model/items.ts';
import type { Pictures } from './pictures.svelte.ts';

/** Provides a flattened picture as a URL for an image element. */
export class FlatSource {
  #source = $state.raw<string | null>(null);
  #missing = $state.raw(false);

  /** Returns null while it is being drawn. */
  get source(): string | null {
    return this.#source;
  }

  get missing(): boolean {
    return this.#missing;
  }

  /** Draws the board as it is now. Returns a function that cancels it and frees the URL. */
  draw(item: Item, board: Board, pictures: Pictures): () => void {
    let url: string | null = null;
    let isCancelled = false;
    void flatten(item, board.items, (request) => pictures.loadFull(request))
      .then((result) => ('canvas' in result ? result.canvas.convertToBlob() : undefined))
      .then((blob) => {
        if (isCancelled) return;
        this.#missing = blob === undefined;
        if (blob) this.#source = url = URL.createObjectURL(blob);
      });
    return () => {
      isCancelled = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }
}
