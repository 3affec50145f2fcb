import { and, eq, sql } from 'drizzle-orm';

import { agent_runs } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import { ACTIVE_AGENT_RUN } from '../scripts/active-run.ts';
import { releaseFee } from './ledger.ts';

export const activeAgentRun = (jobId: string) => and(eq(agent_runs.job_id, jobId), ACTIVE_AGENT_RUN);

export type AgentRunEnd = Pick<typeof agent_runs.$inferInsert, 'error' | 'error_code' | 'error_detail' | 'usage'> & {
  readonly status: 'failed' | 'cancelled';
};

/** Ends a run without a result and refunds its fee. Returns null if it had already ended. */
export async function endAgentRun(tx: Db, jobId: string, end: AgentRunEnd): Promise<{ refunded: boolean } | null> {
  const [run] = await tx
    .update(agent_runs)
    .set({ ...end, finished_at: sql`now()` })
    .where(activeAgentRun(jobId))
    .returning();
  return run ? { refunded: await releaseFee(tx, run.team_id, run.id) } : null;
}
