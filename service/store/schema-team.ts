/**
 * Defines teams, their credits and tokens, and the columns that tables share. Other files import all tables from
 * schema.ts.
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { ROLES } from '#contract/abilities.ts';
import { ADMINISTRATION } from '#contract/schema/people.ts';

export const moment = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
export const created_at = () =>
  moment()
    .notNull()
    .default(sql`now()`);
export const updated_at = () =>
  moment()
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => new Date());
export const serialId = () => integer().primaryKey().generatedByDefaultAsIdentity();
export const team_id = () =>
  integer()
    .notNull()
    .references(() => teams.id, { onDelete: 'cascade' });

/** JSON whose keys this code does not know. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = Record<string, Json>;

// People and teams (spec 1 §2 Team)

export const users = pgTable('users', {
  id: serialId(),
  name: text().notNull(),
  email: text().unique(),
  /** The file name of the person's own picture in the media store; null if there is none. */
  picture: text(),
  created_at: created_at(),
});

export const teams = pgTable('teams', {
  id: serialId(),
  name: text().notNull(),
  owner_id: integer()
    .notNull()
    .references(() => users.id),
  created_at: created_at(),
});

export const team_members = pgTable(
  'team_members',
  {
    team_id: team_id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.user_id] })],
);

/** `is_paused` is derived: it means that the status is `paused`. */
export const subscriptions = pgTable('subscriptions', {
  team_id: team_id().primaryKey(),
  plan: text().notNull(),
  status: text({ enum: ['active', 'trial', 'inactive', 'paused'] }).notNull(),
  trial_ends_at: moment(),
  updated_at: updated_at(),
});

// Credits (spec 1 §2 Credits)

export const credit_periods = pgTable(
  'credit_periods',
  {
    id: serialId(),
    team_id: team_id(),
    plan_credits: integer().notNull(),
    starts_at: moment().notNull(),
    /** `credits_expire_at` in the API. */
    ends_at: moment().notNull(),
    next_refresh_at: moment(),
    created_at: created_at(),
  },
  (t) => [unique('credit_periods_start').on(t.team_id, t.starts_at)],
);

/**
 * Append only; see ledger.ts. `amount` is the size of the entry and never negative; `delta` is its effect on what the
 * team can still spend. The sum of `delta` is the balance.
 */
export const credit_ledger = pgTable(
  'credit_ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    team_id: team_id(),
    kind: text({ enum: ['grant', 'hold', 'charge', 'release', 'refund', 'expire'] }).notNull(),
    amount: integer().notNull(),
    delta: integer().notNull(),
    /** The hold that a charge or release closes, or the charge that a refund returns. */
    settles_id: bigint({ mode: 'number' }).references((): AnyPgColumn => credit_ledger.id),
    reason: text().notNull(),
    subject_type: text(),
    subject_id: text(),
    idempotency_key: text().notNull(),
    created_at: created_at(),
  },
  (t) => [
    unique('credit_ledger_once').on(t.team_id, t.idempotency_key),
    // Closes a hold once and refunds a charge once, whatever idempotency keys the callers use.
    uniqueIndex('credit_ledger_settled_once').on(t.settles_id),
    index('credit_ledger_balance').on(t.team_id, t.created_at),
    check('credit_ledger_amount', sql`${t.amount} >= 0`),
  ],
);

// Tokens (spec 1 §5). Only a hash of the secret is kept.

export const tokens = pgTable(
  'tokens',
  {
    id: serialId(),
    team_id: team_id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * `session` is the app that started this service, `device` one that joined with an invitation; both are not
     * listed with the tokens a person made.
     */
    kind: text({ enum: ['user', 'session', 'device'] }).notNull(),
    name: text().notNull(),
    /** The hex SHA-256 of the whole secret. */
    hash: text().notNull().unique(),
    /** The first characters of the secret, so that people recognise it. */
    prefix: text().notNull(),
    abilities: text().array().notNull(),
    /** The token that created this one; revoking it revokes this one too. Null if a session created it. */
    made_with: integer().references((): AnyPgColumn => tokens.id, { onDelete: 'cascade' }),
    last_used_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    uniqueIndex('tokens_name')
      .on(t.user_id, t.team_id, t.name)
      .where(sql`kind = 'user'`),
  ],
);

// Invitations, presences and the administration log

/** Only a hash of the code is kept. */
export const invitations = pgTable(
  'invitations',
  {
    id: serialId(),
    team_id: team_id(),
    /** The person who joins with another computer; null for a new person. */
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ROLES }).notNull(),
    /** The channels for the role `member`. */
    channel_ids: integer().array(),
    note: text(),
    /** The hex SHA-256 of the whole code. */
    code_hash: text().notNull().unique(),
    invited_by: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    used_by: integer().references(() => users.id, { onDelete: 'cascade' }),
    revoked_at: moment(),
    expires_at: moment().notNull(),
    created_at: created_at(),
  },
  (t) => [index('invitations_team').on(t.team_id, t.created_at)],
);

/** Stores who looks at which project (contract `local.presence`); a row is forgotten some seconds after `seen_at`. */
export const presences = pgTable(
  'presences',
  {
    token_id: integer()
      .primaryKey()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    team_id: team_id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The API's id of the project. */
    project: text().notNull(),
    seen_at: moment().notNull(),
  },
  (t) => [index('presences_project').on(t.team_id, t.project)],
);

/** Append only. Names are copied, so that an entry stays readable after its person or token is deleted. */
export const administration_log = pgTable(
  'administration_log',
  {
    id: serialId(),
    team_id: team_id(),
    action: text({ enum: ADMINISTRATION }).notNull(),
    actor_id: integer().references(() => users.id, { onDelete: 'set null' }),
    subject: text().notNull(),
    from: text(),
    to: text(),
    address: text().notNull(),
    created_at: created_at(),
  },
  (t) => [index('administration_log_team').on(t.team_id, t.id)],
);

/** Prevents a write from happening twice (spec 3 "Revisions"): each row is written in its effect's transaction. */
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
    /** The hex SHA-256 of path, query and body. */
    request_hash: text().notNull(),
    /** Null until the transaction that claimed the key ends. */
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
