/** Sorts, groups and names published projects. */
import type { AgeComparison, PublishedProject } from '#contract/schema/published.ts';
import { toCsv } from '#markdown/csv.ts';
import { tableNumber } from '#renderer/shared/save-csv.ts';
import { plural } from '../../ui/language.ts';

/** Requires this many videos, because one tells nothing about what it has in common with others. */
const MIN_VIDEOS = 2;

export interface Group {
  readonly name: string;
  readonly median: number;
  readonly videos: number;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[sorted.length / 2 - 1] ?? upper)) / 2;
}

/** Groups those with a comparison by a name, ignoring its capitals; the best group comes first. */
export function groupsBy(
  projects: readonly PublishedProject[],
  nameOf: (project: PublishedProject) => string | null,
): Group[] {
  const groups = new Map<string, { readonly name: string; readonly ratios: number[] }>();
  for (const project of projects) {
    const name =
      nameOf(project)
        ?.replace(/[.\s]+$/, '')
        .trim() ?? '';
    if (name === '' || project.comparison === null) continue;
    const group = groups.get(name.toLowerCase());
    if (group) group.ratios.push(project.comparison.ratio);
    else groups.set(name.toLowerCase(), { name, ratios: [project.comparison.ratio] });
  }
  return [...groups.values()]
    .filter(({ ratios }) => ratios.length >= MIN_VIDEOS)
    .map(({ name, ratios }) => ({ name, median: medianOf(ratios), videos: ratios.length }))
    .toSorted((a, b) => b.median - a.median);
}

/** Puts the best first; those without a comparison come last, by their views. */
export const byRatio = (projects: readonly PublishedProject[]): PublishedProject[] =>
  projects.toSorted(
    (a, b) =>
      (b.comparison?.ratio ?? -1) - (a.comparison?.ratio ?? -1) ||
      (b.readings.at(-1)?.views ?? -1) - (a.readings.at(-1)?.views ?? -1),
  );

/** Returns who had the idea, or else who made it a script; null if neither is known. */
export const whoOf = ({ origin }: PublishedProject): string | null =>
  origin.author?.name ?? origin.promoted_by?.name ?? null;

const GROUP_NAMES: Readonly<Record<string, string>> = {
  user_added: 'Ideas added manually',
  ai_generated: 'Generated ideas',
  from_video: 'Ideas from others’ videos',
  from_channel: 'Ideas from channels',
  outlier: 'Ideas from outliers',
  chat_saved: 'Ideas saved from chat',
};

export function sourceGroup({ origin }: PublishedProject): string {
  if (origin.source_type === null) return 'Scripts without an idea';
  return GROUP_NAMES[origin.source_type] ?? origin.source_type;
}

/** Says what a video is compared with, and with how many. */
export function comparedWords({ compared_with, sample_size }: AgeComparison): string {
  return compared_with === 'own_videos'
    ? plural(sample_size, ['# own video at the same age', '# own videos at the same age'])
    : plural(sample_size, ['# video of the channel, up to a year old', '# videos of the channel, up to a year old']);
}

export const daysWords = (age_days: number): string => plural(Math.floor(age_days), ['# day', '# days']);

/** Takes the head's words from where they are shown. */
export function readingsToCsv({ title, video, readings }: PublishedProject, head: readonly string[]): string {
  const rows = readings.map(({ taken_at, age_days, views, likes, comments }) => [
    ...[title, video?.video_id ?? '', taken_at],
    ...[age_days, views, likes, comments].map(tableNumber),
  ]);
  return toCsv([head, ...rows]);
}

interface PublishedNames {
  readonly channelOf: (id: number) => string;
  readonly sourceOf: (project: PublishedProject) => string;
}

/** Works like `readingsToCsv`. */
export function publishedToCsv(
  projects: readonly PublishedProject[],
  head: readonly string[],
  { channelOf, sourceOf }: PublishedNames,
): string {
  const rows = projects.map((project) => {
    const { title, video, readings, comparison, angle } = project;
    const newest = readings.at(-1);
    return [
      ...[title, channelOf(project.channel_id), video?.published_at ?? ''],
      ...[tableNumber(newest?.age_days), tableNumber(newest?.views)],
      ...[tableNumber(comparison?.median_views), comparison ? comparedWords(comparison) : ''],
      ...[tableNumber(comparison?.ratio), sourceOf(project), angle ?? '', whoOf(project) ?? '', video?.url ?? ''],
    ];
  });
  return toCsv([head, ...rows]);
}
