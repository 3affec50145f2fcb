import fc from 'fast-check';
import { expect, test } from 'vitest';

import { RateBudget, type Clock } from './rate-budget.ts';

/** A clock that advances only when a test says so. */
class SimulatedClock implements Clock {
  #now = 0;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((t) => t !== timer));
  }

  /** Runs all timers up to `until` in order and lets promises settle in between. */
  async advance(until: number): Promise<void> {
    await flushPromises();
    for (;;) {
      const next = this.#timers.filter((t) => t.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((t) => t !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await flushPromises();
    }
    this.#now = Math.max(this.#now, until);
  }

  get idle(): boolean {
    return this.#timers.length === 0;
  }

  get nextAt(): number {
    return Math.min(...this.#timers.map((t) => t.at));
  }
}

const flushPromises = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await Promise.resolve();
};
const createHeaders = (limit: number, remaining: number, extraHeaders: Record<string, string> = {}): Headers =>
  new Headers({ 'X-RateLimit-Limit': String(limit), 'X-RateLimit-Remaining': String(remaining), ...extraHeaders });

function countMaxInWindow(times: readonly number[], windowMs = 60_000): number {
  let first = 0;
  let max = 0;
  times.forEach((time, i) => {
    while ((times[first] ?? 0) <= time - windowMs) first++;
    max = Math.max(max, i - first + 1);
  });
  return max;
}

test('never exceeds the limit in any 60 s window, however requests arrive', async () => {
  const arrivals = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.boolean()), {
    minLength: 1,
    maxLength: 150,
  });
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 20 }), async (gaps, limit) => {
      const clock = new SimulatedClock();
      const budget = new RateBudget(clock);
      budget.learn('general', createHeaders(limit, limit), false);
      const sentTimes: number[] = [];
      let at = 0;
      for (const [gap, background] of gaps) {
        at += gap;
        await clock.advance(at);
        void budget.take('general', { background }).then(() => sentTimes.push(clock.now()));
      }
      while (sentTimes.length < gaps.length) await clock.advance(clock.nextAt);
      expect(countMaxInWindow(sentTimes)).toBeLessThanOrEqual(limit);
    }),
    { numRuns: 100 },
  );
});

test('the test counts requests less than 60 s apart together', () => {
  expect(countMaxInWindow([0, 1, 59_999, 60_000])).toBe(3);
});

test('drains a queue in at most 1.005 times the ideal time', async () => {
  const clock = new SimulatedClock();
  const budget = new RateBudget(clock);
  const count = 501;
  let done = 0;
  for (let i = 0; i < count; i++) void budget.take('general').then(() => done++);
  await flushPromises();
  while (done < count) await clock.advance(clock.nextAt);
  const ideal = Math.floor((count - 1) / 50) * 60_000;
  expect(clock.now() / ideal).toBeLessThanOrEqual(1.005);
});

test('lets a person’s request go before background requests', async () => {
  const clock = new SimulatedClock();
  const budget = new RateBudget(clock);
  budget.learn('general', createHeaders(1, 1), false);
  const order: string[] = [];
  await budget.take('general');
  void budget.take('general', { background: true }).then(() => order.push('background'));
  void budget.take('general').then(() => order.push('person'));
  await clock.advance(200_000);
  expect(order).toEqual(['person', 'background']);
});

test('counts requests of other programs with the same token', async () => {
  const clock = new SimulatedClock();
  const budget = new RateBudget(clock);
  await budget.take('general');
  budget.learn('general', createHeaders(50, 0), false);
  expect(budget.requestsLeft).toBe(0);
  let wasSent = false;
  void budget.take('general').then(() => (wasSent = true));
  await clock.advance(59_000);
  expect(wasSent).toBe(false);
  await clock.advance(61_000);
  expect(wasSent).toBe(true);
});

test('sends nothing before Retry-After has passed after a 429', async () => {
  const clock = new SimulatedClock();
  const budget = new RateBudget(clock);
  budget.learn('general', new Headers({ 'Retry-After': '7' }), true);
  let sentAt = 0;
  void budget.take('general').then(() => (sentAt = clock.now()));
  await clock.advance(60_000);
  expect(sentAt).toBe(7000);
});

test('keeps categories independent of each other', async () => {
  const clock = new SimulatedClock();
  const budget = new RateBudget(clock);
  budget.learn('generation', createHeaders(1, 0), false);
  await budget.take('general');
  expect(clock.now()).toBe(0);
});
