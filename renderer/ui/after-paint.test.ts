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
  const ran: string[] = [];
  const first = new AfterPaint(() => ran.push('first'));
  const broken = new AfterPaint(() => {
    throw new Error('broken');
  });
  const last = new AfterPaint(() => ran.push('last'));
  const cancelledTask = new AfterPaint(() => ran.push('cancelled'));
  for (const later of [first, first, broken, cancelledTask]) later.schedule();
  expect(frames).toHaveLength(1);
  runAll(frames);
  // Runs between the paint and the idle callback.
  last.schedule();
  cancelledTask.cancel();
  expect(frames).toHaveLength(0);
  expect(ran).toEqual([]);
  runAll(idles);
  expect(ran).toEqual(['first', 'last']);
  expect(reportError).toHaveBeenCalledOnce();

  first.schedule();
  runAll(frames);
  runAll(idles);
  expect(ran).toEqual(['first', 'last', 'first']);
});
