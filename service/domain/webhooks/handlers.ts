import { and, asc, eq, isNull } from 'drizzle-orm';

import type { GuardedFetch } from '../../net/guarded-fetch.ts';
import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import { webhooks } from '../../store/schema.ts';
import { isUniqueViolation } from '../../store/sql-error.ts';
import type { Db, Store } from '../../store/store.ts';
import type { Call, Fail, Failing, Handlers } from '../call.ts';
import {
  type DeliveryQueue,
  type DeliveryRow,
  insertDelivery,
  createTestEvent,
  type WebhookRow,
} from './deliveries.ts';
import { buildPayload } from './payload.ts';
import { checkReceiverUrl } from './receiver-url.ts';
import { type Attempt, sendDelivery } from './send.ts';
import { createWebhookSecret } from './signature.ts';
import { listDeliveries, readLastDeliveries, toShortView, readSuccessRates, toWebhookView } from './view.ts';

export interface WebhookServices {
  readonly store: Store;
  readonly outbound: GuardedFetch;
  readonly deliveryQueue: DeliveryQueue;
  now(): Date;
}

type WebhookHandlers = Pick<
  Handlers,
  | 'webhooks.list'
  | 'webhooks.create'
  | 'webhooks.get'
  | 'webhooks.update'
  | 'webhooks.delete'
  | 'webhooks.test'
  | 'local.webhooks.resend'
>;

async function reachWebhook(
  db: Db,
  { principal, fail }: Failing<'webhook_not_found'>,
  id: number,
): Promise<WebhookRow> {
  const [row] = await db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.id, id), eq(webhooks.team_id, principal.teamId), isNull(webhooks.deleted_at)));
  if (!row) throw fail('webhook_not_found');
  return row;
}

/** An empty list means all events, like null. */
const toEvents = (events: readonly string[] | null | undefined): string[] | null =>
  events && events.length > 0 ? [...events] : null;

async function rejectDuplicateName<T>(fail: Fail<'validation_failed'>, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'webhooks_name')) throw error;
    throw fail('validation_failed', { fields: { name: ['Your team already has a webhook with this name.'] } });
  }
}

async function createWebhook(services: WebhookServices, { principal, body, fail }: Call<'webhooks.create'>) {
  await checkReceiverUrl(services.outbound, fail, 'url', body.url);
  const { name, url, timeout } = body;
  const values = {
    team_id: principal.teamId,
    name,
    url,
    timeout,
    secret: createWebhookSecret(),
    events: toEvents(body.events),
    headers: body.headers ?? null,
  };
  return rejectDuplicateName(fail, () =>
    services.store.transaction(async (tx) => {
      const [row] = await tx.insert(webhooks).values(values).returning();
      if (!row) throw new Error('The insert returned no webhook.');
      return row;
    }),
  );
}

async function updateWebhook(services: WebhookServices, call: Call<'webhooks.update'>): Promise<WebhookRow> {
  const { body, params, fail } = call;
  const existingWebhook = await reachWebhook(services.store.db, call, params.webhook);
  if (body.url !== undefined) await checkReceiverUrl(services.outbound, fail, 'url', body.url);
  const { name, url, active, timeout } = body;
  const change = {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(active !== undefined && { active }),
    ...(timeout !== undefined && { timeout }),
    ...(body.events !== undefined && { events: toEvents(body.events) }),
    ...(body.headers !== undefined && { headers: body.headers }),
    updated_at: services.now(),
  };
  return rejectDuplicateName(fail, () =>
    services.store.transaction(async (tx) => {
      const [row] = await tx.update(webhooks).set(change).where(eq(webhooks.id, existingWebhook.id)).returning();
      if (!row) throw fail('webhook_not_found');
      return row;
    }),
  );
}

async function testWebhook(services: WebhookServices, call: Call<'webhooks.test'>): Promise<Attempt> {
  const { store, outbound, now } = services;
  const webhook = await reachWebhook(store.db, call, call.params.webhook);
  // Writes the delivery first, so that it is listed even if this process dies meanwhile.
  const initialResult = {
    status: 'failed' as const,
    attempts: 1,
    error: 'The service stopped before a response arrived.',
  };
  const testEvent = createTestEvent(webhook.team_id, now());
  const payload = await buildPayload(store.db, webhook.url, testEvent);
  const delivery = await store.transaction((tx) =>
    insertDelivery(tx, { webhook_id: webhook.id }, testEvent, { ...initialResult, payload }),
  );
  if (!delivery) throw new Error('The insert returned no delivery.');
  const attempt = await sendDelivery(outbound, webhook, delivery, new AbortController().signal);
  await storeTestResult(store, delivery, attempt, now());
  return attempt;
}

