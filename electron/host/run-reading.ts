/** Interprets the service's answers about a run. Pure. */
import type { ApiAnswer } from '#contract/bridge.ts';
import type { WatchedKind, WatchedRun } from '#contract/watched-run.ts';
import { readError } from '#contract/errors.ts';
import { OPERATIONS, type OperationId } from '#contract/operations/index.ts';
import type { LocalAgentRun } from '#contract/schema/agent-run.ts';
import { RUN_STATUSES, type LocalRun, type RunKind, type RunPoll, type RunStatus } from '#contract/schema/script.ts';

export const START_OPERATIONS = {
  outline: 'scripts.generateOutline',
  script: 'scripts.generateScript',
  humanize: 'scripts.humanize',
} as const satisfies Record<RunKind, OperationId>;

/** Returns the body of a success if it matches the table's schema, else null. */
export function readData<T>(
  answer: ApiAnswer,
  schema: { safeParse: (v: unknown) => { success: boolean; data?: unknown } },
) {
  if (answer.kind !== 'answer' || answer.status >= 300) return null;
  const parsed = schema.safeParse(answer.body);
  return parsed.success ? (parsed.data as { data: T }).data : null;
}

export const readStarted = (answer: ApiAnswer, kind: RunKind): { run_id: string; status: string } | null =>
  readData(answer, OPERATIONS[START_OPERATIONS[kind]].responses[202]);
export const readPoll = (answer: ApiAnswer): RunPoll | null =>
  readData(answer, OPERATIONS['scripts.poll'].responses[200]);
export const readLocalRun = (answer: ApiAnswer): LocalRun | null =>
  readData(answer, OPERATIONS['local.runs.get'].responses[200]);
export const readLocalRuns = (answer: ApiAnswer): LocalRun[] | null =>
  readData(answer, OPERATIONS['local.runs.list'].responses[200]);

/** An unknown status of a newer service counts as running, so polling continues. */
export function toStatus(status: string): RunStatus {
  return (RUN_STATUSES as readonly string[]).includes(status) ? (status as RunStatus) : 'running';
}

/** Returns whether a start may have had an effect although no clear answer came. */
export function isStartUnclear(answer: ApiAnswer): boolean {
  if (answer.kind === 'unreachable') return answer.sent === 'unclear';
  // A gateway may time out while the service continues.
  return answer.kind === 'answer' && (answer.status === 502 || answer.status === 504 || answer.status < 300);
}

/** Returns a message if the service says that the run is gone for good, else null. */
export function getGoneMessage(answer: ApiAnswer): string | null {
  if (answer.kind !== 'answer' || ![403, 404, 410].includes(answer.status)) return null;
  return `The service no longer knows this run: ${readError(answer.status, answer.body).message}`;
}

/** Returns the tokens that a provider reported. */
export const getTokens = (
  usage: LocalRun['usage'],
): Pick<WatchedRun, 'tokens' | 'prompt_tokens' | 'completion_tokens'> => ({
  tokens: usage?.total_tokens ?? null,
  prompt_tokens: usage?.prompt_tokens ?? null,
  completion_tokens: usage?.completion_tokens ?? null,
});

/** Returns the run with the local service's facts beyond the poll; the caller sets its status. */
export function withLocalFacts(run: WatchedRun, localRun: LocalRun | LocalAgentRun): WatchedRun {
  return {
    ...run,
    run_id: String(localRun.run_id),
    step_label: localRun.current_step_label,
    progress: localRun.progress,
    credits: localRun.credits,
    engine: localRun.engine,
    is_language_model: localRun.is_language_model,
    error: localRun.error,
    error_code: localRun.error_code,
    ...getTokens(localRun.usage),
  };
}

/** Finds the run that an unanswered start created, if any. The service is on the same machine, so clocks agree. */
export function findStarted<Run extends LocalRun | LocalAgentRun>(
  run: WatchedRun,
  runs: readonly Run[],
  knownIds: ReadonlySet<string>,
): Run | null {
  const earliest = Date.parse(run.started_at) - 1000;
  const candidates = runs.filter(
    (candidate) =>
      candidate.script_id === run.script_id &&
      Date.parse(candidate.created_at) >= earliest &&
      !knownIds.has(String(candidate.run_id)),
  );
  return candidates.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))[0] ?? null;
}

const RESULT_NAMES: Record<WatchedKind, string> = {
  outline: 'Outline',
  script: 'Script',
  humanize: 'Humanized version',
  agent: 'Agent run',
};

export function createEndNotification(run: WatchedRun): { title: string; body: string; route: string } | null {
  const route = `/scripts/${run.script_id}`;
  if (run.status === 'completed') {
    const body = run.issues === null ? run.script_title : `${run.script_title}: ${run.issues}`;
    return { title: `${RESULT_NAMES[run.kind]} ready`, body, route };
  }
  if (run.status !== 'failed') return null;
  return {
    title: `${RESULT_NAMES[run.kind]} failed`,
    body: `${run.script_title}: ${run.error ?? 'no reason given'}`,
    route,
  };
}
