import { and, eq, sql } from 'drizzle-orm';

import { agent_run_steps, agent_runs } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import { ACTIVE_AGENT_RUN } from '../scripts/active-run.ts';
import type { LiveText } from '../scripts/live-text.ts';
import { releaseFee } from './ledger.ts';

export const isActiveAgentRun = (jobId: string) => and(eq(agent_runs.job_id, jobId), ACTIVE_AGENT_RUN);

export type AgentRunEnd = Pick<typeof agent_runs.$inferInsert, 'error' | 'error_code' | 'error_detail' | 'usage'> & {
  readonly status: 'failed' | 'cancelled';
};

/** The step whose result is the text a run was writing when it ended early. */
export const PARTIAL_STEP = 'partial';

/**
 * Ends a run without a result and refunds its fee; keeps what it was writing. Returns null if it had already ended.
 */
export async function endAgentRun(
  tx: Db,
  jobId: string,
  end: AgentRunEnd,
  liveText: LiveText | null,
): Promise<{ refunded: boolean } | null> {
  const [run] = await tx
    .update(agent_runs)
    .set({ ...end, finished_at: sql`now()` })
    .where(isActiveAgentRun(jobId))
    .returning();
  if (!run) return null;
  if (liveText)
    await tx.insert(agent_run_steps).values({ run_id: run.id, step: PARTIAL_STEP, result: { ...liveText } });
  return { refunded: await releaseFee(tx, run.team_id, run.id) };
}
