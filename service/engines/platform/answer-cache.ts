/** Answers are cached this long, because the API counts every request against a key's quota. */
const CACHE_MS = 3_600_000;
const MAX_ENTRIES = 500;

/** Caches answers for an hour; drops the oldest first. */
export class AnswerCache<T> {
  readonly #entries = new Map<string, { readonly cachedAt: number; readonly value: Promise<T> }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get(key: string, fetchValue: () => Promise<T>): Promise<T> {
    const now = this.#now().getTime();
    const entry = this.#entries.get(key);
    if (entry && now - entry.cachedAt < CACHE_MS) return entry.value;
    const value = fetchValue();
    this.#entries.delete(key);
    this.#entries.set(key, { cachedAt: now, value });
    // Don't cache failures.
    value.catch(() => this.#entries.delete(key));
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest);
    return value;
  }

  /** Returns the cached answer, or null. */
  peek(key: string): Promise<T> | null {
    const entry = this.#entries.get(key);
    return entry && this.#now().getTime() - entry.cachedAt < CACHE_MS ? entry.value : null;
  }
}
