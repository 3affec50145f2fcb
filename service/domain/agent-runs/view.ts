import type { AgentRun } from '#contract/schema/agent-run.ts';

import type { agent_runs } from '../../store/schema-agent-runs.ts';
import { usageView } from '../scripts/usage-view.ts';

export type AgentRunRow = typeof agent_runs.$inferSelect;

/** Returns null while the run is queued. */
export function elapsedSeconds({ started_at, finished_at }: AgentRunRow, now: Date): number | null {
  return started_at && Math.max(0, Math.floor(((finished_at ?? now).getTime() - started_at.getTime()) / 1000));
}

export function agentRunView(run: AgentRunRow, now: Date, scriptUrl: string): AgentRun {
  const { id: run_id, status, current_step, current_step_label, error, error_detail } = run;
  const completed = status === 'completed' || status === 'completed_with_issues';
  const ended = status === 'failed' || status === 'cancelled';
  return {
    run_id,
    status,
    current_step,
    current_step_label,
    elapsed_seconds: elapsedSeconds(run, now),
    ...(status !== 'queued' && { executor: run.executor, auth_path: run.auth_path }),
    script_url: completed ? scriptUrl : null,
    usage: usageView(run.usage),
    ...(ended && { error: error ?? 'The run ended without a result.' }),
    ...(ended && error_detail !== null && { error_detail }),
  };
}
