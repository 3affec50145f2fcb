import pLimit from 'p-limit';

import type { Lock } from './outbox.svelte.ts';

/** Runs one task at a time over all windows of this browser, or over this window if the browser has no locks. */
export function windowLock(name: string): Lock {
  const queue = pLimit(1);
  return <T>(work: () => Promise<T>): Promise<T> => {
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    if (locks) return locks.request(name, work) as Promise<T>;
    return queue(work);
  };
}
