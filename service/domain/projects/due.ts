/** Decides when the numbers of a published video may be read again. */
import { and, isNull, lte, or, sql } from 'drizzle-orm';

import { published_videos } from '../../store/schema-projects.ts';

const DAY_MS = 86_400_000;
/** Reads videos weekly from this age on, since their views hardly change. */
const DAILY_DAYS = 90;
const WEEK = 7;

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

export function isDue(
  { read_at, published_at }: { readonly read_at: Date | null; readonly published_at: Date | null },
  now: Date,
): boolean {
  if (read_at === null) return true;
  const isOld = published_at !== null && published_at < before(now, DAILY_DAYS);
  return read_at <= before(now, isOld ? WEEK : 1);
}

/** Finds what `isDue` returns true for. */
export function whereDue(now: Date) {
  const { read_at, published_at } = published_videos;
  const isYoung = sql`(${published_at} is null or ${published_at} >= ${before(now, DAILY_DAYS).toISOString()}::timestamptz)`;
  return and(
    isNull(published_videos.removed_at),
    or(isNull(read_at), lte(read_at, before(now, WEEK)), and(isYoung, lte(read_at, before(now, 1)))),
  );
}
