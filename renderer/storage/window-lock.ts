import pLimit, { type LimitFunction } from 'p-limit';

/** Runs one task at a time over all windows. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

const queues = new Map<string, LimitFunction>();

/** Returns the lock of this name over all windows of this browser, or over this window if the browser has no locks. */
export function windowLock(name: string): Lock {
  return <T>(work: () => Promise<T>): Promise<T> => {
    const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
    if (locks) return locks.request(name, work) as Promise<T>;
    const queue = queues.get(name) ?? pLimit(1);
    queues.set(name, queue);
    return queue(work);
  };
}
