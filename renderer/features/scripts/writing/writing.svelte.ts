/** What is switched on around the text of one script; the parts themselves are loaded when they are used. */
export class Writing {
  #focus = $state(false);
  #reading = $state(false);
  #statistics = $state(false);

  /** Only the text, the paragraph at the cursor in full ink. */
  get focus(): boolean {
    return this.#focus;
  }

  set focus(on: boolean) {
    this.#focus = on;
  }

  /** The bar for reading aloud is there. */
  get reading(): boolean {
    return this.#reading;
  }

  set reading(on: boolean) {
    this.#reading = on;
  }

  get statistics(): boolean {
    return this.#statistics;
  }

  set statistics(open: boolean) {
    this.#statistics = open;
  }
}
