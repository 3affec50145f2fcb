/** Formats ages and lengths of videos briefly, for lists. */
import { FIRST_VIDEO_TIME } from '#contract/video-platform.ts';
import { DAY_MS } from '#contract/values.ts';

export const countDaysSince = (time: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(time)) / DAY_MS));

/** Formats an age as "3 d", "6 wk", "8 mo", "2 y"; empty if the date is not known. */
export function formatAge(time: string, now = Date.now()): string {
  if (Date.parse(time) < FIRST_VIDEO_TIME) return '';
  const days = countDaysSince(time, now);
  if (days < 31) return `${days} d`;
  if (days < 90) return `${Math.round(days / 7)} wk`;
  return days < 730 ? `${Math.round(days / 30.4)} mo` : `${Math.round(days / 365)} y`;
}

function parseDuration(duration: string): readonly number[] | null {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  return parts && parts.slice(1).map((part) => Number(part ?? 0));
}

/** Reads PT14M22S as 862 seconds; 0 if the length is not known. */
export function toSeconds(duration: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = parseDuration(duration) ?? [];
  return hours * 3600 + minutes * 60 + seconds;
}

/** Formats PT14M22S as "14:22"; returns other text unchanged. */
export function formatLength(duration: string): string {
  const parts = parseDuration(duration);
  if (!parts) return duration;
  const [hours, minutes, seconds] = parts;
  const rest = `${String(minutes ?? 0).padStart(hours ? 2 : 1, '0')}:${String(seconds ?? 0).padStart(2, '0')}`;
  return hours ? `${hours}:${rest}` : rest;
}
