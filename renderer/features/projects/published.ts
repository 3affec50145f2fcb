/** Sorts, groups and names published projects. */
import type { AgeComparison, PublishedProject } from '#contract/schema/published.ts';
import { toCsv } from '#markdown/csv.ts';
import { formatTableNumber } from '#renderer/shared/save-csv.ts';
import { plural } from '../../ui/language.ts';

/** A single video says nothing about a group. */
const MIN_VIDEOS = 2;

export interface Group {
  readonly name: string;
  readonly median: number;
  readonly videos: number;
}

function getMedian(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const upper = sortedValues[Math.floor(sortedValues.length / 2)] ?? 0;
  return sortedValues.length % 2 === 1 ? upper : (upper + (sortedValues[sortedValues.length / 2 - 1] ?? upper)) / 2;
}

/** Groups compared projects by a name, ignoring case; the best group comes first. */
export function groupProjects(
  projects: readonly PublishedProject[],
  getName: (project: PublishedProject) => string | null,
): Group[] {
  const groups = new Map<string, { readonly name: string; readonly ratios: number[] }>();
  for (const project of projects) {
    const name =
      getName(project)
        ?.replace(/[.\s]+$/, '')
        .trim() ?? '';
    if (name === '' || project.comparison === null) continue;
    const group = groups.get(name.toLowerCase());
    if (group) group.ratios.push(project.comparison.ratio);
    else groups.set(name.toLowerCase(), { name, ratios: [project.comparison.ratio] });
  }
  return [...groups.values()]
    .filter(({ ratios }) => ratios.length >= MIN_VIDEOS)
    .map(({ name, ratios }) => ({ name, median: getMedian(ratios), videos: ratios.length }))
    .toSorted((a, b) => b.median - a.median);
}

/** Sorts the best first; those without a comparison come last, by views. */
export const sortByRatio = (projects: readonly PublishedProject[]): PublishedProject[] =>
  projects.toSorted(
    (a, b) =>
      (b.comparison?.ratio ?? -1) - (a.comparison?.ratio ?? -1) ||
      (b.readings.at(-1)?.views ?? -1) - (a.readings.at(-1)?.views ?? -1),
  );

/** Returns the author of the idea, else the person who made it a script; null if unknown. */
export const getOwner = ({ origin }: PublishedProject): string | null =>
  origin.author?.name ?? origin.promoted_by?.name ?? null;

const GROUP_NAMES: Readonly<Record<string, string>> = {
  user_added: 'Ideas added manually',
  ai_generated: 'Generated ideas',
  from_video: 'Ideas from others’ videos',
  from_channel: 'Ideas from channels',
  outlier: 'Ideas from outliers',
  chat_saved: 'Ideas saved from chat',
};

export function getSourceGroup({ origin }: PublishedProject): string {
  if (origin.source_type === null) return 'Scripts without an idea';
  return GROUP_NAMES[origin.source_type] ?? origin.source_type;
}

/** Describes the videos of a comparison, with their number. */
export function describeComparison({ compared_with, sample_size }: AgeComparison): string {
  return compared_with === 'own_videos'
    ? plural(sample_size, ['# own video at the same age', '# own videos at the same age'])
    : plural(sample_size, ['# video of the channel, up to a year old', '# videos of the channel, up to a year old']);
}

export const formatDays = (age_days: number): string => plural(Math.floor(age_days), ['# day', '# days']);

/** `head` holds the translated column names. */
export function writeReadingsCsv({ title, video, readings }: PublishedProject, head: readonly string[]): string {
  const rows = readings.map(({ taken_at, age_days, views, likes, comments }) => [
    ...[title, video?.video_id ?? '', taken_at],
    ...[age_days, views, likes, comments].map(formatTableNumber),
  ]);
  return toCsv([head, ...rows]);
}

interface NameLookups {
  readonly getChannelName: (id: number) => string;
  readonly getSourceName: (project: PublishedProject) => string;
}

/** `head` holds the translated column names. */
export function writePublishedCsv(
  projects: readonly PublishedProject[],
  head: readonly string[],
  { getChannelName, getSourceName }: NameLookups,
): string {
  const rows = projects.map((project) => {
    const { title, video, readings, comparison, angle } = project;
    const newest = readings.at(-1);
    return [
      ...[title, getChannelName(project.channel_id), video?.published_at ?? ''],
      ...[formatTableNumber(newest?.age_days), formatTableNumber(newest?.views)],
      ...[formatTableNumber(comparison?.median_views), comparison ? describeComparison(comparison) : ''],
      ...[
        formatTableNumber(comparison?.ratio),
        getSourceName(project),
        angle ?? '',
        getOwner(project) ?? '',
        video?.url ?? '',
      ],
    ];
  });
  return toCsv([head, ...rows]);
}
