/** Narrows found videos, on this computer: it asks nobody again and costs nothing. */
import type { IntelVideo } from '#contract/schema/intel.ts';
import { daysSince, secondsOf } from '#renderer/shared/video-labels.ts';

export interface VideoFilters {
  /** Is the greatest age in days; 0 for any. */
  readonly days: number;
  readonly kind: 'any' | 'shorts' | 'long';
  /** Is the least multiple of the channel's median; 0 for any. */
  readonly score: number;
  readonly views: number;
  /** Is a language without its region; empty for any. */
  readonly language: string;
}

export const NO_VIDEO_FILTERS: VideoFilters = { days: 0, kind: 'any', score: 0, views: 0, language: '' };

/** Is the longest a Short can be, in seconds. */
const SHORT_SECONDS = 180;

/** Returns a language without its region, such as `en` for en-GB; empty if it is unknown. */
const withoutRegion = (language: string | null | undefined): string =>
  (language ?? '').toLowerCase().split('-', 1)[0] ?? '';

/** Returns the known languages of the videos, without their regions, sorted. */
export const languagesOf = (videos: readonly IntelVideo[]): readonly string[] =>
  [...new Set([...new Set(videos.map(({ language }) => language))].map(withoutRegion))].filter(Boolean).toSorted();

/** A video whose length, age, score or language is not known is left out where that is filtered by. */
export function passes(video: IntelVideo, { days, kind, score, views, language }: VideoFilters): boolean {
  if (days > 0 && daysSince(video.published_at) > days) return false;
  if (kind !== 'any') {
    const seconds = secondsOf(video.duration);
    if (seconds === 0 || seconds <= SHORT_SECONDS !== (kind === 'shorts')) return false;
  }
  if (score > 0 && (video.outlier_score ?? 0) < score) return false;
  if (language !== '' && withoutRegion(video.language) !== language) return false;
  return video.view_count >= views;
}
