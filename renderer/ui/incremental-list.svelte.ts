/** Fills the tallest window, with a margin. */
const STEP = 40;

/** Draws a long list of rows of any height step by step, adding rows when its end comes near. */
export class IncrementalList {
  #count = $state(STEP);

  get count(): number {
    return this.#count;
  }

  /** Use it as `onscroll` of the scrolling element. */
  readonly onscroll = ({ currentTarget: box }: { readonly currentTarget: Element }): void => {
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < 2 * box.clientHeight) this.#count += STEP;
  };

  /** Makes sure that this row is drawn. */
  reach(index: number): void {
    if (index >= this.#count) this.#count = index + STEP;
  }
}
