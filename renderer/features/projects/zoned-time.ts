/** Converts between a moment and the local time of a time zone, given by its IANA name. */

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const cached = clocks.get(zone);
  if (cached) return cached;
  // The Swedish locale formats dates like ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, clock);
  return clock;
}

/** Returns the value of a datetime-local field, such as `2026-03-29T17:00`; empty for no moment. */
export const zonedValue = (at: string, zone: string): string =>
  at === '' ? '' : clockOf(zone).format(new Date(at)).replace(' ', 'T');

/**
 * Returns the moment of a local time in the zone as ISO 8601 in UTC; empty for none. A time that occurs twice means the
 * first one, and one that a clock change skips moves by the gap, as with the browser's own dates.
 */
export function momentIn(local: string, zone: string): string {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return '';
  const offset = (at: number): number => Date.parse(`${zonedValue(new Date(at).toISOString(), zone)}Z`) - at;
  // Offsets differ by hours at most, so the offset a day before or a day after is right.
  const day = 86_400_000;
  const before = shown - offset(shown - day);
  const after = shown - offset(shown + day);
  const fits = [before, after].find((at) => at + offset(at) === shown);
  return new Date(fits ?? before).toISOString();
}

/** Lists this machine's zone first. */
export function zones(): readonly string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [own, ...['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== own)];
}
