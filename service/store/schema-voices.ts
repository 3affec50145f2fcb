/** Stores receipts of validated voice profiles. Other files import all tables from schema.ts. */
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { created_at, moment, team_id } from './schema-team.ts';

/** Binds a receipt to team, channel, voice, checksum and revision (spec 3 "Voice profiles"). */
export const voice_receipts = pgTable(
  'voice_receipts',
  {
    /** The hex SHA-256 of the receipt, which only the caller has. */
    hash: text().primaryKey(),
    team_id: team_id(),
    channel_id: integer().notNull(),
    intent: text({ enum: ['create', 'update'] }).notNull(),
    /** The voice's id; a new voice will get this id. */
    voice_id: uuid().notNull(),
    name: text().notNull(),
    checksum: text().notNull(),
    /** Null for a new voice. */
    expected_revision: integer(),
    expires_at: moment().notNull(),
    used_at: moment(),
    created_at: created_at(),
  },
  (t) => [index('voice_receipts_age').on(t.expires_at)],
);
