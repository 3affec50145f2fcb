/** Waits for `work`, but returns null after `ms` milliseconds; the work itself continues. */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
