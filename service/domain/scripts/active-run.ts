import { and, eq, inArray } from 'drizzle-orm';

import { agent_runs } from '../../store/schema-agent-runs.ts';
import { runs } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

export const ACTIVE_RUN = inArray(runs.status, ['queued', 'running']);
export const ACTIVE_AGENT_RUN = inArray(agent_runs.status, ['queued', 'pending', 'running']);

/**
 * Returns the id of the canvas or agent run working on a script, or null. Only one may run at a time, because both
 * write the script. Lock the script before calling.
 */
export async function findActiveRun(tx: Db, scriptId: number): Promise<string | null> {
  const [canvas] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.script_id, scriptId), ACTIVE_RUN));
  if (canvas) return canvas.id;
  const [agent] = await tx
    .select({ id: agent_runs.id })
    .from(agent_runs)
    .where(and(eq(agent_runs.script_id, scriptId), ACTIVE_AGENT_RUN));
  return agent ? String(agent.id) : null;
}
