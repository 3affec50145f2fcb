/** Starts, follows and cancels agent runs (spec 1 §3, §4 Scripts). */
import { and, eq } from 'drizzle-orm';

import { AGENT_MODELS, type AgentModel, findAgentModel, DEFAULT_AGENT_MODEL } from '#contract/agent-models.ts';

import { agent_runs } from '../../store/schema-agent-runs.ts';
import { channels } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachScript, type ScriptRow } from '../access.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import { openCurrentPeriod } from '../credits/periods.ts';
import { findActiveRun } from '../scripts/active-run.ts';
import { checkSubscription } from '../scripts/affordable.ts';
import type { LiveTexts } from '../scripts/live-text.ts';
import type { RunQueue } from '../scripts/run-queue.ts';
import type { Services } from '../services.ts';
import { endAgentRun } from './end.ts';
import type { AgentEngineChoice, AgentEngines, SearchEngines } from './engines.ts';
import { holdFee } from './ledger.ts';
import { quoteRun, computeSourcesKey } from './price.ts';
import { type AgentRunRow, toAgentRun } from './view.ts';

export interface AgentRunServices extends Services {
  readonly agentEngines: AgentEngines;
  readonly search: SearchEngines;
  readonly agentRuns: RunQueue;
  readonly liveTexts: LiveTexts;
  /** Returns this service's URL without a trailing slash. */
  baseUrl(): string;
}

type ReadyEngine = Extract<AgentEngineChoice, { kind: 'ready' }>;

/** A page of the app, because Cutaway has no web site. */
const SETTINGS_URL = 'cutaway://settings/text-model';

const UNKNOWN_MODEL = `This service doesn’t have this model. Use one of ${AGENT_MODELS.map(({ id }) => id).join(', ')}, or the name of a Claude, Gemini or other well-known model.`;

/** Accepts this service's models, older ones, and other services' names for them. */
export function parseModel(id: string | undefined, fail: Failing<'validation_failed'>['fail']): AgentModel {
  const model = findAgentModel(id ?? DEFAULT_AGENT_MODEL);
  if (!model) throw fail('validation_failed', { fields: { model: [UNKNOWN_MODEL] } });
  return model;
}

/** Scripts made here always have a topic and a length, but imported ones may not. */
async function checkPrerequisites(db: Db, script: ScriptRow, { fail }: Call<'agentRuns.start'>): Promise<void> {
  const [channel] = await db.select().from(channels).where(eq(channels.id, script.channel_id));
  const missingFields = [
    ...(!channel || channel.archived_at !== null ? ['channel'] : []),
    ...(script.topic.trim() === '' ? ['topic'] : []),
    ...(script.length <= 0 ? ['length'] : []),
  ];
  if (missingFields.length > 0) throw fail('prerequisites_not_met', { extras: { missing: missingFields.join(', ') } });
}

async function resolveEngine(
  services: AgentRunServices,
  model: AgentModel,
  call: Call<'agentRuns.start'>,
): Promise<ReadyEngine> {
  const choice = await services.agentEngines.resolve(call.principal.teamId, model);
  if (choice.kind === 'key_required') {
    const { provider: required_provider, resolvedModel: resolved_model, reason: reason_code } = choice;
    const extras = { required_provider, model: model.id, resolved_model, settings_url: SETTINGS_URL, reason_code };
    throw call.fail('script_agent_byok_required', { extras });
  }
  if (choice.kind === 'unavailable' || !(await choice.isReachable())) {
    throw call.fail('script_agent_factory_access_unavailable');
  }
  return choice;
}

async function checkNoActiveRun(tx: Db, script: ScriptRow, { fail }: Call<'agentRuns.start'>): Promise<void> {
  const run_id = await findActiveRun(tx, script.id);
  if (run_id !== null) throw fail('run_already_active', { extras: { run_id } });
}

