/** Serves ideas, and generates them in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { createIdeaGenerationHandlers, type IdeaGenerationServices } from './generation.ts';
import { IDEAS_JOB, type IdeasJobOptions, type IdeasQueue, createIdeasJob } from './generation-job.ts';
import { createIdeaHandlers } from './handlers.ts';
import { createLocalIdeaHandlers } from './local.ts';

export const ideaFamily = {
  handlers: (services: IdeaGenerationServices & Parameters<typeof createIdeaHandlers>[0]) => ({
    ...createIdeaHandlers(services),
    ...createLocalIdeaHandlers(services),
    ...createIdeaGenerationHandlers(services),
  }),
  register: (jobs: Jobs, options: IdeasJobOptions): void => jobs.register(IDEAS_JOB, createIdeasJob(options)),
  queues: (jobs: Jobs) => ({
    ideas: {
      enqueue: async (payload, id) => {
        await jobs.enqueue(IDEAS_JOB, payload, { id });
      },
    } satisfies IdeasQueue,
  }),
};
