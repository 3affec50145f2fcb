import { expect, test } from 'vitest';

import { getQuotaReset } from './quota-reset.ts';

test.each([
  ['2026-06-01T06:59:59.500Z', '2026-06-01T07:00:00.000Z'],
  ['2026-06-01T07:00:00.000Z', '2026-06-02T07:00:00.000Z'],
  ['2026-12-24T20:15:00.000Z', '2026-12-25T08:00:00.000Z'],
  // The clocks go forward on 8 March and back on 1 November.
  ['2026-03-08T08:30:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['2026-11-01T07:30:00.000Z', '2026-11-02T08:00:00.000Z'],
])('a quota that was used up at %s returns at %s, midnight in California', (usedUpAt, returnsAt) => {
  expect(getQuotaReset(new Date(usedUpAt)).toISOString()).toBe(returnsAt);
});
