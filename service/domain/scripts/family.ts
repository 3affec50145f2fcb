/** Serves scripts, and generates outlines, drafts and humanized texts in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { contentHandlers } from './content.ts';
import { detailHandlers } from './details.ts';
import { cutHandlers } from './local-cuts.ts';
import { scriptHandlers, type ScriptServices } from './handlers.ts';
import { localRunHandlers, type LocalRunServices } from './local-runs.ts';
import { rewriteHandlers } from './rewrites.ts';
import { RUN_JOB, runJob, type RunJobOptions } from './run-job.ts';
import { createRunQueue } from './run-queue.ts';
import { runHandlers } from './runs.ts';

export const scriptFamily = {
  handlers: (services: ScriptServices & LocalRunServices) => ({
    ...scriptHandlers(services),
    ...contentHandlers(services),
    ...detailHandlers(services),
    ...cutHandlers(services),
    ...runHandlers(services),
    ...localRunHandlers(services),
    ...rewriteHandlers(services),
  }),
  register: (jobs: Jobs, options: RunJobOptions): void => jobs.register(RUN_JOB, runJob(options)),
  queues: (jobs: Jobs) => ({ runs: createRunQueue(jobs, RUN_JOB) }),
};
