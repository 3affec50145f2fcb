/** Turns outbox events into deliveries, one per event for every subscribed webhook. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';

import { API_EVENT_NAMES } from '#contract/events.ts';

import { webhook_deliveries } from '../../store/schema-webhooks.ts';
import { outbox_events, webhooks } from '../../store/schema.ts';
import { type Db, type Store, StoreReadOnlyError } from '../../store/store.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import { type DeliveryQueue, insertDelivery } from './deliveries.ts';
import { buildPayload } from './payload.ts';

const POLL_MS = 1000;
const BATCH_SIZE = 50;
const RETENTION_DAYS = 30;

type EventRow = typeof outbox_events.$inferSelect;

const isApiEvent = (event: string): boolean => API_EVENT_NAMES.some((name) => name === event);

/** Live changes of these events are published by the request itself. */
const isFromRequest = (event: string): boolean => /^(project|task)\./.test(event);

async function createDeliveries(tx: Db, event: EventRow, queue: DeliveryQueue): Promise<void> {
  const { id: event_id, team_id, event: event_type, created_at: happened_at, data } = event;
  const isSubscribed = or(
    // Local-only events go only to webhooks that name them.
    isApiEvent(event_type) ? or(isNull(webhooks.events), sql`cardinality(${webhooks.events}) = 0`) : undefined,
    sql`${event_type} = any(${webhooks.events})`,
  );
  const receivers = await tx
    .select({ webhook_id: webhooks.id, url: webhooks.url })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.team_id, team_id),
        eq(webhooks.active, true),
        isNull(webhooks.deleted_at),
        // A webhook gets no events from before its creation, even if they are dispatched later.
        lte(webhooks.created_at, happened_at),
        isSubscribed,
      ),
    );
  const webhookEvent = { team_id, event_id, event_type, happened_at, data };
  for (const { webhook_id, url } of receivers) {
    const payload = await buildPayload(tx, url, webhookEvent);
    const delivery = await insertDelivery(tx, { webhook_id }, webhookEvent, { payload });
    if (delivery) await queue.enqueue(delivery, 0);
  }
}

/** Returns the dispatched events. */
async function dispatchEvents(tx: Db, queue: DeliveryQueue): Promise<readonly EventRow[]> {
  const pendingEvents = await tx
    .select()
    .from(outbox_events)
    .where(isNull(outbox_events.dispatched_at))
    .orderBy(asc(outbox_events.created_at))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true });
  for (const event of pendingEvents) await createDeliveries(tx, event, queue);
  const ids = pendingEvents.map(({ id }) => id);
  if (ids.length > 0) {
    await tx
      .update(outbox_events)
      .set({ dispatched_at: sql`now()` })
      .where(inArray(outbox_events.id, ids));
  }
  return pendingEvents;
}

/** Deletes finished deliveries and events after RETENTION_DAYS. */
async function deleteOld(tx: Db): Promise<void> {
  const cutoff = sql`now() - ${RETENTION_DAYS} * interval '1 day'`;
  await tx
    .delete(webhook_deliveries)
    .where(and(isNotNull(webhook_deliveries.finished_at), lt(webhook_deliveries.finished_at, cutoff)));
  await tx
    .delete(outbox_events)
    .where(and(isNotNull(outbox_events.dispatched_at), lt(outbox_events.dispatched_at, cutoff)));
}

/** Polls the outbox once a second, so that emitters don't depend on webhooks. */
export class OutboxDispatcher {
  readonly #store: Store;
  readonly #queue: DeliveryQueue;
  readonly #liveChanges: Pick<LiveChanges, 'publish'>;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #current: Promise<void> | null = null;
  #isStopped = false;

  constructor(
    store: Store,
    queue: DeliveryQueue,
    liveChanges: Pick<LiveChanges, 'publish'>,
    onError: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#liveChanges = liveChanges;
    this.#queue = queue;
    this.#onError = onError;
    this.#timer = setInterval(() => this.#poll(), POLL_MS).unref();
    this.#startWork(() => this.#store.transaction(deleteOld));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#current;
  }

  #poll(): void {
    if (this.#current === null) this.#startWork(() => this.#drain());
  }

  #startWork(work: () => Promise<void>): void {
    this.#current = work()
      .catch((error: unknown) => {
        if (!(error instanceof StoreReadOnlyError)) this.#onError(error);
      })
      .finally(() => {
        this.#current = null;
      });
  }

  async #drain(): Promise<void> {
    const { db } = this.#store;
    // Checks before opening a transaction, because nearly every poll finds nothing.
    while (!this.#isStopped) {
      const [pendingEvent] = await db
        .select({ id: outbox_events.id })
        .from(outbox_events)
        .where(isNull(outbox_events.dispatched_at))
        .limit(1);
      if (!pendingEvent) return;
      const events = await this.#store.transaction((tx) => dispatchEvents(tx, this.#queue));
      if (events.length === 0) return;
      // Jobs publish no live changes, so their events do.
      for (const { team_id: team, event } of events) {
        if (isFromRequest(event)) continue;
        this.#liveChanges.publish({ team, topic: `${event.split('.', 1)[0] ?? ''}s`, token: null });
      }
    }
  }
}
