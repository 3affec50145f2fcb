/** Closes opened resources in reverse order, at the end or when a start fails half-way. */
export class CleanupStack {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let next = this.#closers.pop(); next; next = this.#closers.pop()) await next();
  }
}
