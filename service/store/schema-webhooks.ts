/** Stores deliveries of events to webhooks and to URLs named for a single event (spec 1 §6). */
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { created_at, moment, team_id } from './schema-team.ts';
import { thumbnail_runs } from './schema-thumbnails.ts';
import { outbox_events, webhooks } from './schema.ts';

export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    /** Sent to the receiver with every attempt. */
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    /** Null if `url` was named for this single event. */
    webhook_id: integer().references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Null if the webhook has the URL. */
    url: text(),
    /** Set if a thumbnail run requested a callback. */
    thumbnail_run_id: uuid().references(() => thumbnail_runs.id, { onDelete: 'cascade' }),
    /** The secret that signs the delivery to `url`; deleted once the delivery has ended. */
    secret: text(),
    /** Null for a test. */
    event_id: uuid().references(() => outbox_events.id, { onDelete: 'set null' }),
    event_type: text().notNull(),
    /** The body exactly as it is sent and signed. */
    payload: text().notNull(),
    happened_at: moment().notNull(),
    status: text({ enum: ['pending', 'success', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment(),
    /** This and the next three columns describe the last attempt. */
    response_code: integer(),
    response_body: text(),
    error: text(),
    duration_ms: integer(),
    created_at: created_at(),
    finished_at: moment(),
  },
  (t) => [
    // Delivers an event to a webhook once, however often it is dispatched.
    unique('webhook_deliveries_once').on(t.webhook_id, t.event_id),
    index('webhook_deliveries_of_run').on(t.thumbnail_run_id),
    index('webhook_deliveries_newest').on(t.webhook_id, t.created_at),
  ],
);
