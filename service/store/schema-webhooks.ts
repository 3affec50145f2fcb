/** Deliveries of events to webhooks and to addresses named for one happening (spec 1 §6). */
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { created_at, moment, team_id } from './schema-team.ts';
import { outbox_events, webhooks } from './schema.ts';

export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    /** Told to the receiver; every attempt carries it. */
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    /** Null where `url` was named for this one happening. */
    webhook_id: integer().references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Null where the webhook says it. */
    url: text(),
    /** Signs what goes to `url`; gone once it has ended. */
    secret: text(),
    /** Null for a test. */
    event_id: uuid().references(() => outbox_events.id, { onDelete: 'set null' }),
    event_type: text().notNull(),
    /** The body, as it is sent and signed. */
    payload: text().notNull(),
    /** When the event happened. */
    happened_at: moment().notNull(),
    status: text({ enum: ['pending', 'success', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    next_attempt_at: moment(),
    /** Of the last attempt. */
    response_code: integer(),
    response_body: text(),
    error: text(),
    duration_ms: integer(),
    created_at: created_at(),
    finished_at: moment(),
  },
  (t) => [
    // An event goes to a webhook once, whoever dispatches it how often.
    unique('webhook_deliveries_once').on(t.webhook_id, t.event_id),
    index('webhook_deliveries_newest').on(t.webhook_id, t.created_at),
  ],
);
