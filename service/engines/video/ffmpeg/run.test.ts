import { expect, it } from 'vitest';

import { capture } from './run.ts';

it.skipIf(process.platform === 'win32')('runs programs at low priority', async () => {
  const { signal } = new AbortController();
  const { stdout } = await capture('sh', ['-c', 'sleep 0.2; nice'], { signal });
  expect(Number(stdout)).toBe(10);
});
