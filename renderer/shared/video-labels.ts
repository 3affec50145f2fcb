/** Formats ages and lengths of videos briefly, for lists. */
const DAY_MS = 86_400_000;

export const daysSince = (time: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(time)) / DAY_MS));

/** Formats an age as "3 d", "6 wk", "8 mo", "2 y". */
export function ageOf(time: string, now = Date.now()): string {
  const days = daysSince(time, now);
  if (days < 31) return `${days} d`;
  if (days < 90) return `${Math.round(days / 7)} wk`;
  return days < 730 ? `${Math.round(days / 30.4)} mo` : `${Math.round(days / 365)} y`;
}

/** Formats PT14M22S as "14:22"; returns other text unchanged. */
export function lengthOf(duration: string): string {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  if (!parts) return duration;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const rest = `${String(minutes ?? 0).padStart(hours ? 2 : 1, '0')}:${String(seconds ?? 0).padStart(2, '0')}`;
  return hours ? `${hours}:${rest}` : rest;
}
