import { type EventData, type EventName, EVENTS } from '#contract/events.ts';

import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import type { JsonObject, webhooks } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof webhook_deliveries.$inferSelect;

export interface DeliveryQueue {
  /** Must be called in the transaction that writes the delivery. */
  enqueue(delivery: DeliveryRow, afterSeconds: number): Promise<void>;
}

/** Identifies the receiver: a webhook, or a URL named for a single event. */
export type Target =
  | { readonly webhook_id: number }
  | { readonly url: string; readonly secret: string | null; readonly thumbnail_run_id: string | null };

export interface Happening {
  readonly team_id: number;
  readonly event_id: string | null;
  readonly event_type: string;
  readonly happened_at: Date;
  readonly data: JsonObject;
}

/** Builds `{event, timestamp, data}` (spec 1 §6). */
function payloadOf({ event_type: event, happened_at, data }: Happening): string {
  return JSON.stringify({ event, timestamp: happened_at.toISOString(), data });
}

/** Returns null if this event was already written for this target. */
export async function insertDelivery(
  tx: Db,
  target: Target,
  happening: Happening,
  more: Pick<typeof webhook_deliveries.$inferInsert, 'status' | 'error' | 'attempts'> = {},
): Promise<DeliveryRow | null> {
  const { team_id, event_id, event_type, happened_at } = happening;
  const [row] = await tx
    .insert(webhook_deliveries)
    .values({ team_id, event_id, event_type, happened_at, payload: payloadOf(happening), ...target, ...more })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export function testHappening(team_id: number, now: Date): Happening {
  const data: EventData<'webhook.test'> = { message: 'This is a test of your webhook.' };
  const event_type: EventName = 'webhook.test';
  return { team_id, event_id: null, event_type, happened_at: now, data: EVENTS['webhook.test'].parse(data) };
}
