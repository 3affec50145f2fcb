/** A moment as the clock of a time zone shows it, and back. Zones by their IANA names. */

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  // Sweden writes dates as ISO 8601 does.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(zone, made);
  return made;
}

/** `2026-03-29T17:00`, as a field of the browser holds it; empty for no moment. */
export const zonedValue = (at: string, zone: string): string =>
  at === '' ? '' : clockOf(zone).format(new Date(at)).replace(' ', 'T');

/**
 * The moment at which the zone's clock shows this, as ISO 8601 in UTC; empty for none. What a clock shows twice is its
 * first time, and what it leaves out is so much later, as with the browser's own dates.
 */
export function momentIn(local: string, zone: string): string {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return '';
  const offset = (at: number): number => Date.parse(`${zonedValue(new Date(at).toISOString(), zone)}Z`) - at;
  // Offsets change by hours at most: one of the two around it is right.
  const day = 86_400_000;
  const before = shown - offset(shown - day);
  const after = shown - offset(shown + day);
  const fits = [before, after].find((at) => at + offset(at) === shown);
  return new Date(fits ?? before).toISOString();
}

/** This machine's zone first. */
export function zones(): readonly string[] {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [own, ...['UTC', ...Intl.supportedValuesOf('timeZone')].filter((zone) => zone !== own)];
}
