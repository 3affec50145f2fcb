import type { AgentRun } from '#contract/schema/agent-run.ts';

import type { agent_runs } from '../../store/schema-agent-runs.ts';
import { toUsageView } from '../scripts/usage-view.ts';

export type AgentRunRow = typeof agent_runs.$inferSelect;

/** Returns null while the run is queued. */
export function getElapsedSeconds({ started_at, finished_at }: AgentRunRow, now: Date): number | null {
  return started_at && Math.max(0, Math.floor(((finished_at ?? now).getTime() - started_at.getTime()) / 1000));
}

export function toAgentRun(run: AgentRunRow, now: Date, scriptUrl: string): AgentRun {
  const { id: run_id, status, current_step, current_step_label, error, error_detail } = run;
  const isCompleted = status === 'completed' || status === 'completed_with_issues';
  const isFailedOrCancelled = status === 'failed' || status === 'cancelled';
  return {
    run_id,
    status,
    current_step,
    current_step_label,
    elapsed_seconds: getElapsedSeconds(run, now),
    ...(status !== 'queued' && { executor: run.executor, auth_path: run.auth_path }),
    script_url: isCompleted ? scriptUrl : null,
    usage: toUsageView(run.usage),
    ...(isFailedOrCancelled && { error: error ?? 'The run ended without a result.' }),
    ...(isFailedOrCancelled && error_detail !== null && { error_detail }),
  };
}
