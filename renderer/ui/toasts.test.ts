import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_DURATION_MS, ToastStack } from './toasts.svelte.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('a stack of toasts', () => {
  it('closes a toast after six seconds unless it is an error', () => {
    const stack = new ToastStack();
    stack.show({ text: 'Moved' });
    stack.showFault('The service refused the token.');
    vi.advanceTimersByTime(TOAST_DURATION_MS - 1);
    expect(stack.toasts.map((one) => one.text)).toEqual(['Moved', 'The service refused the token.']);
    vi.advanceTimersByTime(1);
    expect(stack.toasts.map((one) => one.text)).toEqual(['The service refused the token.']);
  });

  it('pauses while held, then continues with the remaining time', () => {
    const stack = new ToastStack();
    stack.show({ text: 'Moved' });
    vi.advanceTimersByTime(4000);
    stack.hold();
    vi.advanceTimersByTime(60_000);
    expect(stack.toasts).toHaveLength(1);
    stack.release();
    vi.advanceTimersByTime(1999);
    expect(stack.toasts).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(stack.toasts).toHaveLength(0);
  });

  it('undoes once and closes the toast', () => {
    const stack = new ToastStack();
    const undo = vi.fn();
    const id = stack.show({ text: 'Moved', action: undo });
    stack.runAction(id);
    stack.runAction(id);
    expect(undo).toHaveBeenCalledTimes(1);
    expect(stack.toasts).toHaveLength(0);
  });

  it('shows at most four toasts, and removes the oldest success before an error', () => {
    const stack = new ToastStack();
    stack.showFault('Fault');
    for (const text of ['a', 'b', 'c', 'd']) stack.show({ text });
    expect(stack.toasts.map((one) => one.text)).toEqual(['Fault', 'b', 'c', 'd']);
  });

  it('moves an error to the problems when four newer ones are shown, until it is dismissed', () => {
    const stack = new ToastStack();
    const run = vi.fn();
    stack.showFault('First', { label: 'Retry', run });
    for (const text of ['a', 'b', 'c', 'd', 'e']) stack.showFault(text);
    expect(stack.toasts.map((one) => one.text)).toEqual(['b', 'c', 'd', 'e']);
    expect(stack.problems.map((one) => one.text)).toEqual(['a', 'First']);
    stack.runAction(stack.problems[1]!.id);
    expect(run).toHaveBeenCalledTimes(1);
    stack.dismiss(stack.problems[0]!.id);
    expect(stack.problems).toEqual([]);
    expect(stack.toasts).toHaveLength(4);
  });

  it('replaces an earlier toast with the same text, unless it offers an action', () => {
    const stack = new ToastStack();
    for (const text of ['Saved', 'Copied', 'Saved']) stack.show({ text });
    expect(stack.toasts.map((one) => one.text)).toEqual(['Copied', 'Saved']);
    for (let times = 0; times < 2; times++) stack.show({ text: 'Deleted', action: vi.fn() });
    expect(stack.toasts.map((one) => one.text)).toEqual(['Copied', 'Saved', 'Deleted', 'Deleted']);
  });
});
