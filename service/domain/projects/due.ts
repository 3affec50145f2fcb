/** Decides when the numbers of a published video may be read again. */
import { and, isNull, lte, or, sql } from 'drizzle-orm';

import { DAY_MS } from '#contract/values.ts';
import { published_videos } from '../../store/schema-projects.ts';

/** Older videos are read weekly, since their views hardly change. */
const MAX_DAILY_AGE_DAYS = 90;
const WEEK_DAYS = 7;

const subtractDays = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

export function isDue(
  { read_at, published_at }: { readonly read_at: Date | null; readonly published_at: Date | null },
  now: Date,
): boolean {
  if (read_at === null) return true;
  const isOld = published_at !== null && published_at < subtractDays(now, MAX_DAILY_AGE_DAYS);
  return read_at <= subtractDays(now, isOld ? WEEK_DAYS : 1);
}

/** The SQL condition equivalent to `isDue`. */
export function buildDueCondition(now: Date) {
  const { read_at, published_at } = published_videos;
  const isYoung = sql`(${published_at} is null or ${published_at} >= ${subtractDays(now, MAX_DAILY_AGE_DAYS).toISOString()}::timestamptz)`;
  return and(
    isNull(published_videos.removed_at),
    or(isNull(read_at), lte(read_at, subtractDays(now, WEEK_DAYS)), and(isYoung, lte(read_at, subtractDays(now, 1)))),
  );
}
