/** What Intel asks: the platform's data API that the team connected, and the vectors of texts. */
import { customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { created_at, team_id } from './schema-team.ts';

/** The key lies in the keychain. */
export const platform_providers = pgTable('platform_providers', {
  team_id: team_id().primaryKey(),
  kind: text().notNull(),
  /** Null: the key is known to the running service alone, and the row says nothing without it. */
  key_ref: text(),
});

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
});

/** What an embedding model made of a text, so that it is asked, and paid, once. */
export const text_vectors = pgTable(
  'text_vectors',
  {
    team_id: team_id(),
    /** Which model, at which provider. */
    model: text().notNull(),
    /** SHA-256 of the text, in hexadecimal. */
    text_hash: text().notNull(),
    /** 32-bit floating-point numbers, little-endian. */
    vector: bytea().notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.model, t.text_hash] }), index().on(t.team_id, t.created_at)],
);
