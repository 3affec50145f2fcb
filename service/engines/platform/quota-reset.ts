const HOUR_MS = 3_600_000;

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Los_Angeles',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

function getMsSinceMidnight(time: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(time).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + time.getUTCMilliseconds();
}

/** Returns the next midnight in California, when the API's daily quota is reset. */
export function getQuotaReset(now: Date): Date {
  const next = now.getTime() - getMsSinceMidnight(now) + 24 * HOUR_MS;
  // Days on which the clocks change have 23 or 25 hours.
  const offset = getMsSinceMidnight(new Date(next));
  return new Date(offset > 12 * HOUR_MS ? next + 24 * HOUR_MS - offset : next - offset);
}
