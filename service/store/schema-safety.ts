/** Prevents a write from happening twice (spec 3 "Revisions"). Other files import all tables from schema.ts. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { created_at, type Json, team_id, users } from './schema-team.ts';

/** Each row is written in the transaction of the effect it records; see idempotency.ts. */
export const idempotency_keys = pgTable(
  'idempotency_keys',
  {
    team_id: team_id(),
    /** Two people of a team may choose the same key. */
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    operation: text().notNull(),
    key: text().notNull(),
    /** Holds the hex SHA-256 of path, query and body. */
    request_hash: text().notNull(),
    /** Is null until the transaction that claimed the key ends. */
    response_status: integer(),
    response_body: jsonb().$type<Json>(),
    response_headers: jsonb().$type<Record<string, string>>(),
    created_at: created_at(),
  },
  (t) => [
    primaryKey({ columns: [t.team_id, t.user_id, t.operation, t.key] }),
    index('idempotency_keys_age').on(t.created_at),
  ],
);
