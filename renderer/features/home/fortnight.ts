import type { Project, ProjectActivity } from '#contract/schema/project.ts';

export const DAYS = 14;
/** What just was is seen beside what comes. */
const DAYS_BACK = 3;
const DAY_MS = 86_400_000;

/** A stretch of time a project is in a stage: places in percent of the fortnight. */
export interface Span {
  readonly stage: string;
  readonly left: number;
  readonly width: number;
  /** It lies ahead. */
  readonly ahead: boolean;
}

/** The days from three days ago on, at midnight in the time of this machine. */
export function fortnightOf(now: Date): readonly Date[] {
  const first = now.getDate() - DAYS_BACK;
  return Array.from({ length: DAYS }, (_, day) => new Date(now.getFullYear(), now.getMonth(), first + day));
}

/** Where a moment lies, in percent of the fortnight that begins at `first`; a day is a day, summer time or not. */
export function placeOf(moment: Date, first: Date): number {
  const day = new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = Math.round((day.getTime() - first.getTime()) / DAY_MS);
  return ((days + (moment.getHours() * 60 + moment.getMinutes()) / 1440) / DAYS) * 100;
}

const publishAt = ({ production }: Project): Date | null =>
  production?.publish_at ? new Date(production.publish_at) : null;

/** What is to be published in the fortnight and is not out yet, the next one first. */
export function plannedIn(projects: readonly Project[], first: Date): readonly { project: Project; at: Date }[] {
  return projects
    .flatMap((project) => {
      const at = publishAt(project);
      if (at === null || project.archived || project.production?.status === 'published') return [];
      const place = placeOf(at, first);
      return place >= 0 && place < 100 ? [{ project, at }] : [];
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Since when the project was in which stage, the oldest first, as far as its activity tells. */
function stagesOf(project: Project, activity: readonly ProjectActivity[]): { stage: string; since: Date }[] {
  const moves = activity
    .filter(({ type, details }) => type === 'moved' && details.from !== undefined && details.to !== undefined)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
  const began = { stage: moves[0]?.details.from ?? project.stage, since: new Date(project.created_at) };
  return [began, ...moves.map(({ details, created_at }) => ({ stage: details.to ?? '', since: new Date(created_at) }))];
}

/**
 * What there is to draw of a project: the stages it was in until now, and what is ahead until it is published.
 * @param activity null while nobody has told it
 */
export function spansOf(
  { project, at }: { readonly project: Project; readonly at: Date },
  activity: readonly ProjectActivity[] | null,
  now: Date,
  first: Date,
): readonly Span[] {
  const span = (stage: string, from: Date, to: Date, ahead: boolean): Span[] => {
    const left = Math.max(0, placeOf(from, first));
    const width = Math.min(100, placeOf(to, first)) - left;
    return width <= 0 ? [] : [{ stage, left, width, ahead }];
  };
  const been = activity === null ? [] : stagesOf(project, activity);
  return [
    ...been.flatMap(({ stage, since }, index) => span(stage, since, been[index + 1]?.since ?? now, false)),
    ...span(project.stage, now, at, true),
  ];
}

/** Whole days of the calendar from one moment to another. */
export function daysBetween(from: Date, to: Date): number {
  const midnight = (of: Date): number => new Date(of.getFullYear(), of.getMonth(), of.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / DAY_MS);
}
