/** jsdom has no idle time: work that waits for it comes right after. */
globalThis.requestIdleCallback ??= (work) =>
  Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 10 }), 0));
globalThis.cancelIdleCallback ??= (handle) => clearTimeout(handle);
