/** Tracks which writing tools are on for one script; the tools themselves load on first use. */
export class Writing {
  #isFocusOn = $state(false);
  #isReading = $state(false);
  #hasStatistics = $state(false);
  #isCutting = $state(false);
  #isRewriting = $state(false);

  /** True when only the text is shown, with everything but the current paragraph dimmed. */
  get focus(): boolean {
    return this.#isFocusOn;
  }

  set focus(on: boolean) {
    this.#isFocusOn = on;
  }

  /** True when the read-aloud bar is shown. */
  get reading(): boolean {
    return this.#isReading;
  }

  set reading(on: boolean) {
    this.#isReading = on;
  }

  /** True when cuts are suggested in place of the editor. */
  get cutting(): boolean {
    return this.#isCutting;
  }

  set cutting(on: boolean) {
    this.#isCutting = on;
    if (on) this.#isRewriting = false;
  }

  /** True when the text is shown with the tools that rewrite a passage. */
  get rewriting(): boolean {
    return this.#isRewriting;
  }

  set rewriting(on: boolean) {
    this.#isRewriting = on;
    if (on) this.#isCutting = false;
  }

  /** True when changes may be under review, so that nothing else may move the text. */
  get reviewing(): boolean {
    return this.#isCutting || this.#isRewriting;
  }

  get statistics(): boolean {
    return this.#hasStatistics;
  }

  set statistics(open: boolean) {
    this.#hasStatistics = open;
  }
}
