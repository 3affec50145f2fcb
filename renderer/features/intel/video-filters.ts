/** Filters found videos on this computer, without requests or cost. */
import type { IntelVideo } from '#contract/schema/intel.ts';
import { MAX_SHORT_SECONDS } from '#contract/video-platform.ts';
import { countDaysSince, toSeconds } from '#renderer/shared/video-labels.ts';

export interface VideoFilters {
  /** Maximum age in days; 0 for any. */
  readonly days: number;
  readonly kind: 'any' | 'shorts' | 'long';
  /** Minimum multiple of the channel's median; 0 for any. */
  readonly score: number;
  readonly views: number;
  /** A language without its region; empty for any. */
  readonly language: string;
}

export const NO_VIDEO_FILTERS: VideoFilters = { days: 0, kind: 'any', score: 0, views: 0, language: '' };

/** Returns a language without its region, such as `en` for en-GB; empty if it is unknown. */
const withoutRegion = (language: string | null | undefined): string =>
  (language ?? '').toLowerCase().split('-', 1)[0] ?? '';

/** Returns the known languages of the videos, without their regions, sorted. */
export const listLanguages = (videos: readonly IntelVideo[]): readonly string[] =>
  [...new Set([...new Set(videos.map(({ language }) => language))].map(withoutRegion))].filter(Boolean).toSorted();

/** A video with an unknown length, age, score or language fails the filter for it. */
export function matchesFilters(video: IntelVideo, { days, kind, score, views, language }: VideoFilters): boolean {
  if (days > 0 && countDaysSince(video.published_at) > days) return false;
  if (kind !== 'any') {
    const seconds = toSeconds(video.duration);
    if (seconds === 0 || seconds <= MAX_SHORT_SECONDS !== (kind === 'shorts')) return false;
  }
  if (score > 0 && (video.outlier_score ?? 0) < score) return false;
  if (language !== '' && withoutRegion(video.language) !== language) return false;
  return video.view_count >= views;
}
