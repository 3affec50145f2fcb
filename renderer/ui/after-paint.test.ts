import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { AfterPaint } from './after-paint.ts';

let frames: (() => void)[] = [];
let idles: (() => void)[] = [];
const runAll = (callbacks: (() => void)[]): void => callbacks.splice(0).forEach((callback) => callback());

beforeEach(() => {
  frames = [];
  idles = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idles.push(callback));
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

it('runs each request once after the next frame, even if another one throws', () => {
  const done: string[] = [];
  const first = new AfterPaint(() => done.push('first'));
  const broken = new AfterPaint(() => {
    throw new Error('broken');
  });
  const last = new AfterPaint(() => done.push('last'));
  const cancelled = new AfterPaint(() => done.push('cancelled'));
  for (const later of [first, first, broken, cancelled]) later.ask();
  expect(frames).toHaveLength(1);
  runAll(frames);
  // Asks between the paint and the idle callback.
  last.ask();
  cancelled.cancel();
  expect(frames).toHaveLength(0);
  expect(done).toEqual([]);
  runAll(idles);
  expect(done).toEqual(['first', 'last']);
  expect(reportError).toHaveBeenCalledOnce();

  first.ask();
  runAll(frames);
  runAll(idles);
  expect(done).toEqual(['first', 'last', 'first']);
});
