import { expect } from 'vitest';

import { isLongRun } from './rounds.ts';

/** Checks a measured time or size, only in `npm run test:long`, because a busy machine exceeds it. */
export function expectMeasured(milliseconds: number, max: number, message?: string): void {
  if (isLongRun) expect(milliseconds, message).toBeLessThan(max);
}
