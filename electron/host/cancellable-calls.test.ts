import { expect, test } from 'vitest';

import { CancellableCalls } from './cancellable-calls.ts';

test('a call is cancelled by its id, and only while it runs', async () => {
  const calls = new CancellableCalls();
  const seen: AbortSignal[] = [];
  let end: () => void = () => undefined;
  const work = (signal: AbortSignal | undefined): Promise<void> => {
    if (signal) seen.push(signal);
    return new Promise((resolve) => (end = resolve));
  };
  const running = calls.run('a', work);
  calls.cancel('b');
  expect(seen[0]?.aborted).toBe(false);
  calls.cancel('a');
  expect(seen[0]?.aborted).toBe(true);
  end();
  await running;
  const next = calls.run('c', work);
  end();
  await next;
  calls.cancel('c');
  expect(seen[1]?.aborted).toBe(false);
});
