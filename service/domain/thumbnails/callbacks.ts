/** Calls the URL that a generation request named: sent, signed and retried like webhook deliveries (spec 3). */
import { desc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { CallbackDelivery } from '#contract/schema/webhook.ts';

import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type DeliveryQueue, insertDelivery } from '../webhooks/deliveries.ts';
import { toDeliveryView } from '../webhooks/view.ts';

interface CallbackTarget {
  readonly team_id: number;
  readonly callback_url: string | null;
  readonly callback_secret: string | null;
}

/** Stores the call in the transaction of its event; it is sent after the commit. */
export async function enqueueCallback(
  tx: Db,
  queue: DeliveryQueue,
  { team_id, callback_url: url, callback_secret: secret }: CallbackTarget,
  event_type: string,
  data: JsonObject,
  thumbnail_run_id: string | null = null,
): Promise<void> {
  if (url === null) return;
  const event = { team_id, event_id: null, event_type, happened_at: new Date(), data };
  const delivery = await insertDelivery(tx, { url, secret: secret === '' ? null : secret, thumbnail_run_id }, event);
  if (delivery) await queue.enqueue(delivery, 0);
}

/**
 * Returns a run's last callbacks, newest first. Never includes the signature: the secret is the caller's and is deleted
 * once the delivery ends.
 */
export async function listCallbackDeliveries(db: Db, runId: string): Promise<CallbackDelivery[]> {
  const rows = await db
    .select()
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.thumbnail_run_id, runId))
    .orderBy(desc(webhook_deliveries.created_at), desc(webhook_deliveries.id))
    .limit(LIMITS.webhookDeliveries);
  return rows.map((row) => toDeliveryView(row));
}
