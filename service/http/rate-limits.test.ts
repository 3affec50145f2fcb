import { expect, test } from 'vitest';

import { RateLimits } from './rate-limits.ts';

function createClock() {
  let now = 1_000_000;
  return { now: () => now, pass: (ms: number) => (now += ms) };
}

test('a window lasts 60 s from its first request', () => {
  const time = createClock();
  const limits = new RateLimits(true, time.now);
  for (let usedCount = 1; usedCount <= 5; usedCount++) {
    expect(limits.take('a', 'generation')).toEqual({
      limit: 5,
      remaining: 5 - usedCount,
      reset: 1060,
      retryAfter: null,
    });
  }
  time.pass(59_999);
  expect(limits.take('a', 'generation')).toMatchObject({ remaining: 0, retryAfter: 1 });
  time.pass(1);
  expect(limits.take('a', 'generation')).toMatchObject({ remaining: 4, retryAfter: null });
});

test('callers and categories have separate counts', () => {
  const limits = new RateLimits(true, createClock().now);
  for (let i = 0; i < 6; i++) limits.take('a', 'generation');
  expect(limits.take('a', 'general').remaining).toBe(49);
  expect(limits.take('b', 'generation').remaining).toBe(4);
});

test('counts but refuses nobody when it is disabled', () => {
  const limits = new RateLimits(false, createClock().now);
  for (let i = 0; i < 8; i++) expect(limits.take('a', 'search').retryAfter).toBeNull();
  expect(limits.take('a', 'search').remaining).toBe(0);
});

test('forgets expired windows', () => {
  const time = createClock();
  const limits = new RateLimits(true, time.now);
  for (let i = 0; i < 10_000; i++) limits.take(`caller ${i}`, 'general');
  time.pass(60_000);
  limits.take('one more', 'general');
  expect(limits.size).toBe(1);
});
