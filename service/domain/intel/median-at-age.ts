/** Compares a channel's own videos at the same age, since views grow with a video's age. */
import type { AgeComparison } from '#contract/schema/published.ts';

import { getKind, computeMedian } from './outliers.ts';

export interface AgedReading {
  readonly age_days: number;
  readonly views: number;
  /** The median views of the channel's uploads at that time; null if unknown. */
  readonly usual_views: number | null;
  readonly usual_sample: number;
}

export interface OwnVideo {
  readonly video_id: string;
  readonly platform_channel_id: string | null;
  readonly seconds: number | null;
  /** Oldest first. */
  readonly readings: readonly AgedReading[];
}

/** How much younger or older a reading may be, as a share of the age; at least `MIN_WINDOW_DAYS`. */
const WINDOW_SHARE = 0.2;
const MIN_WINDOW_DAYS = 1;
/** With fewer own videos than this, the channel's uploads are the better comparison. */
const MIN_OWN_VIDEOS = 3;

/** Returns the reading nearest to an age, in days; null if none is near enough. */
export function findReadingAt<R extends { readonly age_days: number }>(readings: readonly R[], age: number): R | null {
  const window = Math.max(MIN_WINDOW_DAYS, age * WINDOW_SHARE);
  const getDistance = ({ age_days }: R): number => Math.abs(age_days - age);
  const nearbyReadings = readings.filter((reading) => getDistance(reading) <= window);
  return nearbyReadings.toSorted((a, b) => getDistance(a) - getDistance(b))[0] ?? null;
}

/** Compares Shorts with Shorts only; an unknown length fits both. */
function isComparable(video: OwnVideo, other: OwnVideo): boolean {
  const kind = getKind(video);
  const isSameKind = kind === null || (getKind(other) ?? kind) === kind;
  return isSameKind && other.video_id !== video.video_id && other.platform_channel_id === video.platform_channel_id;
}

export function listViewsAtAge(video: OwnVideo, others: readonly OwnVideo[], age: number): number[] {
  return others
    .filter((other) => isComparable(video, other))
    .flatMap(({ readings }) => findReadingAt(readings, age)?.views ?? []);
}

function compareWithMedian(
  views: number,
  compared_with: 'own_videos' | 'channel_videos',
  median_views: number | null,
  sample_size: number,
): AgeComparison | null {
  if (median_views === null || median_views <= 0) return null;
  return { compared_with, median_views, sample_size, ratio: Math.round((views / median_views) * 100) / 100 };
}

/** Compares the newest reading; null if there is none, or nothing to compare it with. */
export function compareAtAge(video: OwnVideo, others: readonly OwnVideo[]): AgeComparison | null {
  const newest = video.readings.at(-1);
  if (!newest) return null;
  const { views, age_days, usual_views, usual_sample } = newest;
  const comparableViews = listViewsAtAge(video, others, age_days);
  const ownComparison = compareWithMedian(views, 'own_videos', computeMedian(comparableViews), comparableViews.length);
  if (ownComparison && ownComparison.sample_size >= MIN_OWN_VIDEOS) return ownComparison;
  return compareWithMedian(views, 'channel_videos', usual_views, usual_sample) ?? ownComparison;
}
