/** The filtered items of a list, as a page holds them. */
export class ListStand<Item> {
  readonly #find: (words: string) => readonly Item[];
  #words = $state.raw('');
  readonly #visibleItems = $derived.by(() => this.#find(this.#words));

  constructor(find: (words: string) => readonly Item[]) {
    this.#find = find;
  }

  get visible(): readonly Item[] {
    return this.#visibleItems;
  }

  search(words: string): void {
    this.#words = words;
  }
}
