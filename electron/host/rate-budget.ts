/**
 * Follows the service's rate limits with a sliding-window log per category. A request waits for its slot instead of
 * running into 429. There is one budget per account.
 */
import { RATE_LIMITS, RATE_WINDOW_SECONDS } from '#contract/limits.ts';

export type LimitedCategory = keyof typeof RATE_LIMITS;

export interface Clock {
  now(): number;
  /** Runs the callback after this many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000;
/** Latency varies: without slack, two requests sent one window apart may arrive less than one window apart. */
const SLACK_MS = 150;

interface Waiter {
  resolve: () => void;
}

class SlidingWindow {
  limit: number;
  /** The times when requests of the window were sent, oldest first. `#first` is the oldest that still counts. */
  #sentTimes: number[] = [];
  #first = 0;
  #blockedUntil = 0;
  readonly #clock: Clock;
  readonly #urgent: Waiter[] = [];
  readonly #background: Waiter[] = [];
  #cancelTimer: (() => void) | null = null;

  constructor(limit: number, clock: Clock) {
    this.limit = limit;
    this.#clock = clock;
  }

  take(background: boolean): Promise<void> {
    const isIdle = this.#urgent.length + this.#background.length === 0;
    if (isIdle && this.#waitMs() <= 0) {
      this.#sentTimes.push(this.#clock.now());
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      (background ? this.#background : this.#urgent).push({ resolve });
      this.#schedule();
    });
  }

  /** Counts slots used by another program with the same token as if they were used just now. */
  countUsedElsewhere(remaining: number): void {
    const now = this.#clock.now();
    this.#forget(now);
    for (let missingCount = this.limit - remaining - this.used; missingCount > 0; missingCount--)
      this.#sentTimes.push(now);
  }

  block(ms: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.now() + ms);
  }

  /** Reschedules waiting requests after the limits have changed. */
  reschedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#urgent.length + this.#background.length > 0) this.#release();
  }

  get used(): number {
    return this.#sentTimes.length - this.#first;
  }

  #forget(now: number): void {
    while (this.#first < this.#sentTimes.length && (this.#sentTimes[this.#first] ?? 0) <= now - WINDOW_MS - SLACK_MS)
      this.#first++;
    if (this.#first > 256) {
      this.#sentTimes = this.#sentTimes.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Returns the milliseconds until the next slot; 0 or less means now. */
  #waitMs(): number {
    const now = this.#clock.now();
    this.#forget(now);
    const blockedMs = this.#blockedUntil - now;
    if (this.used < this.limit) return blockedMs;
    // After the limit was lowered, several requests have to leave the window before the next one may be sent.
    const leaving = this.#sentTimes[this.#first + this.used - this.limit] ?? now;
    return Math.max(blockedMs, leaving + WINDOW_MS + SLACK_MS - now);
  }

  #schedule(): void {
    this.#cancelTimer ??= this.#clock.after(Math.max(0, Math.ceil(this.#waitMs())), () => {
      this.#cancelTimer = null;
      this.#release();
    });
  }

  #release(): void {
    while (this.#urgent.length + this.#background.length > 0) {
      if (this.#waitMs() > 0) return this.#schedule();
      this.#sentTimes.push(this.#clock.now());
      (this.#urgent.shift() ?? this.#background.shift())?.resolve();
    }
  }
}

const readHeaderNumber = (headers: Headers, name: string): number | null => {
  const value = headers.get(name);
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
};

export class RateBudget {
  readonly #clock: Clock;
  readonly #windows = new Map<LimitedCategory, SlidingWindow>();
  #generalLeft: number | null = null;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** The rest of the general limit according to the last answer. */
  get requestsLeft(): number | null {
    return this.#generalLeft;
  }

  /** Resolves when a request of this category may be sent. */
  take(category: LimitedCategory, { background = false }: { background?: boolean } = {}): Promise<void> {
    return this.#getWindow(category).take(background);
  }

  /**
   * Reads the limits from an answer's headers (spec 1 §8).
   * @param isRefused the rate limit refused the request; an exhausted quota does not delay other requests
   */
  learn(category: LimitedCategory, headers: Headers, isRefused: boolean): void {
    const window = this.#getWindow(category);
    const limit = readHeaderNumber(headers, 'x-ratelimit-limit');
    const remaining = readHeaderNumber(headers, 'x-ratelimit-remaining');
    const previousLimit = window.limit;
    if (limit !== null && limit > 0) window.limit = limit;
    if (remaining !== null) {
      window.countUsedElsewhere(Math.min(remaining, window.limit));
      if (category === 'general') this.#generalLeft = remaining;
    }
    if (isRefused) window.block((readHeaderNumber(headers, 'retry-after') ?? 1) * 1000);
    if (window.limit !== previousLimit || isRefused) window.reschedule();
  }

  #getWindow(category: LimitedCategory): SlidingWindow {
    let window = this.#windows.get(category);
    if (!window) {
      window = new SlidingWindow(RATE_LIMITS[category], this.#clock);
      this.#windows.set(category, window);
    }
    return window;
  }
}
