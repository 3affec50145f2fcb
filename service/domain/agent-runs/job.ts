/**
 * Runs an agent run: research, outline, script, sources. Each finished step is stored, so a killed run resumes after
 * it; texts, evidence, charge and events are written once, when it ends.
 */
import { sql } from 'drizzle-orm';

import { toTextOrNull } from '#contract/to-text.ts';

import { EngineError, type TextControl, type TextProgress } from '../../engines/text/text-engine.ts';
import type { PaidRequests } from '../../files/paid-requests.ts';
import type { Job, JobEnd, JobHandler } from '../../jobs/job.ts';
import { agent_runs } from '../../store/schema-agent-runs.ts';
import type { Db } from '../../store/store.ts';
import { matchEvidence } from '../scripts/evidence.ts';
import type { LiveTexts } from '../scripts/live-text.ts';
import { isAnswerOnly } from '../scripts/run-job.ts';
import type { RunPayload } from '../scripts/run-queue.ts';
import { completeRun } from './complete.ts';
import { isActiveAgentRun, type AgentRunEnd, endAgentRun } from './end.ts';
import type { AgentEngines, SearchEngines } from './engines.ts';
import { gatherResearch, type PageReader, type Research } from './sources.ts';
import { type StartedRun, startRun, StepRunner, addResearch, RunFailedError, type WrittenText } from './steps.ts';

export const AGENT_RUN_JOB = 'agent-run';
type AgentJob = Job<RunPayload>;

export interface AgentRunJobOptions {
  readonly engines: AgentEngines;
  readonly reader: PageReader;
  readonly search: SearchEngines;
  readonly liveTexts: LiveTexts;
  readonly answers: PaidRequests;
  now(): Date;
}

/** Start and share of each step, in percent of the whole run. */
const SHARES = {
  researching: [0, 20],
  deep_research: [0, 30],
  generating_outline: [30, 10],
  generating_script: [40, 55],
  checking_sources: [95, 5],
} as const;
type Step = keyof typeof SHARES;

/** Searches for the title, and also for the topic if it differs. */
const listQueries = ({ title, topic }: StartedRun['script']): string[] =>
  [...new Set([title.trim(), topic.trim()])].filter((question) => question !== '');

const NO_RESEARCH: Research = { sources: [], issues: [], pages: 0 };

class AgentRunWork {
  readonly #job: AgentJob;
  readonly #options: AgentRunJobOptions;
  readonly #started: StartedRun;
  readonly #steps: StepRunner;

  constructor(job: AgentJob, options: AgentRunJobOptions, startedJob: StartedRun) {
    this.#job = job;
    this.#options = options;
    this.#started = startedJob;
    this.#steps = new StepRunner(job, options.answers, startedJob);
  }

  async run(): Promise<void> {
    const research = await this.#gatherResearch();
    const brief = addResearch(this.#started, research);
    const { engine } = this.#started;
    const outline = await this.#write('generating_outline', (control) => engine.outline(brief, control));
    const script = await this.#write('generating_script', (control) =>
      engine.script({ ...brief, outline: outline.markdown }, control),
    );
    this.#reportProgress('checking_sources', 'Recording the sources used', 0);
    const evidence = matchEvidence(script.markdown, research.sources, script.citations);
    await this.#job.finish((tx) => completeRun(tx, { started: this.#started, research, outline, script, evidence }));
    await this.#options.answers.settle(this.#job.id);
  }

  async #gatherResearch(): Promise<Research> {
    const { run, script } = this.#started;
    if (run.research === 'off') return NO_RESEARCH;
    const isDeep = run.research === 'deep_research';
    const engines = isDeep ? await this.#options.search.getCurrent(run.team_id) : [];
    if (script.research_urls.length + script.research_texts.length === 0 && engines.length === 0) {
      const hint = isDeep ? ', and neither a search engine nor YouTube is connected' : '';
      const message = `There was nothing to research: the script has no research pages or texts${hint}.`;
      return { ...NO_RESEARCH, issues: run.research === 'auto' ? [] : [message] };
    }
    const step = isDeep ? 'deep_research' : 'researching';
    return this.#steps.runOnce(step, () =>
      gatherResearch({
        urls: script.research_urls,
        texts: script.research_texts,
        about: [script.title, script.topic, script.angle ?? '', script.prompt ?? ''].join(' '),
        isDeep,
        search: { engines, queries: listQueries(script) },
        reader: this.#options.reader,
        signal: this.#job.signal,
        onPage: (label, done, total) => this.#reportProgress(step, label, total === 0 ? 0 : done / total),
        now: () => this.#options.now(),
      }),
    );
  }

  #write(
    step: 'generating_outline' | 'generating_script',
    write: (control: TextControl) => Promise<WrittenText>,
  ): Promise<WrittenText> {
    return this.#steps.runOnce(step, () => {
      const onProgress = ({ label, done, total }: TextProgress): void =>
        this.#reportProgress(step, label, total > 0 ? done / total : 0);
      const liveControl = this.#options.liveTexts.follow(
        this.#job.id,
        step === 'generating_outline' ? 'outline' : 'script',
      );
      const { id, signal } = this.#job;
      const once: TextControl['once'] = (part, ask) => this.#options.answers.askOnce(id, `${step}-${part}`, ask);
      return write({ signal, onProgress, ...liveControl, once });
    });
  }

  #reportProgress(step: Step, label: string, share: number): void {
    const [from, span] = SHARES[step];
    this.#job.progress({ step, label, percent: Math.round(from + span * Math.min(1, Math.max(0, share))) });
  }
}

function toRunEnd(end: JobEnd): AgentRunEnd {
  if (end.kind === 'canceled') return { status: 'cancelled', error: 'The run was cancelled.' };
  const { error } = end;
  if (error instanceof EngineError) {
    const usage = error.usage && { ...error.usage };
    const { message, kind, detail } = error;
    return { status: 'failed', error: message, error_code: kind, error_detail: detail ?? kind, usage };
  }
  if (error instanceof RunFailedError) return { status: 'failed', error: error.message };
  const message = 'The service couldn’t finish this. Its credits were returned.';
  return { status: 'failed', error: message, error_detail: error.name };
}

async function saveProgress(job: AgentJob, tx: Db, value: object): Promise<void> {
  const { step, label, percent } = value as { step?: unknown; label?: unknown; percent?: unknown };
  await tx
    .update(agent_runs)
    .set({
      status: sql`case when ${agent_runs.status} = 'pending' then 'running' else ${agent_runs.status} end`,
      current_step: toTextOrNull(step),
      current_step_label: toTextOrNull(label),
      // Progress never moves backwards on resume.
      percent: sql`greatest(${agent_runs.percent}, ${typeof percent === 'number' ? percent : 0}::int)`,
    })
    .where(isActiveAgentRun(job.payload.run_id));
}

export function createAgentRunJob(options: AgentRunJobOptions): JobHandler<RunPayload> {
  return {
    concurrency: 2,
    run: async (job) => {
      const startedJob = await startRun(job, options.engines);
      if (startedJob) await new AgentRunWork(job, options, startedJob).run();
    },
    cleanUp: (job) => options.liveTexts.end(job.id),
    saveProgress,
    recordEnd: async (job, tx, end) => {
      const { run_id } = job.payload;
      await endAgentRun(tx, run_id, toRunEnd(end), isAnswerOnly(end) ? null : options.liveTexts.read(run_id));
    },
  };
}
