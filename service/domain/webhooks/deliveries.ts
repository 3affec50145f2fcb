import { type EventData, type EventName, EVENTS } from '#contract/events.ts';

import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import type { webhooks } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { toApiPayload, type WebhookEvent } from './payload.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhook_deliveries.$inferSelect;

export interface DeliveryQueue {
  /** Must be called in the transaction that writes the delivery. */
  enqueue(delivery: DeliveryRow, afterSeconds: number): Promise<void>;
}

/** The receiver: a webhook, or a URL named for a single event. */
export type Target =
  | { readonly webhook_id: number }
  | { readonly url: string; readonly secret: string | null; readonly thumbnail_run_id: string | null };

/** Returns null if this event was already written for this target. */
export async function insertDelivery(
  tx: Db,
  target: Target,
  event: WebhookEvent,
  fields: Pick<typeof webhook_deliveries.$inferInsert, 'status' | 'error' | 'attempts' | 'payload'> = {
    payload: toApiPayload(event),
  },
): Promise<DeliveryRow | null> {
  const { team_id, event_id, event_type, happened_at } = event;
  const [row] = await tx
    .insert(webhook_deliveries)
    .values({ team_id, event_id, event_type, happened_at, ...target, ...fields })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export function createTestEvent(team_id: number, now: Date): WebhookEvent {
  const data: EventData<'webhook.test'> = { message: 'This is a test of your webhook.' };
  const event_type: EventName = 'webhook.test';
  return { team_id, event_id: null, event_type, happened_at: now, data: EVENTS['webhook.test'].parse(data) };
}
