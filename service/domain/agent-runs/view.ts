import type { AgentRun } from '#contract/schema/agent-run.ts';

import type { agent_runs } from '../../store/schema-agent-runs.ts';
import type { JsonObject } from '../../store/schema.ts';

export type AgentRunRow = typeof agent_runs.$inferSelect;

const toInteger = (value: unknown): number | null => (typeof value === 'number' ? Math.trunc(value) : null);

export function usageView(usage: JsonObject | null): AgentRun['usage'] {
  return (
    usage && {
      prompt_tokens: toInteger(usage['prompt_tokens']),
      completion_tokens: toInteger(usage['completion_tokens']),
      reasoning_tokens: toInteger(usage['reasoning_tokens']),
      total_tokens: toInteger(usage['total_tokens']) ?? 0,
    }
  );
}

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
