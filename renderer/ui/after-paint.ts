/**
 * Work that has to wait until what the person did is on the screen: run once in a quiet moment after the next paint,
 * at the latest `within` ms after it, however often it was asked for.
 */
export class AfterPaint {
  readonly #work: () => void;
  readonly #within: number;
  #frame = 0;
  #idle = 0;

  constructor(work: () => void, within = 50) {
    this.#work = work;
    this.#within = within;
  }

  ask(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#idle = requestIdleCallback(
        () => {
          this.#frame = 0;
          this.#work();
        },
        { timeout: this.#within },
      );
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    cancelIdleCallback(this.#idle);
    this.#frame = 0;
  }
}
