/** Finds problems of planned publish times. They are only warnings. */
import type { Project } from '#contract/schema/project.ts';
import { DAY_MS } from '#contract/values.ts';
import { plural } from '#renderer/ui/language.ts';

export type PlanWarning =
  | { readonly kind: 'overdue' }
  /** Other projects of the channel are planned for the same minute. */
  | { readonly kind: 'conflict'; readonly titles: readonly string[] }
  /** The script is not finished, and there are this many days left. */
  | { readonly kind: 'script'; readonly days: number };

/** Most teams need at least a week from the finished script to the finished video. */
const SCRIPT_LEAD_DAYS = 7;
const UNFINISHED_SCRIPT_STAGES: ReadonlySet<string> = new Set(['new', 'considering', 'needs_script', 'scripting']);

const toMinute = (at: string): number => Math.floor(Date.parse(at) / 60_000);

export type Plans = ReadonlyMap<string, readonly Project[]>;

const toSlot = (channelId: number, at: string): string => `${channelId}/${toMinute(at)}`;

/** Groups projects by channel and minute, so that many can be checked at once. */
export function groupPlans(projects: readonly Project[]): Plans {
  const plans = new Map<string, Project[]>();
  for (const project of projects) {
    const at = project.production?.publish_at;
    if (at == null || project.archived) continue;
    const slot = toSlot(project.channel_id, at);
    plans.set(slot, [...(plans.get(slot) ?? []), project]);
  }
  return plans;
}

export function findWarnings(project: Project, plans: Plans, now: Date): readonly PlanWarning[] {
  const { production, stage, channel_id: channelId, id } = project;
  const at = production?.publish_at;
  if (at == null || production?.status === 'published' || project.archived) return [];
  const warnings: PlanWarning[] = [];
  const remainingMs = Date.parse(at) - now.getTime();
  if (remainingMs < 0) warnings.push({ kind: 'overdue' });
  const others = (plans.get(toSlot(channelId, at)) ?? []).filter((other) => other.id !== id);
  if (others.length > 0) warnings.push({ kind: 'conflict', titles: others.map(({ title }) => title) });
  if (remainingMs >= 0 && remainingMs < SCRIPT_LEAD_DAYS * DAY_MS && UNFINISHED_SCRIPT_STAGES.has(stage)) {
    warnings.push({ kind: 'script', days: Math.floor(remainingMs / DAY_MS) });
  }
  return warnings;
}

export function describeWarning(warning: PlanWarning): string {
  if (warning.kind === 'overdue') return 'Overdue: the publish time has passed';
  if (warning.kind === 'conflict') return `Same time on this channel: ${warning.titles.join(', ')}`;
  const daysLeft = plural(warning.days, ['# day left', '# days left']);
  return warning.days === 0
    ? 'The script isn’t finished, and it’s due today'
    : `The script isn’t finished: ${daysLeft}`;
}
