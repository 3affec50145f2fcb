/** Defines for each kind of run how it is started, polled, cancelled and read. */
import type { ApiAnswer, CallParsed } from '#contract/bridge.ts';
import type { WatchedKind, WatchedRun } from '#contract/watched-run.ts';
import { OPERATIONS } from '#contract/operations/index.ts';
import type { RunKind, RunStatus } from '#contract/schema/script.ts';
import {
  toAgentStatus,
  readAgentRun,
  readStartedAgentId,
  readLocalAgentRun,
  readLocalAgentRuns,
  withAgentFacts,
  withLocalAgentFacts,
} from './agent-run-reading.ts';
import type { ApiRequest } from './request.ts';
import {
  findStarted,
  readLocalRun,
  readLocalRuns,
  readPoll,
  readStarted,
  START_OPERATIONS,
  toStatus,
  withLocalFacts,
} from './run-reading.ts';

/** A text that a run created. `version` is the service's, if it stores exactly this text. */
export interface ResultText {
  readonly content_type: 'outline' | 'script';
  readonly text: string;
  readonly version: number | null;
}

type Send = (request: ApiRequest) => Promise<ApiAnswer>;

export interface RunCalls {
  getStartRequest(run: WatchedRun, agent: CallParsed<'runs.start'>['agent']): ApiRequest;
  readRunId(answer: ApiAnswer): string | null;
  /** Requests the run's state; `readState` parses the answer and returns null if it cannot. */
  getStateRequest(run: WatchedRun): ApiRequest;
  readState(run: WatchedRun, answer: ApiAnswer): { readonly run: WatchedRun; readonly status: RunStatus } | null;
  /**
   * Requests the runs of one of Cutaway's own services; `find` looks up the run that an unanswered start created, and
   * returns undefined if the list cannot be read.
   */
  readonly listRequest: ApiRequest;
  find(run: WatchedRun, answer: ApiAnswer, knownIds: ReadonlySet<string>): WatchedRun | null | undefined;
  /** Requests what the run has written so far; null if the service cannot say. */
  getTextRequest(run: WatchedRun): ApiRequest | null;
  /** Returns null if the service cannot cancel it. */
  getCancelRequest(run: WatchedRun): ApiRequest | null;
  /** Reads the texts of a completed run; returns null while they are not available. */
  fetchTexts(run: WatchedRun, send: Send): Promise<readonly ResultText[] | null>;
  getJournalName(run_id: string): string;
}

const getId = (run: WatchedRun): string => run.run_id ?? '';

const createPollRequest = (run: WatchedRun): ApiRequest => ({
  operation: 'scripts.poll',
  params: { id: run.script_id },
  query: { run_id: getId(run) },
});

async function fetchContent(run: WatchedRun, send: Send) {
  const answer = await send({ operation: 'scripts.content', params: { id: run.script_id } });
  if (answer.kind !== 'answer' || answer.status >= 300) return null;
  const parsed = OPERATIONS['scripts.content'].responses[200].safeParse(answer.body);
  return parsed.success ? parsed.data.data : null;
}

/** @param isOwn uses the operations that only Cutaway's own services have, because they report more */
const createGenerationCalls = (kind: RunKind, isOwn: boolean): RunCalls => ({
  getStartRequest: (run) => ({ operation: START_OPERATIONS[kind], params: { id: run.script_id } }),
  readRunId: (answer) => readStarted(answer, kind)?.run_id ?? null,
  getStateRequest: (run) =>
    isOwn ? { operation: 'local.runs.get', params: { run_id: getId(run) } } : createPollRequest(run),
  readState: (run, answer) => {
    const facts = isOwn ? readLocalRun(answer) : null;
    if (facts) return { run: withLocalFacts(run, facts), status: toStatus(facts.status) };
    const polled = isOwn ? null : readPoll(answer);
    return polled && { run, status: toStatus(polled.status) };
  },
  listRequest: { operation: 'local.runs.list' },
  find: (run, answer, knownIds) => {
    const runs = readLocalRuns(answer);
    if (!runs) return undefined;
    const sameKind = runs.filter((candidate) => candidate.kind === kind);
    const match = findStarted(run, sameKind, knownIds);
    return match && withLocalFacts(run, match);
  },
  getTextRequest: (run) => (isOwn ? { operation: 'local.runs.text', params: { run_id: getId(run) } } : null),
  getCancelRequest: (run) => (isOwn ? { operation: 'local.runs.cancel', params: { run_id: getId(run) } } : null),
  fetchTexts: async (run, send) => {
    const polled = readPoll(await send(createPollRequest(run)));
    if (!polled) return null;
    const content_type = kind === 'outline' ? 'outline' : 'script';
    const text = polled[content_type] ?? '';
    const content = await fetchContent(run, send);
    const version = content_type === 'outline' ? content?.outline_version : content?.content_version;
    return [{ content_type, text, version: content?.[content_type] === text ? (version ?? null) : null }];
  },
  getJournalName: (run_id) => run_id,
});

const toAgentParams = (run: WatchedRun) => ({ id: run.script_id, run_id: getId(run) });

const createAgentCalls = (isOwn: boolean): RunCalls => ({
  getStartRequest: (run, options) => ({
    operation: 'agentRuns.start',
    params: { id: run.script_id },
    body: options ?? {},
  }),
  readRunId: readStartedAgentId,
  getStateRequest: (run) =>
    isOwn
      ? { operation: 'local.agentRuns.get', params: { run_id: getId(run) } }
      : { operation: 'agentRuns.get', params: toAgentParams(run) },
  readState: (run, answer) => {
    const facts = isOwn ? readLocalAgentRun(answer) : null;
    if (facts) return { run: withLocalAgentFacts(run, facts), status: toAgentStatus(facts.status) };
    const agentRun = isOwn ? null : readAgentRun(answer);
    return agentRun && { run: withAgentFacts(run, agentRun), status: toAgentStatus(agentRun.status) };
  },
  listRequest: { operation: 'local.agentRuns.list' },
  find: (run, answer, knownIds) => {
    const runs = readLocalAgentRuns(answer);
    if (!runs) return undefined;
    const match = findStarted(run, runs, knownIds);
    return match && withLocalAgentFacts(run, match);
  },
  getTextRequest: (run) => (isOwn ? { operation: 'local.agentRuns.text', params: { run_id: getId(run) } } : null),
  getCancelRequest: (run) => ({ operation: 'agentRuns.cancel', params: toAgentParams(run) }),
  fetchTexts: async (run, send) => {
    const content = await fetchContent(run, send);
    if (!content) return null;
    return [
      { content_type: 'script', text: content.script, version: content.content_version },
      { content_type: 'outline', text: content.outline, version: content.outline_version },
    ];
  },
  getJournalName: (run_id) => `agent-${run_id}`,
});

const buildCalls = (isOwn: boolean): Readonly<Record<WatchedKind, RunCalls>> => ({
  outline: createGenerationCalls('outline', isOwn),
  script: createGenerationCalls('script', isOwn),
  humanize: createGenerationCalls('humanize', isOwn),
  agent: createAgentCalls(isOwn),
});
const [OWN_CALLS, API_CALLS] = [buildCalls(true), buildCalls(false)];

/** @param isOwn tells whether the run's account offers the operations that follow runs at Cutaway's own services */
export const getCalls = ({ kind }: Pick<WatchedRun, 'kind'>, isOwn: boolean): RunCalls =>
  (isOwn ? OWN_CALLS : API_CALLS)[kind];
