/** Serves ideas, and generates them in a job. */
import type { Jobs } from '../../jobs/jobs.ts';
import { ideaGenerationHandlers, type IdeaGenerationServices } from './generation.ts';
import { IDEAS_JOB, type IdeasJobOptions, type IdeasQueue, ideasJob } from './generation-job.ts';
import { ideaHandlers } from './handlers.ts';
import { localIdeaHandlers } from './local.ts';

export const ideaFamily = {
  handlers: (services: IdeaGenerationServices & Parameters<typeof ideaHandlers>[0]) => ({
    ...ideaHandlers(services),
    ...localIdeaHandlers(services),
    ...ideaGenerationHandlers(services),
  }),
  register: (jobs: Jobs, options: IdeasJobOptions): void => jobs.register(IDEAS_JOB, ideasJob(options)),
  queues: (jobs: Jobs) => ({
    ideas: {
      enqueue: async (payload, id) => {
        await jobs.enqueue(IDEAS_JOB, payload, { id });
      },
    } satisfies IdeasQueue,
  }),
};
