const running = new Map<string, Promise<unknown>>();

/** Runs `work` while no other window of this profile runs work of that name. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = (globalThis.navigator as Navigator | undefined)?.locks as LockManager | undefined;
  if (locks) return locks.request(name, work) as Promise<T>;
  // Pages without HTTPS have no locks between windows. A failure of the previous work was reported to its own caller.
  const queued = (running.get(name) ?? Promise.resolve()).catch(() => undefined).then(work);
  running.set(name, queued);
  return queued;
}
