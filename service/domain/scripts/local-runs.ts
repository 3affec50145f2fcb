import { and, desc, eq, type SQL } from 'drizzle-orm';

import type { LocalRun } from '#contract/schema/script.ts';
import { toTextOrNull } from '#contract/to-text.ts';

import { isInReach } from '../access.ts';
import type { Call, Handlers, Principal } from '../call.ts';
import { selectRunCredits } from './run-ledger.ts';
import type { LiveTexts } from './live-text.ts';
import { toContentType, endRun } from './run-job.ts';
import type { Services } from '../services.ts';
import { toInteger, toUsageView } from './usage-view.ts';
import { runs, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

const MAX_LISTED = 100;

type Row = Awaited<ReturnType<typeof selectRuns>>[number];

function selectRuns(db: Db, principal: Principal, filter?: SQL) {
  return db
    .select({
      run: runs,
      script_title: scripts.title,
      channel_id: scripts.channel_id,
      credits: selectRunCredits(runs.id),
    })
    .from(runs)
    .innerJoin(scripts, eq(scripts.id, runs.script_id))
    .where(and(eq(runs.team_id, principal.teamId), isInReach(db, principal, scripts.channel_id), filter))
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(MAX_LISTED);
}

function toView({ run, script_title, channel_id, credits }: Row, now: Date): LocalRun {
  const { progress, usage } = run;
  const isOver = run.finished_at !== null;
  const elapsedSeconds = run.started_at && ((run.finished_at ?? now).getTime() - run.started_at.getTime()) / 1000;
  return {
    run_id: run.id,
    script_id: run.script_id,
    channel_id,
    script_title,
    kind: run.kind,
    status: run.status,
    current_step: isOver ? null : toTextOrNull(progress?.['step']),
    current_step_label: isOver ? null : toTextOrNull(progress?.['label']),
    progress: run.status === 'completed' ? 100 : toInteger(progress?.['percent']),
    elapsed_seconds: elapsedSeconds === null ? null : Math.max(0, Math.floor(elapsedSeconds)),
    credits,
    engine: run.engine,
    is_language_model: run.is_language_model,
    usage: toUsageView(usage),
    error: run.error,
    error_code: run.error_code,
    created_at: run.created_at.toISOString(),
    finished_at: run.finished_at?.toISOString() ?? null,
  };
}

type RunHandlers = Pick<Handlers, 'local.runs.list' | 'local.runs.get' | 'local.runs.text' | 'local.runs.cancel'>;

export interface LocalRunServices extends Services {
  readonly liveTexts: LiveTexts;
}

export function createLocalRunHandlers({ store, runs: queue, liveTexts, now }: LocalRunServices): RunHandlers {
  type RunCall = Call<'local.runs.get'> | Call<'local.runs.text'> | Call<'local.runs.cancel'>;
  const findRun = async (db: Db, { principal, params, fail }: RunCall): Promise<Row> => {
    const [row] = await selectRuns(db, principal, eq(runs.id, params.run_id));
    if (!row) throw fail('run_not_found');
    return row;
  };
  const readRun = async (db: Db, call: RunCall): Promise<LocalRun> => toView(await findRun(db, call), now());
  return {
    'local.runs.list': async ({ principal }) => {
      const rows = await selectRuns(store.db, principal);
      return { status: 200, body: { success: true, data: rows.map((row) => toView(row, now())) } };
    },

    'local.runs.get': async (call) => ({ status: 200, body: { success: true, data: await readRun(store.db, call) } }),

    'local.runs.text': async (call) => {
      const { run } = await findRun(store.db, call);
      const { query } = call;
      const hasEnded = run.finished_at !== null;
      const text = (hasEnded ? run.result : liveTexts.read(run.id)?.text) ?? '';
      const data = {
        content_type: toContentType(run.kind),
        from: query.from,
        text: text.slice(query.from),
        ended: hasEnded,
      };
      return { status: 200, body: { success: true, data } };
    },

    'local.runs.cancel': async (call) => {
      const data = await store.transaction(async (tx) => {
        await readRun(tx, call);
        const result = liveTexts.read(call.params.run_id)?.text ?? null;
        if (!(await endRun(tx, call.params.run_id, { status: 'canceled', result }))) throw call.fail('run_not_active');
        await queue.cancel(call.params.run_id);
        return readRun(tx, call);
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}
