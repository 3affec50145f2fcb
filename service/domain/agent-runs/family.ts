/** Serves agent runs, and works on them in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createRunQueue } from '../scripts/run-queue.ts';
import { createAgentRunHandlers, type AgentRunServices } from './handlers.ts';
import { AGENT_RUN_JOB, createAgentRunJob, type AgentRunJobOptions } from './job.ts';
import { createLocalAgentRunHandlers } from './local.ts';

export const agentRunFamily = {
  handlers: (services: AgentRunServices) => ({
    ...createAgentRunHandlers(services),
    ...createLocalAgentRunHandlers(services),
  }),
  register: (jobs: Jobs, options: AgentRunJobOptions): void => jobs.register(AGENT_RUN_JOB, createAgentRunJob(options)),
  queues: (jobs: Jobs) => ({ agentRuns: createRunQueue(jobs, AGENT_RUN_JOB) }),
};
