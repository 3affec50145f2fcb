/** Stores the search engine that deep research uses; its key is in the keychain. */
import { pgTable, text } from 'drizzle-orm/pg-core';

import { team_id } from './schema-team.ts';

export const search_providers = pgTable('search_providers', {
  team_id: team_id().primaryKey(),
  kind: text().notNull(),
  base_url: text().notNull(),
  key_ref: text(),
});
