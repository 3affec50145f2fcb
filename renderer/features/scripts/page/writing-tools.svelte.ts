/** Tracks which writing tools are on for one script; the tools themselves load on first use. */
export class Writing {
  #focus = $state(false);
  #reading = $state(false);
  #statistics = $state(false);

  /** Tells whether only the text is shown, with everything but the current paragraph dimmed. */
  get focus(): boolean {
    return this.#focus;
  }

  set focus(on: boolean) {
    this.#focus = on;
  }

  /** Tells whether the read-aloud bar is shown. */
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
