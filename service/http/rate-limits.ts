import { RATE_LIMITS, RATE_WINDOW_SECONDS, type RateCategory } from '#contract/limits.ts';

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
  /** The number of seconds to wait, or null if the limit is not reached. */
  readonly retryAfter: number | null;
}

interface Window {
  ends: number;
  used: number;
}

const SWEEP_AT = 10_000;

/** Counts requests by caller and category in fixed windows that begin with a caller's first request. */
export class RateLimits {
  readonly #windows = new Map<string, Window>();
  readonly #refuse: boolean;
  readonly #now: () => number;

  /** @param refuse false only counts and never refuses. */
  constructor(refuse: boolean, now: () => number = Date.now) {
    this.#refuse = refuse;
    this.#now = now;
  }

  /** Returns the number of remembered callers and categories. */
  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request of `caller`, which is a token or an address. */
  take(
    caller: string,
    category: Exclude<RateCategory, 'unlimited'>,
    limits: Readonly<Record<typeof category, number>> = RATE_LIMITS,
  ): RateState {
    const now = this.#now();
    const key = `${category} ${caller}`;
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      if (this.#windows.size >= SWEEP_AT) this.#sweep(now);
      window = { ends: now + RATE_WINDOW_SECONDS * 1000, used: 0 };
      this.#windows.set(key, window);
    }
    const limit = limits[category];
    const isOver = window.used >= limit;
    if (!isOver) window.used++;
    const wait = Math.max(1, Math.ceil((window.ends - now) / 1000));
    return {
      limit,
      remaining: limit - window.used,
      reset: Math.ceil(window.ends / 1000),
      retryAfter: isOver && this.#refuse ? wait : null,
    };
  }

  #sweep(now: number): void {
    for (const [key, window] of this.#windows) if (window.ends <= now) this.#windows.delete(key);
  }
}
