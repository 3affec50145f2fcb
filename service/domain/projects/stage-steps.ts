/** Gives a project the steps that its channel keeps for a stage. */
import { and, asc, eq, inArray } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { type StageStep, StageSteps } from '#contract/schema/channel.ts';
import { SCRIPT_STAGES } from '#contract/schema/project.ts';

import { channels } from '../../store/schema.ts';
import { project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Principal } from '../call.ts';
import { remember } from './activity.ts';
import { checklistChanges } from './changes.ts';
import { columnsOf, type ProjectRef, rowsOf } from './project.ts';

type ScriptStage = (typeof SCRIPT_STAGES)[number];
type TaskRow = typeof project_tasks.$inferSelect;

const placeOf = (stage: string): number => SCRIPT_STAGES.indexOf(stage as ScriptStage);

const keyOf = ({ title }: { readonly title: string }): string => title.trim().toLowerCase();

async function stepsOf(tx: Db, channelId: number, stage: string): Promise<readonly StageStep[]> {
  const [channel] = await tx.select({ settings: channels.settings }).from(channels).where(eq(channels.id, channelId));
  const steps = StageSteps.safeParse(channel?.settings['checklists']);
  return (steps.success ? steps.data[stage as ScriptStage] : null) ?? [];
}

/**
 * Adds the steps of the stage that the checklist lacks, and takes back those of later stages that nobody touched, so that
 * moving a project back by mistake leaves nothing behind. Does nothing for the stages of ideas.
 */
export async function enterStage(
  tx: Db,
  principal: Principal,
  project: ProjectRef & { readonly channel_id: number },
  stage: string,
): Promise<void> {
  if (project.source !== 'script' || placeOf(stage) < 0) return;
  const own = rowsOf(project_tasks, project);
  const before = await tx
    .select()
    .from(project_tasks)
    .where(own)
    .orderBy(asc(project_tasks.position), asc(project_tasks.id));
  const isEarly = ({ untouched_stage }: TaskRow): boolean =>
    untouched_stage !== null && placeOf(untouched_stage) > placeOf(stage);
  const early = before.filter(isEarly);
  const kept = before.filter((task) => !isEarly(task));
  const known = new Set(kept.map(keyOf));
  const steps = (await stepsOf(tx, project.channel_id, stage))
    .filter((step) => !known.has(keyOf(step)))
    .slice(0, Math.max(0, LIMITS.checklist.count - kept.length));
  if (early.length > 0) {
    const ids = early.map(({ id }) => id);
    await tx.delete(project_tasks).where(and(own, inArray(project_tasks.id, ids)));
  }
  const first = (kept.at(-1)?.position ?? -1) + 1;
  const added = steps.map(({ title, required }, index) => ({
    ...{ team_id: principal.teamId, ...columnsOf(project) },
    ...{ title, required, position: first + index, untouched_stage: stage },
  }));
  if (added.length > 0) await tx.insert(project_tasks).values(added);
  const changes = checklistChanges(before, [...kept, ...steps.map(({ title }) => ({ title, done: false }))]);
  if (changes.length > 0)
    await remember(tx, principal, project, 'production_changed', { fields: ['checklist'], changes });
}
