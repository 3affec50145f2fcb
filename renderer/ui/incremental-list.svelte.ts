/** Enough rows for the tallest window, with a margin. */
const ROWS_PER_STEP = 40;

/** Draws a long list in steps, for rows of any height, and adds rows near its end. */
export class IncrementalList {
  #count = $state(ROWS_PER_STEP);

  get count(): number {
    return this.#count;
  }

  /** Use it as `onscroll` of the scrolling element. */
  readonly onscroll = ({ currentTarget: element }: { readonly currentTarget: Element }): void => {
    const heightBelow = element.scrollHeight - element.scrollTop - element.clientHeight;
    if (heightBelow < 2 * element.clientHeight) this.#count += ROWS_PER_STEP;
  };

  /** Makes sure that this row is drawn. */
  reach(index: number): void {
    if (index >= this.#count) this.#count = index + ROWS_PER_STEP;
  }
}
