/** Stores what the owner connected: one row per team and kind; keys are in the keychain. */
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import { created_at, moment, team_id } from './schema-team.ts';

export const search_providers = pgTable('search_providers', {
  team_id: team_id().primaryKey(),
  kind: text().notNull(),
  base_url: text().notNull(),
  key_ref: text(),
});

export const image_providers = pgTable('image_providers', {
  team_id: team_id().primaryKey(),
  base_url: text().notNull(),
  model: text().notNull(),
  size: text().notNull(),
  key_ref: text(),
});

export const speech_providers = pgTable('speech_providers', {
  team_id: team_id().primaryKey(),
  base_url: text().notNull(),
  model: text().notNull(),
  voice: text().notNull(),
  key_ref: text(),
});

/** Stores the platform API behind Intel. */
export const platform_providers = pgTable('platform_providers', {
  team_id: team_id().primaryKey(),
  kind: text().notNull(),
  /** Null if only the running service knows the key; the row is then useless without it. */
  key_ref: text(),
  /** Maximum units of the key's quota per day; null for no limit. */
  daily_limit: integer(),
  units_used: integer().notNull().default(0),
  /** The time the counted units reset; null if none were counted yet. */
  units_reset_at: moment(),
});

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes),
});

/** Stores the keys of providers where a server has no keychain (service/server/sealed-keychain.ts). */
export const sealed_secrets = pgTable(
  'sealed_secrets',
  {
    service: text().notNull(),
    account: text().notNull(),
    sealed: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.service, t.account] })],
);

/** Stores an embedding model's vector of a text, so that the model is paid once. */
export const text_vectors = pgTable(
  'text_vectors',
  {
    team_id: team_id(),
    /** The model and its provider. */
    model: text().notNull(),
    /** The hex SHA-256 of the text. */
    text_hash: text().notNull(),
    /** 32-bit floating-point numbers, little-endian. */
    vector: bytea().notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.model, t.text_hash] }), index().on(t.team_id, t.created_at)],
);
