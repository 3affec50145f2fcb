import { expect, test } from 'vitest';

import { CancellableCalls } from './cancellable-calls.ts';

test('cancels a call by its id, and only while it runs', async () => {
  const calls = new CancellableCalls();
  const signals: AbortSignal[] = [];
  let end: () => void = () => undefined;
  const work = (signal: AbortSignal | undefined): Promise<void> => {
    if (signal) signals.push(signal);
    return new Promise((resolve) => (end = resolve));
  };
  const runningCall = calls.run('a', work);
  calls.cancel('b');
  expect(signals[0]?.aborted).toBe(false);
  calls.cancel('a');
  expect(signals[0]?.aborted).toBe(true);
  end();
  await runningCall;
  const next = calls.run('c', work);
  end();
  await next;
  calls.cancel('c');
  expect(signals[1]?.aborted).toBe(false);
});