/** Creates the run, its hold and its job in one transaction. */
async function insertRun(
  tx: Db,
  services: AgentRunServices,
  call: Call<'agentRuns.start'>,
  { model, engine }: { model: AgentModel; engine: ReadyEngine },
): Promise<AgentRunRow> {
  const script = await reachScript(tx, call, call.params.id, true);
  await checkNoActiveRun(tx, script, call);
  await openCurrentPeriod(tx, script.team_id, services.now());
  const { research, visual_cues } = call.body;
  const search = await services.search.readLabel(script.team_id);
  const { writer } = engine;
  const price = await quoteRun(tx, script, { research, search, writer, now: services.now() });
  const [run] = await tx
    .insert(agent_runs)
    .values({
      team_id: script.team_id,
      script_id: script.id,
      model: model.id,
      resolved_model: engine.resolvedModel,
      auth_path: engine.authPath,
      research,
      visual_cues: visual_cues === 'on',
      sources_key: computeSourcesKey(script, search),
      reused_run_id: price.reusedRunId,
      created_by: call.principal.userId,
    })
    .returning();
  if (!run) throw new Error('The run was not returned.');
  await holdFee(tx, script, run.id, price.credits, call.fail);
  try {
    await services.agentRuns.enqueue(run.job_id);
  } catch (cause) {
    throw Object.assign(call.fail('agent_run_queue_failed'), { cause });
  }
  return run;
}

async function startRun(services: AgentRunServices, call: Call<'agentRuns.start'>): Promise<AgentRunRow> {
  const { store } = services;
  const script = await reachScript(store.db, call, call.params.id);
  checkSubscription(call);
  await checkNoActiveRun(store.db, script, call);
  await checkPrerequisites(store.db, script, call);
  const model = parseModel(call.body.model, call.fail);
  // Runs outside the transaction, because a provider can be slow to answer.
  const engine = await resolveEngine(services, model, call);
  return store.transaction((tx) => insertRun(tx, services, call, { model, engine }));
}

type RunCall = Failing<'script_not_found' | 'script_forbidden' | 'run_not_found'> & {
  readonly params: { readonly id: number; readonly run_id: number };
};

async function findRun(db: Db, call: RunCall): Promise<AgentRunRow> {
  const script = await reachScript(db, call, call.params.id);
  const [run] = await db
    .select()
    .from(agent_runs)
    .where(and(eq(agent_runs.id, call.params.run_id), eq(agent_runs.script_id, script.id)));
  if (!run) throw call.fail('run_not_found');
  return run;
}

async function cancelRun({ store, agentRuns, liveTexts }: AgentRunServices, call: Call<'agentRuns.cancel'>) {
  return store.transaction(async (tx) => {
    const { id: run_id, job_id } = await findRun(tx, call);
    const end = { status: 'cancelled', error: 'The run was cancelled.' } as const;
    const endedRun = await endAgentRun(tx, job_id, end, liveTexts.read(job_id));
    if (!endedRun) throw call.fail('run_not_active');
    await agentRuns.cancel(job_id);
    const { refunded } = endedRun;
    const message = refunded ? 'Cancelled. Its credits were returned.' : 'Cancelled. Nothing was charged.';
    return { cancelled: true, run_id, status: 'cancelled' as const, refunded, message };
  });
}

type AgentRunHandlers = Pick<Handlers, 'agentRuns.start' | 'agentRuns.get' | 'agentRuns.cancel'>;

export function createAgentRunHandlers(services: AgentRunServices): AgentRunHandlers {
  const getScriptUrl = (id: number): string => `${services.baseUrl()}/api/v1/scripts/${id}`;
  return {
    'agentRuns.start': async (call) => {
      const { id: run_id, script_id, model, resolved_model, research, visual_cues } = await startRun(services, call);
      const poll_url = `${getScriptUrl(script_id)}/agent/runs/${run_id}`;
      const body = {
        run_id,
        status: 'queued' as const,
        research,
        model,
        resolved_model,
        poll_url,
        visual_cues: visual_cues ? ('on' as const) : ('off' as const),
        cancel_url: `${poll_url}/cancel`,
        message: 'The run is queued. Check poll_url every 5 to 10 seconds.',
      };
      return { status: 202, body };
    },

    'agentRuns.get': async (call) => {
      const run = await findRun(services.store.db, call);
      const data = toAgentRun(run, services.now(), getScriptUrl(run.script_id));
      return { status: 200, body: { success: true, data } };
    },

    'agentRuns.cancel': async (call) => ({ status: 200, body: await cancelRun(services, call) }),
  };
}
