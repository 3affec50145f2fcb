const SLOTS = 1024;

/**
 * Counts the changes of an entry over all windows. The lower ten bits identify the window, so that two windows never
 * give two texts the same number and the higher one always wins.
 */
export class RevisionCounter {
  readonly #slot: number;

  constructor(slot = Math.floor(Math.random() * SLOTS)) {
    this.#slot = slot % SLOTS;
  }

  getNextAfter(revision: number): number {
    return (Math.floor(revision / SLOTS) + 1) * SLOTS + this.#slot;
  }
}
