import pLimit from 'p-limit';

/** Runs one task at a time over all windows. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** Returns a lock over all windows of this browser, or a lock of this window alone if the browser has no locks. */
export function createWindowLock(name: string): Lock {
  const queue = pLimit(1);
  return <T>(work: () => Promise<T>): Promise<T> => {
    const locks = typeof navigator === 'undefined' ? undefined : (navigator.locks as LockManager | undefined);
    if (locks) return locks.request(name, work) as Promise<T>;
    return queue(work);
  };
}
