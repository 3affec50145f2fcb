/** Serves agent runs, and works on them in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createRunQueue } from '../scripts/run-queue.ts';
import { agentRunHandlers, type AgentRunServices } from './handlers.ts';
import { AGENT_RUN_JOB, agentRunJob, type AgentRunJobOptions } from './job.ts';
import { localAgentRunHandlers } from './local.ts';

export const agentRunFamily = {
  handlers: (services: AgentRunServices) => ({ ...agentRunHandlers(services), ...localAgentRunHandlers(services) }),
  register: (jobs: Jobs, options: AgentRunJobOptions): void => jobs.register(AGENT_RUN_JOB, agentRunJob(options)),
  queues: (jobs: Jobs) => ({ agentRuns: createRunQueue(jobs, AGENT_RUN_JOB) }),
};
