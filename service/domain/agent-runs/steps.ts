/** Loads the input of a run and its finished steps. */
import { and, eq, sql } from 'drizzle-orm';

import { findAgentModel } from '#contract/agent-models.ts';

import type { TextBrief, TextEngine, TextResult } from '../../engines/text/text-engine.ts';
import type { PaidRequests } from '../../files/paid-requests.ts';
import type { Job } from '../../jobs/job.ts';
import { agent_run_steps, agent_runs } from '../../store/schema-agent-runs.ts';
import { type JsonObject, scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ScriptRow } from '../access.ts';
import { readTextBrief } from '../scripts/brief.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import { isActiveAgentRun } from './end.ts';
import type { AgentEngines } from './engines.ts';
import type { Research } from './sources.ts';
import type { AgentRunRow } from './view.ts';

/** The message tells people in one sentence why a run cannot continue. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError';
}

export type WrittenText = TextResult;

export interface StartedRun {
  readonly run: AgentRunRow;
  readonly script: ScriptRow;
  readonly brief: TextBrief;
  readonly engine: TextEngine;
  /** Maps step names to their results. */
  readonly stepResults: ReadonlyMap<string, JsonObject>;
}

type AgentJob = Job<RunPayload>;

async function resolveEngine(engines: AgentEngines, run: AgentRunRow): Promise<TextEngine> {
  const model = findAgentModel(run.model);
  const choice = model && (await engines.resolve(run.team_id, model));
  if (choice?.kind !== 'ready') {
    throw new RunFailedError('The model chosen for this run is no longer connected. Connect it and start again.');
  }
  return choice.engine();
}

/** Returns this run's steps, and the deep research of the run it reuses. */
async function loadFinishedSteps(tx: Db, run: AgentRunRow): Promise<Map<string, JsonObject>> {
  const steps = await tx.select().from(agent_run_steps).where(eq(agent_run_steps.run_id, run.id));
  const results = new Map(steps.map(({ step, result }) => [step, result]));
  if (run.reused_run_id !== null && !results.has('deep_research')) {
    const [reusedStep] = await tx
      .select()
      .from(agent_run_steps)
      .where(and(eq(agent_run_steps.run_id, run.reused_run_id), eq(agent_run_steps.step, 'deep_research')));
    if (reusedStep) results.set('deep_research', reusedStep.result);
  }
  return results;
}

/**
 * Returns null if the run was cancelled before it started.
 * @throws RunFailedError
 */
export async function startRun(job: AgentJob, engines: AgentEngines): Promise<StartedRun | null> {
  const isActiveRun = isActiveAgentRun(job.payload.run_id);
  const [activeRun] = await job.transaction((tx) => tx.select().from(agent_runs).where(isActiveRun));
  if (!activeRun) return null;
  const engine = await resolveEngine(engines, activeRun);
  return job.transaction(async (tx) => {
    const [run] = await tx
      .update(agent_runs)
      .set({
        status: 'pending',
        executor: engine.label,
        is_language_model: engine.isLanguageModel,
        started_at: sql`coalesce(${agent_runs.started_at}, now())`,
      })
      .where(isActiveRun)
      .returning();
    const [script] = run ? await tx.select().from(scripts).where(eq(scripts.id, run.script_id)) : [];
    if (!run || !script) return null;
    const brief = { ...(await readTextBrief(tx, script)), visualCues: run.visual_cues };
    return { run, script, brief, engine, stepResults: await loadFinishedSteps(tx, run) };
  });
}

/** Puts a line with the source above each text, but only for models: the offline composer would use it as content. */
export function addResearch({ brief, engine }: StartedRun, { sources }: Research): TextBrief {
  const researchTexts = sources.map(({ title, url, text }) =>
    engine.isLanguageModel ? [`Source: ${title}${url === null ? '' : `, ${url}`}`, text].join('\n') : text,
  );
  // Passes no URLs: readable pages are already in the texts.
  return { ...brief, researchTexts, researchUrls: [] };
}

/** Runs each step once, even across restarts and if its result could not be stored. */
export class StepRunner {
  readonly #job: AgentJob;
  readonly #answers: PaidRequests;
  readonly #runId: number;
  readonly #results: ReadonlyMap<string, JsonObject>;

  constructor(job: AgentJob, answers: PaidRequests, { run, stepResults }: StartedRun) {
    this.#job = job;
    this.#answers = answers;
    this.#runId = run.id;
    this.#results = stepResults;
  }

  async runOnce<T extends object>(step: string, work: () => Promise<T>): Promise<T> {
    const storedResult = this.#results.get(step);
    // Only this version of the service, or an earlier one, writes this value, so the cast is safe.
    if (storedResult) return storedResult as unknown as T;
    const result = await this.#answers.askOnce(this.#job.id, step, work);
    this.#job.signal.throwIfAborted();
    await this.#job.transaction(async (tx) => {
      const values = { run_id: this.#runId, step, result: { ...result } as unknown as JsonObject };
      await tx.insert(agent_run_steps).values(values).onConflictDoNothing();
    });
    return result;
  }
}
