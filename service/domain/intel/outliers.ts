/** Measures how far a video stands out among its own channel's videos. */
import type { z } from 'zod';

import type { IntelBaseline } from '#contract/schema/intel.ts';
import { MAX_SHORT_SECONDS } from '#contract/video-platform.ts';
import { DAY_MS } from '#contract/values.ts';

import type { PlatformVideo } from '../../engines/platform/platform.ts';

/** Younger videos are left out, because their views still grow; older ones, because the channel was different then. */
const MIN_AGE_DAYS = 14;
const MAX_AGE_DAYS = 365;
/** A median of fewer videos is meaningless. */
const MIN_SAMPLE = 5;

export interface Measurement {
  readonly outlier_score: number | null;
  readonly baseline: z.infer<typeof IntelBaseline>;
}

const getAgeInDays = ({ published_at }: PlatformVideo, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - published_at.getTime()) / DAY_MS));

export function computeMedian(values: readonly number[]): number | null {
  const sortedValues = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sortedValues.length / 2);
  const upper = sortedValues[middle];
  if (upper === undefined) return null;
  return sortedValues.length % 2 === 1 ? upper : (upper + (sortedValues[middle - 1] ?? upper)) / 2;
}

type Kind = 'shorts' | 'long_videos';

/** Returns null if the length is not known, as for a live video or one of a feed. */
export function getKind({ seconds }: Pick<PlatformVideo, 'seconds'>): Kind | null {
  if (seconds === null || seconds === 0) return null;
  return seconds <= MAX_SHORT_SECONDS ? 'shorts' : 'long_videos';
}

/** Compares a video with the channel's other videos of its kind, since Shorts and long videos get different views. */
export function measureOutlier(video: PlatformVideo, uploads: readonly PlatformVideo[], now: Date): Measurement {
  const kind = getKind(video);
  const sample = uploads.filter((other) => {
    const age = getAgeInDays(other, now);
    const isSameKind = kind === null || (getKind(other) ?? kind) === kind;
    return other.video_id !== video.video_id && isSameKind && age >= MIN_AGE_DAYS && age <= MAX_AGE_DAYS;
  });
  const hasEnough = sample.length >= MIN_SAMPLE;
  const median_views = hasEnough ? computeMedian(sample.map(({ view_count }) => view_count)) : null;
  const age_days = getAgeInDays(video, now);
  const too_recent = age_days < MIN_AGE_DAYS;
  const isMeasurable = median_views !== null && median_views > 0 && !too_recent;
  return {
    outlier_score: isMeasurable ? Math.round((video.view_count / median_views) * 10) / 10 : null,
    baseline: {
      median_views,
      sample_size: sample.length,
      age_days,
      too_recent,
      from_days: MIN_AGE_DAYS,
      to_days: MAX_AGE_DAYS,
      compared_with: kind ?? 'all_videos',
    },
  };
}
