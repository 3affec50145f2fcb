/** Tracks which writing tools are on for one script; the tools themselves load on first use. */
export class Writing {
  #focus = $state(false);
  #reading = $state(false);
  #statistics = $state(false);
  #cutting = $state(false);
  #rewriting = $state(false);

  /** True when only the text is shown, with everything but the current paragraph dimmed. */
  get focus(): boolean {
    return this.#focus;
  }

  set focus(on: boolean) {
    this.#focus = on;
  }

  /** True when the read-aloud bar is shown. */
  get reading(): boolean {
    return this.#reading;
  }

  set reading(on: boolean) {
    this.#reading = on;
  }

  /** True when cuts are suggested in place of the editor. */
  get cutting(): boolean {
    return this.#cutting;
  }

  set cutting(on: boolean) {
    this.#cutting = on;
    if (on) this.#rewriting = false;
  }

  /** True when the text is shown with the tools that rewrite a passage. */
  get rewriting(): boolean {
    return this.#rewriting;
  }

  set rewriting(on: boolean) {
    this.#rewriting = on;
    if (on) this.#cutting = false;
  }

  /** True when changes may be under review, so that nothing else may move the text. */
  get reviewing(): boolean {
    return this.#cutting || this.#rewriting;
  }

  get statistics(): boolean {
    return this.#statistics;
  }

  set statistics(open: boolean) {
    this.#statistics = open;
  }
}