async function storeTestResult(store: Store, { id }: DeliveryRow, attempt: Attempt, finished_at: Date): Promise<void> {
  const { success, ...details } = attempt;
  const status = success ? ('success' as const) : ('failed' as const);
  await store.transaction(async (tx) => {
    await tx
      .update(webhook_deliveries)
      .set({ ...details, status, finished_at })
      .where(eq(webhook_deliveries.id, id));
  });
}

/** Sends the same body and id again, with all retries; leaves a pending delivery unchanged. */
async function resendDelivery(services: WebhookServices, call: Call<'local.webhooks.resend'>): Promise<DeliveryRow> {
  const { params, fail } = call;
  return services.store.transaction(async (tx) => {
    const { id: webhook_id, active } = await reachWebhook(tx, call, params.webhook);
    const isThisDelivery = and(
      eq(webhook_deliveries.id, params.delivery),
      eq(webhook_deliveries.webhook_id, webhook_id),
    );
    const [existingRow] = await tx.select().from(webhook_deliveries).where(isThisDelivery).for('update');
    if (!existingRow) throw fail('delivery_not_found');
    if (existingRow.status === 'pending') return existingRow;
    if (!active) throw fail('webhook_inactive');
    const values = { status: 'pending' as const, attempts: 0, error: null, finished_at: null, next_attempt_at: null };
    const [row] = await tx.update(webhook_deliveries).set(values).where(isThisDelivery).returning();
    if (!row) throw fail('delivery_not_found');
    await services.deliveryQueue.enqueue(row, 0);
    return row;
  });
}

const DEFAULT_SUCCESS_RATE = 100;

export function createWebhookHandlers(services: WebhookServices): WebhookHandlers {
  const { store } = services;
  const { db } = store;
  return {
    'webhooks.list': async ({ principal }) => {
      const rows = await db
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.team_id, principal.teamId), isNull(webhooks.deleted_at)))
        .orderBy(asc(webhooks.id));
      const ids = rows.map(({ id }) => id);
      const [rates, lastDeliveries] = await Promise.all([readSuccessRates(db, ids), readLastDeliveries(db, ids)]);
      const data = rows.map((row) => ({
        ...toWebhookView(row),
        success_rate: rates.get(row.id) ?? DEFAULT_SUCCESS_RATE,
        last_delivery: lastDeliveries.get(row.id) ?? null,
      }));
      return { status: 200, body: { success: true, data } };
    },

    'webhooks.create': async (call) => {
      const row = await createWebhook(services, call);
      const data = { ...toWebhookView(row), secret: row.secret, timeout: row.timeout };
      return { status: 201, body: { success: true, data } };
    },

    'webhooks.get': async (call) => {
      const row = await reachWebhook(db, call, call.params.webhook);
      const [rates, deliveries] = await Promise.all([
        readSuccessRates(db, [row.id]),
        listDeliveries(db, row, call.principal),
      ]);
      const data = {
        ...toWebhookView(row),
        headers: null,
        header_names: Object.keys(row.headers ?? {}),
        timeout: row.timeout,
        success_rate: rates.get(row.id) ?? DEFAULT_SUCCESS_RATE,
        deliveries,
      };
      return { status: 200, body: { success: true, data } };
    },

    'webhooks.update': async (call) => {
      const row = await updateWebhook(services, call);
      return { status: 200, body: { success: true, data: { ...toWebhookView(row), timeout: row.timeout } } };
    },

    'webhooks.delete': async (call) => {
      await store.transaction(async (tx) => {
        const { id } = await reachWebhook(tx, call, call.params.webhook);
        await tx.update(webhooks).set({ deleted_at: services.now() }).where(eq(webhooks.id, id));
      });
      return { status: 200, body: { success: true, message: 'Webhook deleted' } };
    },

    'local.webhooks.resend': async (call) => {
      return { status: 200, body: { success: true, data: toShortView(await resendDelivery(services, call)) } };
    },

    'webhooks.test': async (call) => {
      const { success, response_code: status_code, response_body, error } = await testWebhook(services, call);
      return { status: 200, body: { success: true, data: { success, status_code, response_body, error } } };
    },
  };
}
