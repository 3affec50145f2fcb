/** Puts the families of operations together: their handlers, the jobs behind them, and the queues of those jobs. */
import { agentRunFamily } from './domain/agent-runs/family.ts';
import type { Handlers } from './domain/call.ts';
import { channelFamily } from './domain/channels/family.ts';
import { ideaFamily } from './domain/ideas/family.ts';
import { intelFamily } from './domain/intel/family.ts';
import { projectFamily } from './domain/projects/family.ts';
import { scriptFamily } from './domain/scripts/family.ts';
import { teamFamily } from './domain/team/family.ts';
import { thumbnailFamily } from './domain/thumbnails/family.ts';
import { videoFamily } from './domain/videos/family.ts';
import { createDeliveryQueue, webhookFamily } from './domain/webhooks/family.ts';
import { type Connections, createConnectionHandlers } from './connections/connections.ts';
import type { Jobs } from './jobs/jobs.ts';

type ServicesOf<F extends { handlers(services: never): unknown }> = Parameters<F['handlers']>[0];

export type HandlerServices = ServicesOf<typeof agentRunFamily> &
  ServicesOf<typeof channelFamily> &
  ServicesOf<typeof ideaFamily> &
  ServicesOf<typeof intelFamily> &
  ServicesOf<typeof projectFamily> &
  ServicesOf<typeof scriptFamily> &
  ServicesOf<typeof teamFamily> &
  ServicesOf<typeof thumbnailFamily> &
  ServicesOf<typeof videoFamily> &
  ServicesOf<typeof webhookFamily>;

export function createHandlers(services: HandlerServices, connections: Connections): Handlers {
  return {
    ...agentRunFamily.handlers(services),
    ...channelFamily.handlers(services),
    ...ideaFamily.handlers(services),
    ...intelFamily.handlers(services),
    ...projectFamily.handlers(services),
    ...scriptFamily.handlers(services),
    ...teamFamily.handlers(services),
    ...thumbnailFamily.handlers(services),
    ...videoFamily.handlers(services),
    ...webhookFamily.handlers(services),
    ...createConnectionHandlers(connections, services),
  };
}

type OptionsOf<F extends { register(jobs: Jobs, options: never): void }> = Parameters<F['register']>[1];

export type JobOptions = OptionsOf<typeof ideaFamily> &
  OptionsOf<typeof projectFamily> &
  OptionsOf<typeof scriptFamily> &
  OptionsOf<typeof videoFamily> &
  OptionsOf<typeof webhookFamily> &
  Omit<OptionsOf<typeof agentRunFamily>, 'engines'> &
  Omit<OptionsOf<typeof thumbnailFamily>, 'deliveries'> & {
    readonly agentEngines: OptionsOf<typeof agentRunFamily>['engines'];
  };

export function registerJobs(jobs: Jobs, options: JobOptions): void {
  scriptFamily.register(jobs, options);
  agentRunFamily.register(jobs, { ...options, engines: options.agentEngines });
  ideaFamily.register(jobs, options);
  projectFamily.register(jobs, options);
  thumbnailFamily.register(jobs, { ...options, deliveries: createDeliveryQueue(jobs) });
  videoFamily.register(jobs, options);
  webhookFamily.register(jobs, options);
}

export const createQueues = (jobs: Jobs) => ({
  ...scriptFamily.queues(jobs),
  ...agentRunFamily.queues(jobs),
  ...ideaFamily.queues(jobs),
  ...projectFamily.queues(jobs),
  ...thumbnailFamily.queues(jobs),
  ...videoFamily.queues(jobs),
  ...webhookFamily.queues(jobs),
});
