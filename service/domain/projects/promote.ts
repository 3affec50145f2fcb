/** Promotes an idea to a script; its project continues as the script's. */
import { eq } from 'drizzle-orm';

import { DEFAULT_SCRIPT_WORDS } from '#contract/limits.ts';

import { channels, ideas, scripts } from '../../store/schema.ts';
import {
  project_activity,
  project_attachments,
  project_comments,
  project_notifications,
  project_production,
  project_tasks,
} from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { IdeaRow, ScriptRow } from '../access.ts';
import type { Principal } from '../call.ts';
import { emit } from '../events.ts';
import { insertScript } from '../scripts/insert-script.ts';
import { recordActivity } from './activity.ts';
import { toEventFields } from './project.ts';
import { enterStage } from './stage-steps.ts';

const MOVED_TABLES = [
  project_activity,
  project_attachments,
  project_comments,
  project_notifications,
  project_production,
  project_tasks,
];

/** @param idea must be locked in this transaction. */
export async function createScriptFromIdea(
  tx: Db,
  principal: Principal,
  idea: IdeaRow,
  production_status: string,
): Promise<ScriptRow> {
  const [channel] = await tx.select().from(channels).where(eq(channels.id, idea.channel_id));
  if (!channel) throw new Error('The idea has no channel.');
  const insertedScript = await insertScript(tx, channel, {
    title: idea.title,
    topic: idea.topic ?? idea.title,
    angle: idea.angle,
    length: idea.suggested_length ?? DEFAULT_SCRIPT_WORDS,
    template_id: idea.suggested_template_id ?? undefined,
    notes: idea.notes,
    thumbnail: idea.thumbnail_concept,
  });
  // Continues the idea's revision count, so that no revision of the idea matches the script.
  const initialValues = { production_status, revision: idea.revision + 1 };
  const [script] = await tx.update(scripts).set(initialValues).where(eq(scripts.id, insertedScript.id)).returning();
  if (!script) throw new Error('The script was not returned.');
  await tx.update(ideas).set({ script_id: script.id }).where(eq(ideas.id, idea.id));
  for (const table of MOVED_TABLES) {
    await tx.update(table).set({ idea_id: null, script_id: script.id }).where(eq(table.idea_id, idea.id));
  }
  const ref = { source: 'script', number: script.id } as const;
  const transition = { from: idea.status, to: production_status };
  await recordActivity(tx, principal, ref, 'promoted', transition);
  await emit(tx, principal.teamId, 'project.moved', { ...toEventFields({ ...script, ...ref }), ...transition });
  await enterStage(tx, principal, { ...ref, channel_id: script.channel_id }, production_status);
  return script;
}
