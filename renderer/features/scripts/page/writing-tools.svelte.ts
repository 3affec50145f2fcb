/** Tracks which writing tools are on for one script; the tools themselves load on first use. */
export class WritingState {
  #isFocusOn = $state(false);
  #isReading = $state(false);
  #hasStatistics = $state(false);
  #isCutting = $state(false);
  #isRewriting = $state(false);

  /** True when only the text is shown, with everything but the current paragraph dimmed. */
  get isFocusMode(): boolean {
    return this.#isFocusOn;
  }

  set isFocusMode(on: boolean) {
    this.#isFocusOn = on;
  }

  /** True when the read-aloud bar is shown. */
  get isReadingAloud(): boolean {
    return this.#isReading;
  }

  set isReadingAloud(on: boolean) {
    this.#isReading = on;
  }

  /** True when cuts are suggested in place of the editor. */
  get isCutting(): boolean {
    return this.#isCutting;
  }

  set isCutting(on: boolean) {
    this.#isCutting = on;
    if (on) this.#isRewriting = false;
  }

  /** True when the text is shown with the tools that rewrite a passage. */
  get isRewriting(): boolean {
    return this.#isRewriting;
  }

  set isRewriting(on: boolean) {
    this.#isRewriting = on;
    if (on) this.#isCutting = false;
  }

  /** True when changes may be under review, so that nothing else may move the text. */
  get isReviewing(): boolean {
    return this.#isCutting || this.#isRewriting;
  }

  get areStatisticsOpen(): boolean {
    return this.#hasStatistics;
  }

  set areStatisticsOpen(open: boolean) {
    this.#hasStatistics = open;
  }
}
