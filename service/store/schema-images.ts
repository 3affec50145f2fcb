/** Stores the image model that draws thumbnails; its key is in the keychain. */
import { pgTable, text } from 'drizzle-orm/pg-core';

import { team_id } from './schema-team.ts';

export const image_providers = pgTable('image_providers', {
  team_id: team_id().primaryKey(),
  base_url: text().notNull(),
  model: text().notNull(),
  size: text().notNull(),
  key_ref: text(),
});
