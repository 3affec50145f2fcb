/** Stores the voice that narrates videos; its key is in the keychain. */
import { pgTable, text } from 'drizzle-orm/pg-core';

import { team_id } from './schema-team.ts';

export const speech_providers = pgTable('speech_providers', {
  team_id: team_id().primaryKey(),
  base_url: text().notNull(),
  model: text().notNull(),
  voice: text().notNull(),
  key_ref: text(),
});
