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

describe('zooming', () => {
  test('ranges from the whole video to single frames', () => {
    const near = zoomedAt(TWO_HOURS, 1e-9, 300);
    expect(near.perPixel).toBe(closest(near));
    expect(xOf(near, 1 / 30) - xOf(near, 0)).toBeCloseTo(48, 6);
    const far = zoomedAt(near, 1e9, 300);
    expect(far).toEqual(TWO_HOURS);
    expect(endOf(TWO_HOURS)).toBeGreaterThan(7200);
  });

  test('keeps the time under the pointer fixed', () => {
    let view = TWO_HOURS;
    const held = timeAt(view, 420);
    for (let step = 0; step < 60; step += 1) view = zoomedAt(view, 0.83, 420);
    expect(timeAt(view, 420)).toBeCloseTo(held, 6);
  });

  test('maps the slider to the scale and back', () => {
    expect(nearness(TWO_HOURS)).toBe(0);
    for (const value of [0, 0.2, 0.5, 0.99, 1])
      expect(nearness(withNearness(TWO_HOURS, value, 0))).toBeCloseTo(value, 6);
  });

  test('has a single scale for a video of one frame', () => {
    const frame = whole(1100, 1 / 30, 30);
    expect(nearness(frame)).toBe(0);
    expect(nearness(withNearness(frame, 1, 0))).toBe(0);
    expect(widest(frame)).toBe(closest(frame));
  });
});

describe('scrolling', () => {
  test('stops at both ends', () => {
    const near = zoomedAt(TWO_HOURS, 0.001, 0);
    expect(pannedBy(near, -500).start).toBe(0);
    const last = pannedBy(near, 1e9);
    expect(xOf(last, 7200)).toBeLessThan(last.width);
    expect(xOf(last, 7200)).toBeGreaterThan(0);
  });

  test('follows the playhead by pages, and stays while it is visible', () => {
    const near = zoomedAt(TWO_HOURS, 0.01, 0);
    expect(following(near, timeAt(near, 500))).toBe(near);
    const turned = following(near, endOf(near) + 0.001);
    expect(xOf(turned, endOf(near))).toBeCloseTo(near.width * 0.1, 0);
    expect(following(turned, 0).start).toBe(0);
  });

  test('reveals a range, and does not move when it is visible', () => {
    const near = zoomedAt(TWO_HOURS, 0.001, 0);
    const seen = revealing(near, 3600, 3900);
    expect(xOf(seen, 3600)).toBeGreaterThanOrEqual(0);
    expect(xOf(seen, 3900)).toBeLessThanOrEqual(seen.width);
    expect(revealing(seen, 3700, 3710)).toBe(seen);
  });
});

describe('resizing', () => {
  test('keeps the whole video visible, or the start and scale', () => {
    expect(resized(TWO_HOURS, 500, 7200)).toEqual(whole(500, 7200, 30));
    const near = pannedBy(zoomedAt(TWO_HOURS, 0.01, 0), 4000);
    const smaller = resized(near, 500, 7200);
    expect([smaller.start, smaller.perPixel]).toEqual([near.start, near.perPixel]);
    expect(resized(near, 500, 3).start).toBe(0);
  });
});

test('clamps invalid values', () => {
  const odd = clamped({ start: -5, perPixel: 1e6, width: 800, duration: 60, fps: 30 });
  expect(odd).toEqual(whole(800, 60, 30));
});
