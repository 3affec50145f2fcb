/** Finds what is odd about a planned publish time. Nothing of it is forbidden. */
import type { Project } from '#contract/schema/project.ts';
import { plural } from '#renderer/ui/language.ts';

export type PlanWarning =
  | { readonly kind: 'overdue' }
  /** Other projects of the channel are planned for the same minute. */
  | { readonly kind: 'conflict'; readonly titles: readonly string[] }
  /** The script is not finished, and there are this many days left. */
  | { readonly kind: 'script'; readonly days: number };

const DAY_MS = 86_400_000;
/** A week is the least most teams need from a finished script to a finished video. */
const CLOSE_DAYS = 7;
const BEFORE_SCRIPT_IS_DONE: ReadonlySet<string> = new Set(['new', 'considering', 'needs_script', 'scripting']);

const minuteOf = (at: string): number => Math.floor(Date.parse(at) / 60_000);

export type Plans = ReadonlyMap<string, readonly Project[]>;

const slotOf = (channelId: number, at: string): string => `${channelId}/${minuteOf(at)}`;

/** Groups projects by channel and minute, so that many can be checked at once. */
export function plansOf(projects: readonly Project[]): Plans {
  const plans = new Map<string, Project[]>();
  for (const project of projects) {
    const at = project.production?.publish_at;
    if (at == null || project.archived) continue;
    const slot = slotOf(project.channel_id, at);
    plans.set(slot, [...(plans.get(slot) ?? []), project]);
  }
  return plans;
}

export function warningsOf(project: Project, plans: Plans, now: Date): readonly PlanWarning[] {
  const { production, stage, channel_id: channelId, id } = project;
  const at = production?.publish_at;
  if (at == null || production?.status === 'published' || project.archived) return [];
  const warnings: PlanWarning[] = [];
  const left = Date.parse(at) - now.getTime();
  if (left < 0) warnings.push({ kind: 'overdue' });
  const others = (plans.get(slotOf(channelId, at)) ?? []).filter((other) => other.id !== id);
  if (others.length > 0) warnings.push({ kind: 'conflict', titles: others.map(({ title }) => title) });
  if (left >= 0 && left < CLOSE_DAYS * DAY_MS && BEFORE_SCRIPT_IS_DONE.has(stage)) {
    warnings.push({ kind: 'script', days: Math.floor(left / DAY_MS) });
  }
  return warnings;
}

export function warningWords(warning: PlanWarning): string {
  if (warning.kind === 'overdue') return 'Overdue: the publish time has passed';
  if (warning.kind === 'conflict') return `Same time on this channel: ${warning.titles.join(', ')}`;
  const left = plural(warning.days, ['# day left', '# days left']);
  return warning.days === 0 ? 'The script isn’t finished, and it’s due today' : `The script isn’t finished: ${left}`;
}
