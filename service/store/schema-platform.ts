/** The platform's data API that the team connected; its key lies in the keychain. */
import { pgTable, text } from 'drizzle-orm/pg-core';

import { team_id } from './schema-team.ts';

export const platform_providers = pgTable('platform_providers', {
  team_id: team_id().primaryKey(),
  kind: text().notNull(),
  /** Null: the key is known to the running service alone, and the row says nothing without it. */
  key_ref: text(),
});
