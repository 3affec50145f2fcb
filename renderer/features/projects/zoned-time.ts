/** Converts between a moment and the local time of a time zone, given by its IANA name. */
import { DAY_MS } from '#contract/values.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

function getClock(zone: string): Intl.DateTimeFormat {
  const cachedClock = clocks.get(zone);
  if (cachedClock) return cachedClock;
  // The Swedish locale formats dates like ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock;
}

/** Returns the value of a datetime-local field, such as `2026-03-29T17:00`; empty for no moment. */
export const toZonedValue = (at: string, zone: string): string =>
  at === '' ? '' : getClock(zone).format(new Date(at)).replace(' ', 'T');

/**
 * Returns the moment of a local time in the zone as ISO 8601 in UTC; empty for none. Of a time that occurs twice,
 * returns the first; a time that a clock change skips moves by the gap, as with the browser's own dates.
 */
export function toUtcTime(localTime: string, zone: string): string {
  const localMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(localMs)) return '';
  const getOffset = (at: number): number => Date.parse(`${toZonedValue(new Date(at).toISOString(), zone)}Z`) - at;
  // Offsets differ by hours at most, so the offset a day before or a day after is right.
  const byPreviousOffset = localMs - getOffset(localMs - DAY_MS);
  const byNextOffset = localMs - getOffset(localMs + DAY_MS);
  const exact = [byPreviousOffset, byNextOffset].find((at) => at + getOffset(at) === localMs);
  return new Date(exact ?? byPreviousOffset).toISOString();
}

/** Returns all time zones, this machine's first. */
export function listZones(): readonly string[] {
  const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [localZone, ...['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== localZone)];
}
