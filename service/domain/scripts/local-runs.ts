import { and, desc, eq, type SQL } from 'drizzle-orm';

import type { LocalRun } from '#contract/schema/script.ts';

import type { Call, Handlers } from '../call.ts';
import { runCredits } from './run-ledger.ts';
import type { LiveTexts } from './live-text.ts';
import { contentType, endRun } from './run-job.ts';
import type { Services } from '../services.ts';
import { runs, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

const NEWEST = 100;

type Row = Awaited<ReturnType<typeof select>>[number];

function select(db: Db, found: SQL | undefined) {
  return db
    .select({
      run: runs,
      script_title: scripts.title,
      channel_id: scripts.channel_id,
      credits: runCredits(runs.id),
    })
    .from(runs)
    .innerJoin(scripts, eq(scripts.id, runs.script_id))
    .where(found)
    .orderBy(desc(runs.created_at), desc(runs.id))
    .limit(NEWEST);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const whole = (value: unknown): number | null => (typeof value === 'number' ? Math.trunc(value) : null);

function view({ run, script_title, channel_id, credits }: Row, now: Date): LocalRun {
  const { progress, usage } = run;
  const over = run.finished_at !== null;
  const elapsed = run.started_at && ((run.finished_at ?? now).getTime() - run.started_at.getTime()) / 1000;
  return {
    run_id: run.id,
    script_id: run.script_id,
    channel_id,
    script_title,
    kind: run.kind,
    status: run.status,
    current_step: over ? null : text(progress?.['step']),
    current_step_label: over ? null : text(progress?.['label']),
    progress: run.status === 'completed' ? 100 : whole(progress?.['percent']),
    elapsed_seconds: elapsed === null ? null : Math.max(0, Math.floor(elapsed)),
    credits,
    engine: run.engine,
    is_language_model: run.is_language_model,
    usage: usage && {
      prompt_tokens: whole(usage['prompt_tokens']),
      completion_tokens: whole(usage['completion_tokens']),
      reasoning_tokens: whole(usage['reasoning_tokens']),
      total_tokens: whole(usage['total_tokens']) ?? 0,
    },
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

export function localRunHandlers({ store, runs: queue, liveTexts, now }: LocalRunServices): RunHandlers {
  const one = async (db: Db, { principal, params, fail }: Call<'local.runs.get'>): Promise<LocalRun> => {
    const [row] = await select(db, and(eq(runs.id, params.run_id), eq(runs.team_id, principal.teamId)));
    if (!row) throw fail('run_not_found');
    return view(row, now());
  };
  return {
    'local.runs.list': async ({ principal }) => {
      const rows = await select(store.db, eq(runs.team_id, principal.teamId));
      return { status: 200, body: { success: true, data: rows.map((row) => view(row, now())) } };
    },

    'local.runs.get': async (call) => ({ status: 200, body: { success: true, data: await one(store.db, call) } }),

    'local.runs.text': async ({ principal, params: { run_id }, query, fail }) => {
      const found = and(eq(runs.id, run_id), eq(runs.team_id, principal.teamId));
      const [run] = await store.db
        .select({ kind: runs.kind, result: runs.result, finished_at: runs.finished_at })
        .from(runs)
        .where(found);
      if (!run) throw fail('run_not_found');
      const ended = run.finished_at !== null;
      const text = (ended ? run.result : liveTexts.read(run_id)?.text) ?? '';
      const data = { content_type: contentType(run.kind), from: query.from, text: text.slice(query.from), ended };
      return { status: 200, body: { success: true, data } };
    },

    'local.runs.cancel': async (call) => {
      const data = await store.transaction(async (tx) => {
        await one(tx, call);
        const result = liveTexts.read(call.params.run_id)?.text ?? null;
        if (!(await endRun(tx, call.params.run_id, { status: 'canceled', result }))) throw call.fail('run_not_active');
        await queue.cancel(call.params.run_id);
        return one(tx, call);
      });
      return { status: 200, body: { success: true, data } };
    },
  };
}
