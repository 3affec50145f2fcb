/** Writes research as tables. Numbers are written as programs read them, with a point and without separators. */
import type { IntelVideo } from '#contract/schema/intel.ts';
import { toCsv } from '#markdown/csv.ts';
import type { AppState } from '#renderer/app-state/app-state.svelte.ts';
import { saveFile, savedToast } from '#renderer/shared/save-file.ts';

/** Returns views as a multiple of the channel's median; null if the median is unknown. */
export function medianScore({ baseline, view_count }: IntelVideo): number | null {
  const median = baseline?.median_views;
  return median == null || median === 0 ? null : view_count / median;
}

const tableNumber = (value: number | null | undefined): string =>
  value == null ? '' : String(Math.round(value * 100) / 100);

/** Takes the head's words from where they are shown. */
export function videosToCsv(videos: readonly IntelVideo[], head: readonly string[]): string {
  const rows = videos.map((video) => [
    video.title,
    video.channel.title,
    video.published_at,
    tableNumber(video.view_count),
    tableNumber(video.baseline?.median_views),
    tableNumber(medianScore(video)),
    video.video_id,
  ]);
  return toCsv([head, ...rows]);
}

export const numbersToCsv = (
  rows: readonly { readonly title: string; readonly numbers: readonly number[] }[],
  head: readonly string[],
): string => toCsv([head, ...rows.map(({ title, numbers }) => [title, ...numbers.map(tableNumber)])]);

export async function saveCsv({ bridge, toasts }: AppState, name: string, csv: string): Promise<void> {
  const outcome = await saveFile(bridge, { name, bytes: new TextEncoder().encode(csv), notes: [] }, 'text/csv');
  if (outcome.kind === 'failed') toasts.fault(`The table couldn’t be saved. ${outcome.message}`);
  else if (outcome.kind === 'saved') toasts.show(savedToast(bridge, `Exported “${outcome.name}”.`));
}
