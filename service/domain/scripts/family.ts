/** Serves scripts, and generates outlines, drafts and humanized texts in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createContentHandlers } from './content.ts';
import { createDetailHandlers } from './details.ts';
import { createCutHandlers } from './local-cuts.ts';
import { createScriptHandlers, type ScriptServices } from './handlers.ts';
import { createLocalRunHandlers, type LocalRunServices } from './local-runs.ts';
import { createRewriteHandlers } from './rewrites.ts';
import { RUN_JOB, runJob, type RunJobOptions } from './run-job.ts';
import { createRunQueue } from './run-queue.ts';
import { createRunHandlers } from './runs.ts';

export const scriptFamily = {
  handlers: (services: ScriptServices & LocalRunServices) => ({
    ...createScriptHandlers(services),
    ...createContentHandlers(services),
    ...createDetailHandlers(services),
    ...createCutHandlers(services),
    ...createRunHandlers(services),
    ...createLocalRunHandlers(services),
    ...createRewriteHandlers(services),
  }),
  register: (jobs: Jobs, options: RunJobOptions): void => jobs.register(RUN_JOB, runJob(options)),
  queues: (jobs: Jobs) => ({ runs: createRunQueue(jobs, RUN_JOB) }),
};
