import { OUTLIER } from '#contract/limits.ts';
import type { IntelVideo } from '#contract/schema/intel.ts';

const numbers = new Intl.NumberFormat('en');
export const numberOf = (value: number): string => numbers.format(Math.round(value));

const DAY_MS = 86_400_000;

/** Whole days since a moment. */
export const daysSince = (time: string, now = Date.now()): number =>
  Math.max(0, Math.floor((now - Date.parse(time)) / DAY_MS));

/** "3 d", "6 wk", "8 mo", "2 y". */
export function ageOf(time: string): string {
  const days = daysSince(time);
  if (days < 31) return `${days} d`;
  if (days < 90) return `${Math.round(days / 7)} wk`;
  return days < 730 ? `${Math.round(days / 30.4)} mo` : `${Math.round(days / 365)} y`;
}

/** "14:22" of PT14M22S; the text itself where it is none. */
export function lengthOf(duration: string): string {
  const parts = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration);
  if (!parts) return duration;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const rest = `${String(minutes ?? 0).padStart(hours ? 2 : 1, '0')}:${String(seconds ?? 0).padStart(2, '0')}`;
  return hours ? `${hours}:${rest}` : rest;
}

export type Standing = 'high' | 'usual' | 'low' | 'recent' | 'unknown';

export function standingOf({ outlier_score, baseline }: IntelVideo): Standing {
  if (baseline?.too_recent) return 'recent';
  if (outlier_score === null) return 'unknown';
  if (outlier_score >= OUTLIER) return 'high';
  return outlier_score < 0.9 ? 'low' : 'usual';
}

/** Why a video has the score it has, in a sentence. */
export function whyOf(video: IntelVideo): string {
  const standing = standingOf(video);
  if (standing === 'recent') return 'Too recent: fewer than 14 days old, it has not been seen by everybody yet.';
  if (standing === 'unknown') return 'The channel has too few videos of the last year to compare it with.';
  if (standing === 'high') return 'Stands out: at least three times what this channel usually gets.';
  return standing === 'low' ? 'Less than this channel usually gets.' : 'About what this channel usually gets.';
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
export const seenAt = (time: string): string => clock.format(new Date(time));
