const SLOTS = 1024;

/**
 * Counts the changes of one thing over all windows. The lower ten bits are the window's own, so that two windows never
 * give two texts the same number and the higher one is always the one that stays.
 */
export class Revs {
  readonly #slot: number;

  constructor(slot = Math.floor(Math.random() * SLOTS)) {
    this.#slot = slot % SLOTS;
  }

  /** Higher than `known`. */
  after(known: number): number {
    return (Math.floor(known / SLOTS) + 1) * SLOTS + this.#slot;
  }
}
