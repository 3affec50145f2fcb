/** Runs a canvas run. A killed run starts again; its text, charge and event are written once. */
import { and, eq, sql } from 'drizzle-orm';

import type { RunKind } from '#contract/schema/script.ts';
import { countWords } from '#markdown/words.ts';

import {
  EngineError,
  type TextBrief,
  type TextControl,
  type TextEngine,
  type TextProgress,
  type TextResult,
} from '../../engines/text/text-engine.ts';
import type { PaidRequests } from '../../files/paid-requests.ts';
import type { Job, JobEnd, JobHandler } from '../../jobs/job.ts';
import { runs, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';
import { emit } from '../events.ts';
import { ACTIVE_RUN } from './active-run.ts';
import { readTextBrief } from './brief.ts';
import { toPastedSources, storeEvidence, matchEvidence } from './evidence.ts';
import type { LiveTexts } from './live-text.ts';
import { chargeRun, isScriptPaid, releaseRun } from './run-ledger.ts';
import type { RunPayload } from './run-queue.ts';
import type { RunRow } from './runs.ts';
import type { TextEngines } from './text-engines.ts';

export const RUN_JOB = 'script-run';
type RunJob = Job<RunPayload>;

const isActiveRun = (runId: string) => and(eq(runs.id, runId), ACTIVE_RUN);

interface StartedJob {
  readonly run: RunRow;
  readonly script: ScriptRow;
  readonly brief: TextBrief;
}

/** Returns null if the run was cancelled before it started. */
async function startRun(tx: Db, job: RunJob): Promise<StartedJob | null> {
  const [run] = await tx
    .update(runs)
    .set({ status: 'running', started_at: sql`coalesce(${runs.started_at}, now())` })
    .where(isActiveRun(job.payload.run_id))
    .returning();
  if (!run) return null;
  const [script] = await tx.select().from(scripts).where(eq(scripts.id, run.script_id));
  return script ? { run, script, brief: await readTextBrief(tx, script) } : null;
}

async function storeEngine(tx: Db, runId: string, { label, isLanguageModel }: TextEngine): Promise<void> {
  await tx.update(runs).set({ engine: label, is_language_model: isLanguageModel }).where(isActiveRun(runId));
}

function generateText(
  engine: TextEngine,
  { run, script, brief }: StartedJob,
  control: TextControl,
): Promise<TextResult> {
  switch (run.kind) {
    case 'outline':
      return engine.outline(brief, control);
    case 'script':
      return engine.script({ ...brief, outline: script.outline }, control);
    case 'humanize':
      return engine.humanize({ ...brief, script: script.body }, control);
  }
}

async function storeText(tx: Db, script: ScriptRow, kind: RunKind, text: string): Promise<void> {
  const isRegeneration = kind === 'humanize' || (kind === 'script' && (await isScriptPaid(tx, script)));
  const change =
    kind === 'outline'
      ? { outline: text, outline_version: sql`${scripts.outline_version} + 1` }
      : { body: text, content_version: sql`${scripts.content_version} + 1` };
  await tx
    .update(scripts)
    .set({
      ...change,
      ...(isRegeneration && { regenerations_used: sql`${scripts.regenerations_used} + 1` }),
      production_status: sql`case ${scripts.production_status} when 'planning' then 'scripting' else ${scripts.production_status} end`,
    })
    .where(eq(scripts.id, script.id));
}

async function emitGenerated(tx: Db, script: ScriptRow, kind: RunKind, text: string): Promise<void> {
  const ids = { script_id: String(script.id), channel_id: String(script.channel_id) };
  const wordCount = countWords(text);
  if (kind === 'outline') {
    await emit(tx, script.team_id, 'script.outline.generated', { ...ids, outline_word_count: wordCount });
  } else if (kind === 'script') {
    await emit(tx, script.team_id, 'script.generated', { ...ids, script_word_count: wordCount });
  }
}

/** Writes text, version, charge, event and the end of the run in one transaction. */
async function completeRun(
  tx: Db,
  { run, script }: StartedJob,
  { markdown, usage, citations }: TextResult,
): Promise<void> {
  const updatedRows = await tx
    .update(runs)
    .set({ status: 'completed', result: markdown, usage: usage && { ...usage }, finished_at: sql`now()` })
    .where(isActiveRun(run.id))
    .returning({ id: runs.id });
  // The run was cancelled meanwhile: store and charge nothing.
  if (updatedRows.length === 0) return;
  await storeText(tx, script, run.kind, markdown);
  if (run.kind === 'script') {
    const sources = toPastedSources(script.research_texts, script.created_at);
    await storeEvidence(tx, script, null, matchEvidence(markdown, sources, citations));
  }
  await chargeRun(tx, script, run.id);
  await emitGenerated(tx, script, run.kind, markdown);
}

/**
 * Ends a run early and refunds its credits; `result` is its unfinished text. Returns null if it had already ended.
 */
export async function endRun(
  tx: Db,
  runId: string,
  end: Pick<typeof runs.$inferInsert, 'error' | 'error_code' | 'usage' | 'result'> & { status: 'failed' | 'canceled' },
): Promise<RunRow | null> {
  const [run] = await tx
    .update(runs)
    .set({ ...end, finished_at: sql`now()` })
    .where(isActiveRun(runId))
    .returning();
  if (!run) return null;
  await releaseRun(tx, run.team_id, run.id);
  return run;
}

function toRunEnd(end: JobEnd) {
  if (end.kind === 'canceled') return { status: 'canceled' as const };
  const { error } = end;
  if (error instanceof EngineError) {
    const usage = error.usage && { ...error.usage };
    return { status: 'failed' as const, error: error.message, error_code: error.kind, usage };
  }
  const message = 'The service couldn’t finish this. Nothing was charged.';
  return { status: 'failed' as const, error: message, error_code: 'internal' };
}

export const toContentType = (kind: RunKind): 'outline' | 'script' => (kind === 'outline' ? 'outline' : 'script');

/** Returns whether the model's text is an answer and no draft; the error quotes it. */
export const isAnswerOnly = (end: JobEnd): boolean =>
  end.kind === 'failed' && end.error instanceof EngineError && end.error.kind === 'no-draft';

function toPercent({ step, label, done, total }: TextProgress) {
  const percent = total > 0 ? Math.min(100, Math.max(0, Math.round((done / total) * 100))) : null;
  return { step, label, percent };
}

export interface RunJobOptions {
  readonly engines: TextEngines;
  readonly liveTexts: LiveTexts;
  readonly answers: PaidRequests;
}

export function runJob({ engines, liveTexts, answers }: RunJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 2,

    run: async (job) => {
      const startedJob = await job.transaction((tx) => startRun(tx, job));
      if (!startedJob) return;
      const { id, kind, team_id } = startedJob.run;
      const liveText = liveTexts.follow(id, toContentType(kind));
      const onProgress = (progress: TextProgress): void => job.progress(toPercent(progress));
      const result = await answers.askOnce(id, kind, async () => {
        const engine = await engines.getCurrent(team_id);
        await job.transaction((tx) => storeEngine(tx, id, engine));
        const control: TextControl = {
          signal: job.signal,
          onProgress,
          ...liveText,
          once: (part, ask) => answers.askOnce(id, `${kind}-${part}`, ask),
        };
        return generateText(engine, startedJob, control);
      });
      // Makes a stored answer available too, in case the run fails from here on.
      if (liveTexts.read(id) === null) liveText.onLive(() => result.markdown);
      await job.finish((tx) => completeRun(tx, startedJob, result));
      await answers.settle(id);
    },

    cleanUp: ({ payload }) => liveTexts.end(payload.run_id),

    saveProgress: async (job, tx, value) => {
      await tx
        .update(runs)
        .set({ progress: { ...value } })
        .where(isActiveRun(job.payload.run_id));
    },

    recordEnd: async (job, tx, end) => {
      const { run_id } = job.payload;
      await endRun(tx, run_id, {
        ...toRunEnd(end),
        result: isAnswerOnly(end) ? null : (liveTexts.read(run_id)?.text ?? null),
      });
    },
  };
}
