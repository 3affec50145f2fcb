/** Serves webhooks, and delivers events to them in jobs. */
import type { Jobs } from '../../jobs/jobs.ts';
import type { DeliveryQueue } from './deliveries.ts';
import { DELIVERY_JOB, createDeliveryJob, type DeliveryJobOptions, toDeliveryPayload } from './delivery-job.ts';
import { createWebhookHandlers, type WebhookServices } from './handlers.ts';

export const createDeliveryQueue = (jobs: Jobs): DeliveryQueue => ({
  enqueue: async (delivery, afterSeconds) => {
    await jobs.enqueue(DELIVERY_JOB, toDeliveryPayload(delivery), { afterSeconds });
  },
});

export const webhookFamily = {
  handlers: (services: WebhookServices) => createWebhookHandlers(services),
  queues: (jobs: Jobs) => ({ deliveryQueue: createDeliveryQueue(jobs) }),
  register: (jobs: Jobs, options: Omit<DeliveryJobOptions, 'queue'>): void =>
    jobs.register(DELIVERY_JOB, createDeliveryJob({ ...options, queue: createDeliveryQueue(jobs) })),
};
