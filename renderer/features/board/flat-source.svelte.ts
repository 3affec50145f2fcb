import type { Board } from './board.svelte.ts';
import { flatten } from './export.ts';
import type { Item } from './items.ts';
import type { Pictures } from './pictures.svelte.ts';

/** A picture with what lies over it, as an image takes it. */
export class FlatSource {
  #source = $state.raw<string | null>(null);
  #missing = $state.raw(false);

  /** Null while it is drawn. */
  get source(): string | null {
    return this.#source;
  }

  /** The picture is not kept here and cannot be fetched. */
  get missing(): boolean {
    return this.#missing;
  }

  /** As the board is now; the returned function ends it. */
  draw(item: Item, board: Board, pictures: Pictures): () => void {
    let made: string | null = null;
    let gone = false;
    void flatten(item, board.items, (wanted) => pictures.whole(wanted))
      .then((canvas) => canvas?.convertToBlob())
      .then((blob) => {
        if (gone) return;
        this.#missing = blob === undefined;
        if (blob) this.#source = made = URL.createObjectURL(blob);
      });
    return () => {
      gone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }
}
