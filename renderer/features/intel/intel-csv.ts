/** Writes research as CSV, with decimal points and without thousands separators. */
import type { IntelVideo } from '#contract/schema/intel.ts';
import { toCsv } from '#markdown/csv.ts';
import { formatTableNumber } from '#renderer/shared/save-csv.ts';

/** Returns views as a multiple of the channel's median; null if the median is unknown. */
export function getViewsPerMedian({ baseline, view_count }: IntelVideo): number | null {
  const median = baseline?.median_views;
  return median == null || median === 0 ? null : view_count / median;
}

/** `head` holds the translated column names. */
export function writeVideosCsv(videos: readonly IntelVideo[], head: readonly string[]): string {
  const rows = videos.map((video) => [
    video.title,
    video.channel.title,
    video.published_at,
    formatTableNumber(video.view_count),
    formatTableNumber(video.baseline?.median_views),
    formatTableNumber(getViewsPerMedian(video)),
    video.video_id,
  ]);
  return toCsv([head, ...rows]);
}

export const writeNumbersCsv = (
  rows: readonly { readonly title: string; readonly numbers: readonly (number | null)[] }[],
  head: readonly string[],
): string => toCsv([head, ...rows.map(({ title, numbers }) => [title, ...numbers.map(formatTableNumber)])]);
