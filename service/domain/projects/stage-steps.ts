/** Adds the channel's checklist steps when a project enters a stage. */
import { and, asc, eq, inArray } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { type StageStep, StageSteps } from '#contract/schema/channel.ts';
import { SCRIPT_STAGES } from '#contract/schema/project.ts';

import { channels } from '../../store/schema.ts';
import { project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Principal } from '../call.ts';
import { recordActivity } from './activity.ts';
import { listChecklistChanges } from './changes.ts';
import { toProjectColumns, type ProjectRef, isOfProject } from './project.ts';

type ScriptStage = (typeof SCRIPT_STAGES)[number];
type TaskRow = typeof project_tasks.$inferSelect;

const getStageIndex = (stage: string): number => SCRIPT_STAGES.indexOf(stage as ScriptStage);

const toTitleKey = ({ title }: { readonly title: string }): string => title.trim().toLowerCase();

async function readSteps(tx: Db, channelId: number, stage: string): Promise<readonly StageStep[]> {
  const [channel] = await tx.select({ settings: channels.settings }).from(channels).where(eq(channels.id, channelId));
  const steps = StageSteps.safeParse(channel?.settings['checklists']);
  return (steps.success ? steps.data[stage as ScriptStage] : null) ?? [];
}

/**
 * Adds the missing steps of the stage, and removes untouched steps of later stages, so that a move by mistake
 * can be taken back. Does nothing for the stages of ideas.
 */
export async function enterStage(
  tx: Db,
  principal: Principal,
  project: ProjectRef & { readonly channel_id: number },
  stage: string,
): Promise<void> {
  if (project.source !== 'script' || getStageIndex(stage) < 0) return;
  const isOwnTask = isOfProject(project_tasks, project);
  const before = await tx
    .select()
    .from(project_tasks)
    .where(isOwnTask)
    .orderBy(asc(project_tasks.position), asc(project_tasks.id));
  const isFromLaterStage = ({ untouched_stage }: TaskRow): boolean =>
    untouched_stage !== null && getStageIndex(untouched_stage) > getStageIndex(stage);
  const laterStageTasks = before.filter(isFromLaterStage);
  const remaining = before.filter((task) => !isFromLaterStage(task));
  const existingKeys = new Set(remaining.map(toTitleKey));
  const steps = (await readSteps(tx, project.channel_id, stage))
    .filter((step) => !existingKeys.has(toTitleKey(step)))
    .slice(0, Math.max(0, LIMITS.checklist.count - remaining.length));
  if (laterStageTasks.length > 0) {
    const ids = laterStageTasks.map(({ id }) => id);
    await tx.delete(project_tasks).where(and(isOwnTask, inArray(project_tasks.id, ids)));
  }
  const firstPosition = (remaining.at(-1)?.position ?? -1) + 1;
  const newTasks = steps.map(({ title, required }, index) => ({
    ...{ team_id: principal.teamId, ...toProjectColumns(project) },
    ...{ title, required, position: firstPosition + index, untouched_stage: stage },
  }));
  if (newTasks.length > 0) await tx.insert(project_tasks).values(newTasks);
  const changes = listChecklistChanges(before, [...remaining, ...steps.map(({ title }) => ({ title, done: false }))]);
  if (changes.length > 0)
    await recordActivity(tx, principal, project, 'production_changed', { fields: ['checklist'], changes });
}
