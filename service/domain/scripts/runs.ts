/** Starts and follows canvas generation runs (spec 1 §3, §4 Scripts). */
import { and, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { RunKind, RunPoll } from '#contract/schema/script.ts';

import { runs } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { reachScript, type ScriptRow } from '../access.ts';
import type { Call, Fail, Failing, Handlers } from '../call.ts';
import { openCurrentPeriod } from '../credits/periods.ts';
import type { Services } from '../services.ts';
import { findActiveRun } from './active-run.ts';
import { checkSubscription, areDraftsFree } from './affordable.ts';
import { holdForScript, isScriptPaid } from './run-ledger.ts';

export type RunRow = typeof runs.$inferSelect;

type StartErrors =
  | 'script_forbidden'
  | 'script_not_found'
  | 'subscription_paused'
  | 'run_already_active'
  | 'prerequisites_not_met'
  | 'run_queue_failed';
type StartCall = Failing<StartErrors> & { readonly params: { readonly id: number } };

/** A script made from a title alone has neither a topic nor a length until the person adds them. */
function checkBrief({ topic, length }: ScriptRow, fail: Fail<'prerequisites_not_met'>): void {
  const missingFields = [...(topic.trim() === '' ? ['topic'] : []), ...(length <= 0 ? ['length'] : [])];
  if (missingFields.length > 0) throw fail('prerequisites_not_met', { extras: { missing: missingFields.join(', ') } });
}

interface RunStart {
  readonly kind: RunKind;
  /** Checks prerequisites of this kind while the script is locked. */
  checkScript?(tx: Db, script: ScriptRow): Promise<void>;
  /** The credits this kind costs. */
  holdCredits?(tx: Db, script: ScriptRow, runId: string): Promise<void>;
}

/** Creates the run, its hold and its job in one transaction. */
async function startRun({ store, runs: queue }: Services, call: StartCall, runStart: RunStart): Promise<string> {
  return store.transaction(async (tx) => {
    const script = await reachScript(tx, call, call.params.id, true);
    checkSubscription(call);
    const run_id = await findActiveRun(tx, script.id);
    if (run_id !== null) throw call.fail('run_already_active', { extras: { run_id } });
    checkBrief(script, call.fail);
    await runStart.checkScript?.(tx, script);
    const [run] = await tx
      .insert(runs)
      .values({
        team_id: script.team_id,
        script_id: script.id,
        kind: runStart.kind,
        created_by: call.principal.userId,
      })
      .returning({ id: runs.id });
    if (!run) throw new Error('The run was not returned.');
    await runStart.holdCredits?.(tx, script, run.id);
    try {
      await queue.enqueue(run.id);
    } catch (cause) {
      throw Object.assign(call.fail('run_queue_failed'), { cause });
    }
    return run.id;
  });
}

async function checkRegenerations(script: ScriptRow, fail: Fail<'regeneration_limit_reached'>): Promise<void> {
  if (script.regenerations_used >= LIMITS.regenerationsPerScript) throw fail('regeneration_limit_reached');
}

/**
 * Charges the first generation of a script by a language model; every further one counts as a regeneration. The offline
 * composer and a model on this computer write for free.
 */
async function prepareScript(services: Services, call: Call<'scripts.generateScript'>): Promise<RunStart> {
  const { fail } = call;
  const isFree = await areDraftsFree(services, call);
  return {
    kind: 'script',
    checkScript: async (tx, script) => {
      if (script.outline.trim() === '') throw fail('outline_required', { extras: { outline_required: true } });
      if (await isScriptPaid(tx, script)) await checkRegenerations(script, fail);
    },
    holdCredits: async (tx, script, runId) => {
      if (isFree || (await isScriptPaid(tx, script))) return;
      await openCurrentPeriod(tx, script.team_id, services.now());
      await holdForScript(tx, script, runId, fail);
    },
  };
}

function prepareHumanize({ fail }: Call<'scripts.humanize'>): RunStart {
  return {
    kind: 'humanize',
    checkScript: async (_tx, script) => {
      if (script.body.trim() === '') throw fail('no_script_content');
      await checkRegenerations(script, fail);
    },
  };
}

function toPollView({ id: run_id, kind, status, result }: RunRow): RunPoll {
  const content_type = kind === 'outline' ? 'outline' : 'script';
  const text = status === 'completed' ? result : null;
  return {
    run_id,
    status,
    content_type: status === 'queued' ? null : content_type,
    outline: content_type === 'outline' ? text : null,
    script: content_type === 'script' ? text : null,
  };
}

type RunHandlers = Pick<
  Handlers,
  'scripts.generateOutline' | 'scripts.generateScript' | 'scripts.humanize' | 'scripts.poll'
>;

export function createRunHandlers(services: Services): RunHandlers {
  const { db } = services.store;
  const toStartedAnswer = (run_id: string) =>
    ({ status: 202, body: { success: true, data: { run_id, status: 'queued' } } }) as const;
  return {
    'scripts.generateOutline': async (call) => toStartedAnswer(await startRun(services, call, { kind: 'outline' })),
    'scripts.generateScript': async (call) =>
      toStartedAnswer(await startRun(services, call, await prepareScript(services, call))),
    'scripts.humanize': async (call) => toStartedAnswer(await startRun(services, call, prepareHumanize(call))),

    'scripts.poll': async (call) => {
      const { run_id } = call.query;
      const script = await reachScript(db, call, call.params.id);
      if (run_id === undefined || run_id === '') throw call.fail('missing_run_id');
      const [run] = await db
        .select()
        .from(runs)
        .where(and(eq(runs.id, run_id), eq(runs.script_id, script.id)));
      if (!run) throw call.fail('run_not_found');
      return { status: 200, body: { success: true, data: toPollView(run) } };
    },
  };
}
