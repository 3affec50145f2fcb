import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toUtcTime, toZonedValue, listZones } from './zoned-time.ts';

test.each([
  ['2026-01-15T17:00', 'Europe/Berlin', '2026-01-15T16:00:00.000Z'],
  ['2026-07-15T17:00', 'Europe/Berlin', '2026-07-15T15:00:00.000Z'],
  ['2026-07-15T00:30', 'America/New_York', '2026-07-15T04:30:00.000Z'],
  ['2026-07-15T09:00', 'Asia/Kolkata', '2026-07-15T03:30:00.000Z'],
  ['2026-07-15T09:00', 'UTC', '2026-07-15T09:00:00.000Z'],
  // This time occurs twice when clocks go back: the first one counts.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  // This time does not exist when clocks go forward: it moves by the gap.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['', 'UTC', ''],
  ['nonsense', 'UTC', ''],
])('%s in %s is %s', (localTime, zone, moment) => expect(toUtcTime(localTime, zone)).toBe(moment));

test('a time shown in a zone converts back to the same moment, unless it is ambiguous', () => {
  const minute = fc.integer({ min: 0, max: 40 * 366 * 24 * 60 }).map((n) => Date.UTC(2000, 0, 1) + n * 60_000);
  fc.assert(
    fc.property(minute, fc.constantFrom(...listZones()), (at, zone) => {
      const moment = new Date(at).toISOString();
      const zonedValue = toZonedValue(moment, zone);
      expect(toZonedValue(toUtcTime(zonedValue, zone), zone)).toBe(zonedValue);
    }),
    { numRuns: 300 },
  );
});
