import { describe, expect, test } from 'vitest';

import {
  clamp,
  getMinScale,
  getEnd,
  follow,
  getZoomLevel,
  panBy,
  resize,
  reveal,
  getTimeAt,
  showWholeVideo,
  getMaxScale,
  withZoomLevel,
  toX,
  zoomAt,
} from './viewport.ts';

const TWO_HOURS = showWholeVideo(1100, 7200, 30);

describe('zooming', () => {
  test('ranges from the whole video to single frames', () => {
    const zoomedIn = zoomAt(TWO_HOURS, 1e-9, 300);
    expect(zoomedIn.perPixel).toBe(getMinScale(zoomedIn));
    expect(toX(zoomedIn, 1 / 30) - toX(zoomedIn, 0)).toBeCloseTo(48, 6);
    const zoomedOut = zoomAt(zoomedIn, 1e9, 300);
    expect(zoomedOut).toEqual(TWO_HOURS);
    expect(getEnd(TWO_HOURS)).toBeGreaterThan(7200);
  });

  test('keeps the time under the pointer fixed', () => {
    let view = TWO_HOURS;
    const fixedTime = getTimeAt(view, 420);
    for (let step = 0; step < 60; step += 1) view = zoomAt(view, 0.83, 420);
    expect(getTimeAt(view, 420)).toBeCloseTo(fixedTime, 6);
  });

  test('maps the slider to the scale and back', () => {
    expect(getZoomLevel(TWO_HOURS)).toBe(0);
    for (const value of [0, 0.2, 0.5, 0.99, 1])
      expect(getZoomLevel(withZoomLevel(TWO_HOURS, value, 0))).toBeCloseTo(value, 6);
  });

  test('has a single scale for a video of one frame', () => {
    const frame = showWholeVideo(1100, 1 / 30, 30);
    expect(getZoomLevel(frame)).toBe(0);
    expect(getZoomLevel(withZoomLevel(frame, 1, 0))).toBe(0);
    expect(getMaxScale(frame)).toBe(getMinScale(frame));
  });
});

describe('scrolling', () => {
  test('stops at both ends', () => {
    const zoomedIn = zoomAt(TWO_HOURS, 0.001, 0);
    expect(panBy(zoomedIn, -500).start).toBe(0);
    const last = panBy(zoomedIn, 1e9);
    expect(toX(last, 7200)).toBeLessThan(last.width);
    expect(toX(last, 7200)).toBeGreaterThan(0);
  });

  test('follows the playhead by pages, and stays while it is visible', () => {
    const zoomedIn = zoomAt(TWO_HOURS, 0.01, 0);
    expect(follow(zoomedIn, getTimeAt(zoomedIn, 500))).toBe(zoomedIn);
    const nextPage = follow(zoomedIn, getEnd(zoomedIn) + 0.001);
    expect(toX(nextPage, getEnd(zoomedIn))).toBeCloseTo(zoomedIn.width * 0.1, 0);
    expect(follow(nextPage, 0).start).toBe(0);
  });

  test('reveals a range, and does not move when it is visible', () => {
    const zoomedIn = zoomAt(TWO_HOURS, 0.001, 0);
    const revealedView = reveal(zoomedIn, 3600, 3900);
    expect(toX(revealedView, 3600)).toBeGreaterThanOrEqual(0);
    expect(toX(revealedView, 3900)).toBeLessThanOrEqual(revealedView.width);
    expect(reveal(revealedView, 3700, 3710)).toBe(revealedView);
  });
});

describe('resizing', () => {
  test('keeps the whole video visible, or the start and scale', () => {
    expect(resize(TWO_HOURS, 500, 7200)).toEqual(showWholeVideo(500, 7200, 30));
    const zoomedIn = panBy(zoomAt(TWO_HOURS, 0.01, 0), 4000);
    const smaller = resize(zoomedIn, 500, 7200);
    expect([smaller.start, smaller.perPixel]).toEqual([zoomedIn.start, zoomedIn.perPixel]);
    expect(resize(zoomedIn, 500, 3).start).toBe(0);
  });
});

test('a viewport with invalid values is clamped', () => {
  const clampedView = clamp({ start: -5, perPixel: 1e6, width: 800, duration: 60, fps: 30 });
  expect(clampedView).toEqual(showWholeVideo(800, 60, 30));
});
