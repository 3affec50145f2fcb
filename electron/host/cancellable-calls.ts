/** Lets a window end requests that it does not wait for any more. */
export class CancellableCalls {
  readonly #runningCalls = new Map<string, AbortController>();

  /** Runs work under an id until it ends; without one it cannot be cancelled. */
  async run<R>(id: string | undefined, work: (signal: AbortSignal | undefined) => Promise<R>): Promise<R> {
    if (id === undefined) return work(undefined);
    const controller = new AbortController();
    this.#runningCalls.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#runningCalls.delete(id);
    }
  }

  cancel(id: string): void {
    this.#runningCalls.get(id)?.abort();
  }
}
