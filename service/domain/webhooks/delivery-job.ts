/** Sends a delivery; what fails is tried again after ever longer times, each try a job of its own. */
import { eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { JobHandler } from '../../jobs/job.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import { webhooks } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { DeliveryQueue, DeliveryRow } from './deliveries.ts';
import { type Attempt, type Receiver, send } from './send.ts';

export const DELIVERY_JOB = 'webhook-delivery';
/** Seconds to the second, third, … attempt: six attempts in about an hour and a half. */
export const RETRY_SECONDS: readonly number[] = [15, 60, 240, 960, 3840];

export interface DeliveryPayload {
  readonly delivery_id: string;
}

export interface DeliveryJobOptions {
  readonly outbound: GuardedFetch;
  readonly queue: DeliveryQueue;
  readonly retrySeconds: readonly number[];
  now(): Date;
  /** Told of failures that nobody foresaw. */
  onFailure(error: Error): void;
}

type Begun = { readonly delivery: DeliveryRow; readonly receiver: Receiver };

const ofDelivery = (id: string) => eq(webhook_deliveries.id, id);

async function giveUp(tx: Db, id: string, error: string): Promise<void> {
  const end = { status: 'failed' as const, error, next_attempt_at: null, finished_at: sql`now()`, secret: null };
  await tx.update(webhook_deliveries).set(end).where(ofDelivery(id));
}

async function receiverOf(tx: Db, { webhook_id, url, secret }: DeliveryRow): Promise<Receiver | null> {
  if (webhook_id === null) {
    return url === null ? null : { url, secret, headers: null, timeout: LIMITS.webhookTimeout.default };
  }
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, webhook_id));
  return webhook?.active && webhook.deleted_at === null ? webhook : null;
}

/** Null where there is nothing to send any more. */
async function begin(tx: Db, id: string): Promise<Begun | null> {
  const [delivery] = await tx.select().from(webhook_deliveries).where(ofDelivery(id)).for('update');
  if (delivery?.status !== 'pending') return null;
  const receiver = await receiverOf(tx, delivery);
  if (receiver) return { delivery, receiver };
  await giveUp(tx, id, 'The webhook was switched off or deleted before this was sent.');
  return null;
}

async function note(tx: Db, { delivery }: Begun, attempt: Attempt, options: DeliveryJobOptions): Promise<void> {
  const { success, ...told } = attempt;
  const attempts = delivery.attempts + 1;
  const wait = success ? undefined : options.retrySeconds[attempts - 1];
  const end =
    wait === undefined
      ? { status: success ? ('success' as const) : ('failed' as const), finished_at: options.now(), secret: null }
      : {};
  const next_attempt_at = wait === undefined ? null : new Date(options.now().getTime() + wait * 1000);
  await tx
    .update(webhook_deliveries)
    .set({ ...told, ...end, attempts, next_attempt_at })
    .where(ofDelivery(delivery.id));
  if (wait !== undefined) await options.queue.enqueue(delivery.id, wait);
}

export function deliveryJob(options: DeliveryJobOptions): JobHandler<DeliveryPayload> {
  return {
    concurrency: 8,

    run: async (job) => {
      const begun = await job.transaction((tx) => begin(tx, job.payload.delivery_id));
      if (!begun) return;
      const attempt = await send(options.outbound, begun.receiver, begun.delivery, job.signal);
      await job.finish((tx) => note(tx, begun, attempt, options));
    },

    ended: async (job, tx, end) => {
      if (end.kind === 'failed') options.onFailure(end.error);
      await giveUp(tx, job.payload.delivery_id, 'The service could not send this.');
    },
  };
}
