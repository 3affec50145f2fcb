/** Is how long an answer is cached: the API counts every request against a key's quota. */
const KEPT_MS = 3_600_000;
const MAX_KEPT = 500;

/** Caches answers for an hour; drops the oldest first. */
export class Kept<T> {
  readonly #entries = new Map<string, { readonly at: number; readonly value: Promise<T> }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const at = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known && at - known.at < KEPT_MS) return known.value;
    const value = make();
    this.#entries.delete(key);
    this.#entries.set(key, { at, value });
    // Don't cache failures.
    value.catch(() => this.#entries.delete(key));
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_KEPT) this.#entries.delete(oldest);
    return value;
  }

  /** Returns what is cached, or null. */
  peek(key: string): Promise<T> | null {
    const known = this.#entries.get(key);
    return known && this.#now().getTime() - known.at < KEPT_MS ? known.value : null;
  }
}
