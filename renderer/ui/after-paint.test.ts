import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { AfterPaint } from './after-paint.ts';

let frameCallbacks: (() => void)[] = [];
let idleCallbacks: (() => void)[] = [];
const runAll = (callbacks: (() => void)[]): void => callbacks.splice(0).forEach((callback) => callback());

beforeEach(() => {
  frameCallbacks = [];
  idleCallbacks = [];
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frameCallbacks.push(callback));
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback));
  vi.stubGlobal('reportError', vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

it('runs each request once after the next frame, even if another one throws', () => {
  const ranTasks: string[] = [];
  const first = new AfterPaint(() => ranTasks.push('first'));
  const brokenTask = new AfterPaint(() => {
    throw new Error('broken');
  });
  const last = new AfterPaint(() => ranTasks.push('last'));
  const cancelledTask = new AfterPaint(() => ranTasks.push('cancelled'));
  for (const later of [first, first, brokenTask, cancelledTask]) later.schedule();
  expect(frameCallbacks).toHaveLength(1);
  runAll(frameCallbacks);
  // Runs between the paint and the idle callback.
  last.schedule();
  cancelledTask.cancel();
  expect(frameCallbacks).toHaveLength(0);
  expect(ranTasks).toEqual([]);
  runAll(idleCallbacks);
  expect(ranTasks).toEqual(['first', 'last']);
  expect(reportError).toHaveBeenCalledOnce();

  first.schedule();
  runAll(frameCallbacks);
  runAll(idleCallbacks);
  expect(ranTasks).toEqual(['first', 'last', 'first']);
});
