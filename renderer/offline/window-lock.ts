import type { Locked } from './outbox.svelte.ts';

/** One thing at a time over all windows of this browser; where it has no such locks, over this window. */
export function windowLock(name: string): Locked {
  let before: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    if (locks) return locks.request(name, work) as Promise<T>;
    const now = before.then(work, work);
    before = now.catch(() => undefined);
    return now;
  };
}
