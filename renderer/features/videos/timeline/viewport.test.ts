import { describe, expect, test } from 'vitest';

import {
  clamped,
  closest,
  endOf,
  following,
  nearness,
  pannedBy,
  resized,
  revealing,
  timeAt,
  whole,
  widest,
  withNearness,
  xOf,
  zoomedAt,
} from './viewport.ts';

const TWO_HOURS = whole(1100, 7200, 30);

describe('zoom', () => {
  test('goes from the whole video to single frames, and no further', () => {
    const near = zoomedAt(TWO_HOURS, 1e-9, 300);
    expect(near.perPixel).toBe(closest(near));
    expect(xOf(near, 1 / 30) - xOf(near, 0)).toBeCloseTo(48, 6);
    const far = zoomedAt(near, 1e9, 300);
    expect(far).toEqual(TWO_HOURS);
    expect(endOf(TWO_HOURS)).toBeGreaterThan(7200);
  });

  test('what is under the pointer stays under it, however often it is zoomed', () => {
    let view = TWO_HOURS;
    const held = timeAt(view, 420);
    for (let step = 0; step < 60; step += 1) view = zoomedAt(view, 0.83, 420);
    expect(timeAt(view, 420)).toBeCloseTo(held, 6);
  });

  test('the slider and the scale are one', () => {
    expect(nearness(TWO_HOURS)).toBe(0);
    for (const value of [0, 0.2, 0.5, 0.99, 1])
      expect(nearness(withNearness(TWO_HOURS, value, 0))).toBeCloseTo(value, 6);
  });

  test('a video shorter than the closest scale has one scale', () => {
    const frame = whole(1100, 1 / 30, 30);
    expect(nearness(frame)).toBe(0);
    expect(nearness(withNearness(frame, 1, 0))).toBe(0);
    expect(widest(frame)).toBe(closest(frame));
  });
});

describe('scroll', () => {
  test('ends at both ends', () => {
    const near = zoomedAt(TWO_HOURS, 0.001, 0);
    expect(pannedBy(near, -500).start).toBe(0);
    const last = pannedBy(near, 1e9);
    expect(xOf(last, 7200)).toBeLessThan(last.width);
    expect(xOf(last, 7200)).toBeGreaterThan(0);
  });

  test('follows by the page, and not while the moment is in sight', () => {
    const near = zoomedAt(TWO_HOURS, 0.01, 0);
    expect(following(near, timeAt(near, 500))).toBe(near);
    const turned = following(near, endOf(near) + 0.001);
    expect(xOf(turned, endOf(near))).toBeCloseTo(near.width * 0.1, 0);
    expect(following(turned, 0).start).toBe(0);
  });

  test('brings a range into sight and leaves one alone that is', () => {
    const near = zoomedAt(TWO_HOURS, 0.001, 0);
    const seen = revealing(near, 3600, 3900);
    expect(xOf(seen, 3600)).toBeGreaterThanOrEqual(0);
    expect(xOf(seen, 3900)).toBeLessThanOrEqual(seen.width);
    expect(revealing(seen, 3700, 3710)).toBe(seen);
  });
});

describe('a window that changes its size', () => {
  test('keeps showing all of it, or the same moment at the same scale', () => {
    expect(resized(TWO_HOURS, 500, 7200)).toEqual(whole(500, 7200, 30));
    const near = pannedBy(zoomedAt(TWO_HOURS, 0.01, 0), 4000);
    const smaller = resized(near, 500, 7200);
    expect([smaller.start, smaller.perPixel]).toEqual([near.start, near.perPixel]);
    expect(resized(near, 500, 3).start).toBe(0);
  });
});

test('nonsense is brought inside', () => {
  const odd = clamped({ start: -5, perPixel: 1e6, width: 800, duration: 60, fps: 30 });
  expect(odd).toEqual(whole(800, 60, 30));
});
