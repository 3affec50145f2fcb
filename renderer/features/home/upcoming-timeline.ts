import type { Project, ProjectActivity } from '#contract/schema/project.ts';
import { DAY_MS } from '#contract/values.ts';

export const DAYS = 14;
/** Shows the last days as well as the coming ones. */
const DAYS_BACK = 3;

/** The time a project is in a stage; positions are in percent of the fortnight. */
export interface Span {
  readonly stage: string;
  readonly left: number;
  readonly width: number;
  readonly ahead: boolean;
}

/** Returns the days from three days ago on, at local midnight. */
export function listUpcomingDays(now: Date): readonly Date[] {
  const first = now.getDate() - DAYS_BACK;
  return Array.from({ length: DAYS }, (_, day) => new Date(now.getFullYear(), now.getMonth(), first + day));
}

/**
 * Returns a moment's position in percent of the fortnight that starts at `first`; every day has the same width, even
 * when the clocks change.
 */
export function getPosition(moment: Date, first: Date): number {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((day.getTime() - first.getTime()) / DAY_MS);
  return ((days + (moment.getHours() * 60 + moment.getMinutes()) / 1440) / DAYS) * 100;
}

const getPublishDate = ({ production }: Project): Date | null =>
  production?.publish_at ? new Date(production.publish_at) : null;

/** Returns whether a project is unpublished after its date and the platform was not to publish it by itself. */
export function isLate(project: Project, now: Date): boolean {
  const at = getPublishDate(project);
  const status = project.production?.status;
  return at !== null && at < now && status !== 'published' && status !== 'scheduled';
}

/**
 * Returns unpublished projects due by the end of the fortnight, earliest first. Late projects stay, unless the platform
 * was scheduled to publish them.
 */
export function listPlanned(projects: readonly Project[], first: Date): readonly { project: Project; at: Date }[] {
  return projects
    .flatMap((project) => {
      const at = getPublishDate(project);
      if (at === null || project.archived || project.stage === 'rejected') return [];
      const status = project.production?.status;
      if (status === 'published' || (status === 'scheduled' && at < first)) return [];
      return getPosition(at, first) < 100 ? [{ project, at }] : [];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Returns the stages of a project with their start, oldest first, as far as its activity tells. */
function getStages(project: Project, activity: readonly ProjectActivity[]): { stage: string; since: Date }[] {
  const moves = activity
    .filter(({ type, details }) => type === 'moved' && details.from !== undefined && details.to !== undefined)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const firstStage = { stage: moves[0]?.details.from ?? project.stage, since: new Date(project.created_at) };
  return [
    firstStage,
    ...moves.map(({ details, created_at }) => ({ stage: details.to ?? '', since: new Date(created_at) })),
  ];
}

/**
 * Returns the spans to draw for a project: its stages until now, and the time left until it is published.
 * @param activity null while it is not loaded
 */
export function getSpans(
  { project, at }: { readonly project: Project; readonly at: Date },
  activity: readonly ProjectActivity[] | null,
  now: Date,
  first: Date,
): readonly Span[] {
  const createSpans = (stage: string, from: Date, to: Date, isAhead: boolean): Span[] => {
    const leftEdge = Math.max(0, getPosition(from, first));
    const width = Math.min(100, getPosition(to, first)) - leftEdge;
    return width <= 0 ? [] : [{ stage, left: leftEdge, width, ahead: isAhead }];
  };
  const stages = activity === null ? [] : getStages(project, activity);
  return [
    ...stages.flatMap(({ stage, since }, index) => createSpans(stage, since, stages[index + 1]?.since ?? now, false)),
    ...createSpans(project.stage, now, at, true),
  ];
}

export function countDaysBetween(from: Date, to: Date): number {
  const getMidnight = (of: Date): number => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  return Math.round((getMidnight(to) - getMidnight(from)) / DAY_MS);
}
