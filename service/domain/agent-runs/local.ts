/** Shows agent runs, their price and their evidence in people's own apps. */
import { and, desc, eq, sql, type SQL } from 'drizzle-orm';

import type { Evidence, LocalAgentRun } from '#contract/schema/agent-run.ts';

import { isInReach, reachScript } from '../access.ts';
import type { Call, Failing, Handlers, Principal } from '../call.ts';
import { type AgentRunServices, parseModel } from './handlers.ts';
import { readFee } from './ledger.ts';
import { quoteRun } from './price.ts';
import type { LiveText, LiveTexts } from '../scripts/live-text.ts';
import { PARTIAL_STEP } from './end.ts';
import { toUsageView } from '../scripts/usage-view.ts';
import { type AgentRunRow, getElapsedSeconds } from './view.ts';
import { readBalance } from '../../store/ledger.ts';
import { agent_evidence, agent_run_steps, agent_runs } from '../../store/schema-agent-runs.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

const MAX_LISTED = 100;

function selectRuns(db: Db, principal: Principal, filter?: SQL) {
  return db
    .select({ run: agent_runs, script_title: scripts.title, channel_id: scripts.channel_id })
    .from(agent_runs)
    .innerJoin(scripts, eq(scripts.id, agent_runs.script_id))
    .where(and(eq(agent_runs.team_id, principal.teamId), isInReach(db, principal, scripts.channel_id), filter))
    .orderBy(desc(agent_runs.id))
    .limit(MAX_LISTED);
}

async function readView(
  db: Db,
  row: Awaited<ReturnType<typeof selectRuns>>[number],
  now: Date,
): Promise<LocalAgentRun> {
  const { run, script_title, channel_id } = row;
  const { id: run_id, script_id, status, model, resolved_model, research, issues, error, error_code } = run;
  return {
    run_id,
    script_id,
    channel_id,
    script_title,
    status,
    model,
    resolved_model,
    research,
    issues,
    error,
    error_code,
    current_step_label: run.finished_at === null ? run.current_step_label : null,
    progress: run.percent,
    elapsed_seconds: getElapsedSeconds(run, now),
    credits: await readFee(db, run.id),
    engine: run.executor,
    is_language_model: run.is_language_model,
    usage: toUsageView(run.usage),
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

type LocalAgentHandlers = Pick<
  Handlers,
  | 'local.agentRuns.list'
  | 'local.agentRuns.get'
  | 'local.agentRuns.text'
  | 'local.agentRuns.quote'
  | 'local.evidence.list'
>;

const findScript = (db: Db, { principal, fail }: Failing<'script_not_found'>, id: number) =>
  reachScript(db, { principal, fail: () => fail('script_not_found') }, id);

/** Returns the unfinished text of a run, even if the run ended early. Finished texts are stored in the script. */
async function readText(db: Db, { id, job_id, finished_at }: AgentRunRow, liveTexts: LiveTexts): Promise<LiveText> {
  const emptyText: LiveText = { content_type: 'script', text: '' };
  if (finished_at === null) return liveTexts.read(job_id) ?? emptyText;
  const isPartialStep = and(eq(agent_run_steps.run_id, id), eq(agent_run_steps.step, PARTIAL_STEP));
  const [partialStep] = await db.select().from(agent_run_steps).where(isPartialStep);
  const { content_type, text } = partialStep?.result ?? {};
  if (typeof text !== 'string') return emptyText;
  return { content_type: content_type === 'outline' ? 'outline' : 'script', text };
}

async function findRun(db: Db, call: Call<'local.agentRuns.get'> | Call<'local.agentRuns.text'>) {
  const [row] = await selectRuns(db, call.principal, eq(agent_runs.id, call.params.run_id));
  if (!row) throw call.fail('run_not_found');
  return row;
}

async function getText({ store: { db }, liveTexts }: AgentRunServices, call: Call<'local.agentRuns.text'>) {
  const { query } = call;
  const { run } = await findRun(db, call);
  const { content_type, text } = await readText(db, run, liveTexts);
  const data = { content_type, from: query.from, text: text.slice(query.from), ended: run.finished_at !== null };
  return { status: 200, body: { success: true, data } } as const;
}

export function createLocalAgentRunHandlers(services: AgentRunServices): LocalAgentHandlers {
  const { store, now, agentEngines, search } = services;
  const { db } = store;
  return {
    'local.agentRuns.list': async ({ principal }) => {
      const data = [];
      for (const row of await selectRuns(db, principal)) data.push(await readView(db, row, now()));
      return { status: 200, body: { success: true, data } };
    },

    'local.agentRuns.get': async (call) => {
      const data = await readView(db, await findRun(db, call), now());
      return { status: 200, body: { success: true, data } };
    },

    'local.agentRuns.text': (call) => getText(services, call),

    'local.agentRuns.quote': async (call) => {
      const { principal, params, query } = call;
      const script = await findScript(db, call, params.id);
      const model = parseModel(query.model, call.fail);
      const choice = await agentEngines.resolve(principal.teamId, model);
      const writer = choice.kind === 'ready' ? choice.writer : model.group === 'included' ? 'model' : 'own_key';
      const searchLabel = await search.readLabel(principal.teamId);
      const { research } = query;
      const price = await quoteRun(db, script, { research, search: searchLabel, writer, now: now() });
      const data = {
        credits: price.credits,
        credits_remaining: (await readBalance(db, principal.teamId)).available,
        model: model.id,
        resolved_model: choice.resolvedModel,
        research_reused: price.reusedRunId !== null,
        sources: script.research_urls.length + script.research_texts.length,
        search_engine: research === 'deep_research' ? searchLabel : null,
      };
      return { status: 200, body: { success: true, data } };
    },

    'local.evidence.list': async (call) => {
      const script = await findScript(db, call, call.params.id);
      const rows = await db
        .select()
        .from(agent_evidence)
        .where(eq(agent_evidence.script_id, script.id))
        .orderBy(sql`${agent_evidence.run_id} desc nulls last`, agent_evidence.id);
      const data = rows.map(
        ({ id, run_id, sentence, quote, source_kind, source_title, source_url, retrieved_at }): Evidence => ({
          id,
          run_id,
          sentence,
          quote,
          source_kind,
          source_title,
          source_url,
          retrieved_at: retrieved_at.toISOString(),
        }),
      );
      return { status: 200, body: { success: true, data } };
    },
  };
}
