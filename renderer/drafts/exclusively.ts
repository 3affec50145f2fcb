const running = new Map<string, Promise<unknown>>();

/** Runs `work` while no other window of this profile runs work of that name. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
  if (locks) return locks.request(name, work) as Promise<T>;
  // Pages without HTTPS have no locks between windows. A failure of the work before was reported to its own caller.
  const next = (running.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
  running.set(name, next);
  return next;
}
