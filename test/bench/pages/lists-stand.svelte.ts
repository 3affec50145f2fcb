/** Holds the listed items as a page does: filtered by words. */
export class ListStand<Item> {
  readonly #find: (words: string) => readonly Item[];
  #words = $state.raw('');
  readonly #shown = $derived.by(() => this.#find(this.#words));

  constructor(find: (words: string) => readonly Item[]) {
    this.#find = find;
  }

  get shown(): readonly Item[] {
    return this.#shown;
  }

  look(words: string): void {
    this.#words = words;
  }
}
