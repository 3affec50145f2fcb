/** Interprets the service's answers about an agent run. Pure. */
import type { ApiAnswer } from '#contract/bridge.ts';
import type { WatchedRun } from '#contract/watched-run.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { AgentRun, LocalAgentRun } from '#contract/schema/agent-run.ts';
import type { RunStatus } from '#contract/schema/script.ts';
import { readData, getTokens, withLocalFacts } from './run-reading.ts';

export const readStartedAgentId = (answer: ApiAnswer): string | null => {
  if (answer.kind !== 'answer' || answer.status >= 300) return null;
  const parsed = OPERATIONS['agentRuns.start'].responses[202].safeParse(answer.body);
  return parsed.success ? String(parsed.data.run_id) : null;
};
export const readAgentRun = (answer: ApiAnswer): AgentRun | null =>
  readData(answer, OPERATIONS['agentRuns.get'].responses[200]);
export const readLocalAgentRun = (answer: ApiAnswer): LocalAgentRun | null =>
  readData(answer, OPERATIONS['local.agentRuns.get'].responses[200]);
export const readLocalAgentRuns = (answer: ApiAnswer): LocalAgentRun[] | null =>
  readData(answer, OPERATIONS['local.agentRuns.list'].responses[200]);

const STATUSES: Readonly<Record<string, RunStatus>> = {
  queued: 'queued',
  completed: 'completed',
  completed_with_issues: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
};

/** Maps a status to the host's own for all runs; an unknown status of a newer service counts as running. */
export const toAgentStatus = (status: string): RunStatus => STATUSES[status] ?? 'running';

/** Returns the run with the facts the local service reports; the caller sets its status. */
export const withLocalAgentFacts = (run: WatchedRun, localRun: LocalAgentRun): WatchedRun => ({
  ...withLocalFacts(run, localRun),
  issues: localRun.issues.length > 0 ? localRun.issues.join(' ') : null,
});

/** Returns the run with the facts every service reports. */
export function withAgentFacts(run: WatchedRun, answer: AgentRun): WatchedRun {
  const issues =
    answer.status === 'completed_with_issues' ? (answer.current_step_label ?? 'Finished with issues.') : null;
  return {
    ...run,
    step_label: answer.current_step_label,
    engine: answer.executor ?? run.engine,
    error: answer.error ?? null,
    issues,
    ...getTokens(answer.usage),
  };
}
