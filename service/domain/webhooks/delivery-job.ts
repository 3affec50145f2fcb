/** Sends a delivery; failures are retried with growing delays, each try as its own job. */
import { eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import { logger } from '#log/logger.ts';

import type { JobHandler } from '../../jobs/job.ts';
import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import { webhooks } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { DeliveryQueue, DeliveryRow } from './deliveries.ts';
import { type Attempt, type Receiver, sendDelivery } from './send.ts';

const log = logger('webhooks');

export const DELIVERY_JOB = 'webhook-delivery';
/** Seconds before the second, third, … attempt: six attempts in about an hour and a half. */
export const RETRY_SECONDS: readonly number[] = [15, 60, 240, 960, 3840];

export interface DeliveryPayload {
  readonly delivery_id: string;
  readonly team: string;
  /** The team with the webhook, or with the server of a URL that was named for a single event. */
  readonly receiver: string;
}

export function toDeliveryPayload({ id, team_id, webhook_id, url }: DeliveryRow): DeliveryPayload {
  const team = String(team_id);
  const receiver = webhook_id === null ? new URL(url ?? '').origin : `webhook ${webhook_id}`;
  return { delivery_id: id, team, receiver: `${team} ${receiver}` };
}

export interface DeliveryJobOptions {
  readonly outbound: GuardedFetch;
  readonly queue: DeliveryQueue;
  readonly retrySeconds: readonly number[];
  now(): Date;
}

type StartedJob = { readonly delivery: DeliveryRow; readonly receiver: Receiver };

const isThisDelivery = (id: string) => eq(webhook_deliveries.id, id);

async function failDelivery(tx: Db, id: string, error: string): Promise<void> {
  const values = { status: 'failed' as const, error, next_attempt_at: null, finished_at: sql`now()`, secret: null };
  await tx.update(webhook_deliveries).set(values).where(isThisDelivery(id));
}

async function findReceiver(tx: Db, { webhook_id, url, secret }: DeliveryRow): Promise<Receiver | null> {
  if (webhook_id === null) {
    return url === null ? null : { url, secret, headers: null, timeout: LIMITS.webhookTimeout.default };
  }
  const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, webhook_id));
  return webhook?.active && webhook.deleted_at === null ? webhook : null;
}

/** Returns null if there is nothing to send any more. */
async function startDelivery(tx: Db, id: string): Promise<StartedJob | null> {
  const [delivery] = await tx.select().from(webhook_deliveries).where(isThisDelivery(id)).for('update');
  if (delivery?.status !== 'pending') return null;
  const receiver = await findReceiver(tx, delivery);
  if (receiver) return { delivery, receiver };
  await failDelivery(tx, id, 'The webhook was turned off or deleted before this was sent.');
  return null;
}

async function storeAttempt(
  tx: Db,
  { delivery }: StartedJob,
  attempt: Attempt,
  options: DeliveryJobOptions,
): Promise<void> {
  const { success, ...details } = attempt;
  const attempts = delivery.attempts + 1;
  const waitSeconds = success ? undefined : options.retrySeconds[attempts - 1];
  const { id, event_type: event } = delivery;
  log[success ? 'info' : 'warn']('delivery attempted', {
    delivery: id,
    event,
    attempts,
    success,
    next_in_s: waitSeconds,
  });
  const values =
    waitSeconds === undefined
      ? { status: success ? ('success' as const) : ('failed' as const), finished_at: options.now(), secret: null }
      : {};
  const next_attempt_at = waitSeconds === undefined ? null : new Date(options.now().getTime() + waitSeconds * 1000);
  await tx
    .update(webhook_deliveries)
    .set({ ...details, ...values, attempts, next_attempt_at })
    .where(isThisDelivery(delivery.id));
  if (waitSeconds !== undefined) await options.queue.enqueue(delivery, waitSeconds);
}

export function createDeliveryJob(options: DeliveryJobOptions): JobHandler<DeliveryPayload> {
  return {
    concurrency: 64,
    // A slow receiver delays only its own deliveries.
    limits: [
      { key: 'receiver', max: 2 },
      { key: 'team', max: 16 },
    ],

    run: async (job) => {
      const startedDelivery = await job.transaction((tx) => startDelivery(tx, job.payload.delivery_id));
      if (!startedDelivery) return;
      const attempt = await sendDelivery(
        options.outbound,
        startedDelivery.receiver,
        startedDelivery.delivery,
        job.signal,
      );
      await job.finish((tx) => storeAttempt(tx, startedDelivery, attempt, options));
    },

    recordEnd: async (job, tx) => {
      await failDelivery(tx, job.payload.delivery_id, 'The service couldn’t send this.');
    },
  };
}
