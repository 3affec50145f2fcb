import { expect } from 'vitest';

import { isLongRun } from './rounds.ts';

/** Checks a measured time or size, in `npm run test:long` alone: on a busy machine it may be more. */
export function expectMeasured(measured: number, most: number, message?: string): void {
  if (isLongRun) expect(measured, message).toBeLessThan(most);
}
