/** What validating a voice profile leaves behind. Others import all tables from schema.ts. */
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

import { created_at, moment, team_id } from './schema-team.ts';

/** A receipt is bound to team, channel, voice, checksum and revision (spec 3 "Voice profiles"). */
export const voice_receipts = pgTable(
  'voice_receipts',
  {
    /** Hex SHA-256 of the receipt, which only its asker has. */
    hash: text().primaryKey(),
    team_id: team_id(),
    channel_id: integer().notNull(),
    intent: text({ enum: ['create', 'update'] }).notNull(),
    /** Of the voice; a new one will have it. */
    voice_id: uuid().notNull(),
    name: text().notNull(),
    checksum: text().notNull(),
    /** Null for a new one. */
    expected_revision: integer(),
    expires_at: moment().notNull(),
    used_at: moment(),
    created_at: created_at(),
  },
  (t) => [index('voice_receipts_age').on(t.expires_at)],
);
