import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { WebhookDelivery } from '#contract/schema/webhook.ts';

import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import type { Db } from '../../store/store.ts';
import type { Principal } from '../call.ts';
import type { DeliveryRow, WebhookRow } from './deliveries.ts';
import { computeSignature } from './signature.ts';
import { filterVisibleDeliveries } from './visibility.ts';

export function toWebhookView({ id, name, url, events, active }: WebhookRow) {
  return { id, name, url, events, active };
}

/** Maps webhooks to success rates; those without a finished delivery are missing. */
export async function readSuccessRates(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: sql<number>`${webhook_deliveries.webhook_id}`.mapWith(Number),
      rate: sql<number>`round(100.0 * count(*) filter (where ${webhook_deliveries.status} = 'success') / count(*), 1)`.mapWith(
        Number,
      ),
    })
    .from(webhook_deliveries)
    .where(and(inArray(webhook_deliveries.webhook_id, [...ids]), ne(webhook_deliveries.status, 'pending')))
    .groupBy(webhook_deliveries.webhook_id);
  return new Map(rows.map(({ id, rate }) => [id, rate]));
}

export function toShortView({ id, event_type, status, response_code, created_at }: DeliveryRow) {
  return { id, event_type, status, response_code, created_at: created_at.toISOString() };
}

/** Includes everything about a delivery except its signature. */
export function toDeliveryView(row: DeliveryRow) {
  return {
    ...toShortView(row),
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    duration_ms: row.duration_ms,
    error: row.error,
    response_body: row.response_body,
    payload: row.payload,
    timestamp: row.happened_at.toISOString(),
  };
}

export async function readLastDeliveries(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, ReturnType<typeof toShortView>>();
  const rows = await db
    .selectDistinctOn([webhook_deliveries.webhook_id])
    .from(webhook_deliveries)
    .where(inArray(webhook_deliveries.webhook_id, [...ids]))
    .orderBy(webhook_deliveries.webhook_id, desc(webhook_deliveries.created_at));
  return new Map(rows.map((row) => [row.webhook_id ?? 0, toShortView(row)]));
}

/**
 * Returns the last deliveries, newest first; contents only if the caller can reach the channel they mention, and the
 * signature of a body only if they may change the webhook.
 */
export async function listDeliveries(db: Db, webhook: WebhookRow, principal: Principal): Promise<WebhookDelivery[]> {
  const rows = await db
    .select()
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.webhook_id, webhook.id))
    .orderBy(desc(webhook_deliveries.created_at), desc(webhook_deliveries.id))
    .limit(LIMITS.webhookDeliveries);
  const visibleRows = await filterVisibleDeliveries(db, rows, principal);
  return rows.map((row) => {
    const { error, response_body, payload, ...summary } = toDeliveryView(row);
    if (!visibleRows.has(row.id)) return summary;
    const contents = { ...summary, error, response_body, payload };
    if (!principal.abilities.has('webhooks:write')) return contents;
    return { ...contents, signature: computeSignature(webhook.secret, row.payload) };
  });
}
