import { describe, expect, test } from 'vitest';

import { getFrameAt } from '#markdown/frame-at.ts';
import {
  formatExactClock,
  formatTimestamp,
  getMiddleOfFrame,
  parseTimestamp,
  getStartOfFrame,
  formatTimecode,
  roundToFrame,
} from './frames.ts';

describe('frames', () => {
  test('map each frame of two hours to a time and back', () => {
    for (const fps of [24, 25, 29.97, 30, 60]) {
      for (let frame = 0; frame < 7200 * fps; frame += 997) {
        expect(getFrameAt(getStartOfFrame(frame, fps), fps)).toBe(frame);
        expect(getFrameAt(getMiddleOfFrame(frame, fps), fps)).toBe(frame);
      }
    }
  });

  test('contain a start time rounded to milliseconds', () => {
    for (let frame = 0; frame < 900; frame += 1) {
      expect(getFrameAt(Number(getStartOfFrame(frame, 30).toFixed(3)), 30)).toBe(frame);
    }
    expect(getFrameAt(4.132, 30)).toBe(123);
  });

  test('are the closest ones to a rounded time', () => {
    expect(roundToFrame(1.016, 30)).toBeCloseTo(1, 9);
    expect(roundToFrame(1.02, 30)).toBeCloseTo(31 / 30, 9);
    expect(roundToFrame(-3, 30)).toBe(0);
  });

  test('timecodes count frames and roll over', () => {
    expect(formatTimecode(347.4, 30)).toBe('05:47:12');
    expect(formatTimecode(59.99, 30)).toBe('00:59:29');
    expect(formatTimecode(60, 30)).toBe('01:00:00');
    expect(formatTimecode(3725.5, 30)).toBe('1:02:05:15');
  });
});

describe('timestamps in comments', () => {
  test.each([
    [{ start: 12.1, end: null }, '[00:12.10]'],
    [{ start: 12.1, end: 14 }, '[00:12.10-00:14.00]'],
    [{ start: 3725.05, end: null }, '[1:02:05.05]'],
  ])('write %o as %s and read it back', (moment, mark) => {
    expect(formatTimestamp(moment)).toBe(mark);
    expect(parseTimestamp(`${mark} Hold this a beat longer`)).toEqual({ moment, text: 'Hold this a beat longer' });
  });

  test('accept common handwritten forms', () => {
    expect(parseTimestamp('[0:12] too loud').moment).toEqual({ start: 12, end: null });
    expect(parseTimestamp('[00:12.5 – 00:13]').moment).toEqual({ start: 12.5, end: 13 });
    expect(parseTimestamp('[00:12-00:03] backwards').moment).toEqual({ start: 12, end: null });
  });

  test('are not found in ordinary comments', () => {
    for (const body of ['[music] cut', 'at [00:12] here', '']) {
      expect(parseTimestamp(body)).toEqual({ moment: null, text: body });
    }
  });

  test('carry hundredths over', () => expect(formatExactClock(59.999)).toBe('01:00.00'));
});
