/** jsdom has no requestIdleCallback, so idle work runs in the next task. */
globalThis.requestIdleCallback ??= (work) =>
  Number(setTimeout(() => work({ didTimeout: false, timeRemaining: () => 10 }), 0));
globalThis.cancelIdleCallback ??= (handle) => clearTimeout(handle);
