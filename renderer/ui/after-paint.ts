/** In milliseconds. A fast typist's keys are 50 apart: work that could wait no longer would come between key and paint. */
const WITHIN = 250;

/**
 * Work that has to wait until what the person did is on the screen: run once in a quiet moment after the next paint,
 * at the latest `WITHIN` after it, however often it was asked for.
 */
export class AfterPaint {
  readonly #work: () => void;
  #frame = 0;
  #idle = 0;

  constructor(work: () => void) {
    this.#work = work;
  }

  ask(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#idle = requestIdleCallback(
        () => {
          this.#frame = 0;
          this.#work();
        },
        { timeout: WITHIN },
      );
    });
  }

  cancel(): void {
    cancelAnimationFrame(this.#frame);
    cancelIdleCallback(this.#idle);
    this.#frame = 0;
  }
}
