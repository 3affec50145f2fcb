/** Enough for the highest window, and some beyond it. */
const STEP = 40;

/** How much of a long list of rows of any height is drawn: more of it as its end comes near. */
export class Growing {
  #count = $state(STEP);

  /** The rows from the first that are drawn. */
  get count(): number {
    return this.#count;
  }

  /** For `onscroll` of the box that scrolls. */
  readonly onscroll = ({ currentTarget: box }: { readonly currentTarget: Element }): void => {
    const below = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (below < 2 * box.clientHeight) this.#count += STEP;
  };

  /** This row is drawn, too. */
  reach(index: number): void {
    if (index >= this.#count) this.#count = index + STEP;
  }
}
