/**
 * Defines every table of the service once, for PGlite and PostgreSQL alike.
 *
 * Columns use the spec's words, so a row reads like the API's object. Everything belongs to a team. Times are
 * `timestamptz(3)` read as `Date` (milliseconds, so that a value read and written back is the same value).
 */
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { IdeaEvidence } from '#contract/schema/idea.ts';
import {
  type Json,
  type JsonObject,
  moment,
  created_at,
  updated_at,
  serialId,
  team_id,
  teams,
  users,
} from './schema-team.ts';

export {
  type Json,
  type JsonObject,
  users,
  teams,
  team_members,
  subscriptions,
  credit_periods,
  credit_ledger,
  tokens,
  invitations,
  administration_log,
  presences,
  idempotency_keys,
} from './schema-team.ts';
export { voice_receipts } from './schema-voices.ts';

// Channels and what they own

/** The `details` of a linked platform channel as the API returns them. */
export interface ChannelDetails {
  title: string | null;
  custom_url: string | null;
  channel_id: string | null;
  subscriber_count: number | null;
  video_count: number | null;
  view_count: number | null;
  description: string | null;
  country: string | null;
  default_language: string | null;
  thumbnails: Record<string, { url: string; width?: number; height?: number }>;
}

export const channels = pgTable(
  'channels',
  {
    id: serialId(),
    team_id: team_id(),
    yt_handle: text(),
    /** Null while no platform channel is linked. */
    details: jsonb().$type<Partial<ChannelDetails>>(),
    /** Language, audience, recording, … */
    settings: jsonb().$type<JsonObject>().notNull().default({}),
    default_template_id: integer().references((): AnyPgColumn => templates.id, { onDelete: 'set null' }),
    default_voice_id: integer().references((): AnyPgColumn => voices.script_voice_id, { onDelete: 'set null' }),
    /** The highest script_number in use; see numbers.ts. */
    last_script_number: integer().notNull().default(0),
    archived_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('channels_team').on(t.team_id, t.id)],
);

/** Lists the channels that a team `member` can reach; every other role reaches all. */
export const channel_access = pgTable(
  'channel_access',
  {
    channel_id: integer()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.channel_id, t.user_id] })],
);

/** A system template has neither team nor channel. */
export const templates = pgTable(
  'templates',
  {
    id: serialId(),
    team_id: integer().references(() => teams.id, { onDelete: 'cascade' }),
    channel_id: integer().references((): AnyPgColumn => channels.id, { onDelete: 'cascade' }),
    /** The stable name of a system template, so that a newer version of the service can update it. */
    system_key: text().unique(),
    name: text().notNull(),
    category: text().notNull(),
    description: text().notNull().default(''),
    prompt: text().notNull(),
    is_active: boolean().notNull().default(true),
    archived_at: moment(),
    revision: integer().notNull().default(1),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('templates_channel').on(t.channel_id)],
);

/** The uuid identifies the profile; scripts use the integer. */
export const voices = pgTable(
  'voices',
  {
    id: uuid().primaryKey().defaultRandom(),
    script_voice_id: integer().notNull().unique().generatedByDefaultAsIdentity(),
    team_id: team_id(),
    channel_id: integer()
      .notNull()
      .references((): AnyPgColumn => channels.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    instructions: text().notNull().default(''),
    /** The label of the simple form. */
    voice: text().notNull().default(''),
    profile: jsonb().$type<JsonObject>(),
    framework_version: text(),
    schema_version: text(),
    checksum: text(),
    revision: integer().notNull().default(1),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('voices_channel').on(t.channel_id)],
);

export const competitors = pgTable(
  'competitors',
  {
    id: serialId(),
    team_id: team_id(),
    channel_id: integer()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The platform's id (UC…). */
    platform_channel_id: text().notNull(),
    details: jsonb().$type<JsonObject>().notNull(),
    created_at: created_at(),
  },
  (t) => [unique('competitors_once').on(t.channel_id, t.platform_channel_id)],
);

export const ideas = pgTable(
  'ideas',
  {
    id: serialId(),
    team_id: team_id(),
    channel_id: integer()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    topic: text(),
    angle: text(),
    suggested_length: integer(),
    suggested_template_id: integer().references(() => templates.id, { onDelete: 'set null' }),
    status: text({ enum: ['new', 'considering', 'needs_script', 'rejected'] })
      .notNull()
      .default('new'),
    script_id: integer()
      .unique()
      .references((): AnyPgColumn => scripts.id, { onDelete: 'set null' }),
    source_type: text({
      enum: ['user_added', 'ai_generated', 'from_video', 'from_channel', 'outlier', 'chat_saved'],
    }).notNull(),
    thumbnail_concept: text(),
    outlier_score: doublePrecision(),
    notes: text(),
    /** Stars, 1 to 5. */
    rating: integer(),
    rated_by: integer().references((): AnyPgColumn => users.id, { onDelete: 'set null' }),
    tags: text().array().notNull().default([]),
    rejection_reason: text(),
    evidence: jsonb().$type<IdeaEvidence>(),
    /** The number of the project's changes; a trigger increments it when title, topic, angle, stage or archive changes. */
    revision: integer().notNull().default(1),
    archived_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('ideas_channel').on(t.channel_id, t.id), index('ideas_team').on(t.team_id)],
);

export const script_threads = pgSequence('script_threads');

export const scripts = pgTable(
  'scripts',
  {
    id: serialId(),
    team_id: team_id(),
    channel_id: integer()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** The script's number within its channel, without gaps; see numbers.ts. */
    script_number: integer().notNull(),
    title: text().notNull(),
    topic: text().notNull(),
    angle: text(),
    /** The target number of words. */
    length: integer().notNull(),
    format: text(),
    language: text().notNull(),
    /** The resolved label; `voice_id` is set if it came from a voice of the channel. */
    voice: text(),
    voice_id: integer().references(() => voices.script_voice_id, { onDelete: 'set null' }),
    template_id: integer().references(() => templates.id, { onDelete: 'set null' }),
    status: text({ enum: ['idea', 'active'] })
      .notNull()
      .default('active'),
    production_status: text().notNull(),
    thread_id: integer().default(sql`nextval('script_threads')`),
    outline: text().notNull().default(''),
    body: text().notNull().default(''),
    outline_version: integer().notNull().default(0),
    content_version: integer().notNull().default(0),
    regenerations_used: integer().notNull().default(0),
    notes: text(),
    hook: text(),
    thumbnail: text(),
    prompt: text(),
    research_urls: text().array().notNull().default([]),
    research_texts: text().array().notNull().default([]),
    /** Works like the revision of an idea. */
    revision: integer().notNull().default(1),
    archived_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [
    unique('scripts_number').on(t.channel_id, t.script_number),
    index('scripts_channel').on(t.channel_id, t.id),
    index('scripts_team').on(t.team_id),
  ],
);

// Canvas generation runs (spec 1 §3). A run's id is also the id of its job in the queue.

export const runs = pgTable(
  'runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    script_id: integer()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['outline', 'script', 'humanize'] }).notNull(),
    status: text({ enum: ['queued', 'running', 'completed', 'failed', 'canceled'] })
      .notNull()
      .default('queued'),
    /** `{step, label, fraction, …}`, for people. */
    progress: jsonb().$type<JsonObject>(),
    usage: jsonb().$type<JsonObject>(),
    error: text(),
    error_code: text(),
    result: text(),
    engine: text(),
    is_language_model: boolean(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: created_at(),
    started_at: moment(),
    finished_at: moment(),
  },
  (t) => [
    // The database enforces one active run per script, because a check beforehand could race.
    uniqueIndex('runs_one_active')
      .on(t.script_id)
      .where(sql`status in ('queued', 'running')`),
    index('runs_script').on(t.script_id, t.created_at),
  ],
);

export const bookmarks = pgTable(
  'bookmarks',
  {
    id: serialId(),
    team_id: team_id(),
    type: text({ enum: ['channel', 'video'] }).notNull(),
    external_id: text().notNull(),
    title: text().notNull(),
    url: text().notNull(),
    notes: text(),
    tags: text().array().notNull().default([]),
    created_at: created_at(),
  },
  (t) => [unique('bookmarks_once').on(t.team_id, t.type, t.external_id)],
);

/** Stores the queue of background work (service/jobs): one row per job, which is also its lease. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    payload: jsonb().$type<JsonObject>().notNull(),
    created_at: moment().notNull().defaultNow(),
    /** The job does not start before this time. */
    run_at: moment().notNull().defaultNow(),
    /** Increments with every owner; a write by an earlier owner is refused. */
    fence: integer().notNull().default(0),
    /** The number of attempts that started without a known end. */
    attempts: integer().notNull().default(0),
    /** Null while the job waits; once it has passed, any process may take over the job. */
    lease_until: moment(),
    cancel_requested_at: moment(),
    /** Set in the transaction of the job's effect. */
    finished_at: moment(),
  },
  (table) => [
    index('jobs_waiting')
      .on(table.kind, table.run_at)
      .where(sql`${table.finished_at} is null`),
  ],
);

// Events and webhooks (spec 1 §6)

/** Each row is written in the transaction of its effect; a job turns it into deliveries and sets `dispatched_at`. */
export const outbox_events = pgTable(
  'outbox_events',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    event: text().notNull(),
    data: jsonb().$type<JsonObject>().notNull(),
    created_at: created_at(),
    dispatched_at: moment(),
  },
  (t) => [
    index('outbox_events_open')
      .on(t.created_at)
      .where(sql`dispatched_at is null`),
  ],
);

export const webhooks = pgTable(
  'webhooks',
  {
    id: serialId(),
    team_id: team_id(),
    name: text().notNull(),
    url: text().notNull(),
    /** Null means all events. */
    events: text().array(),
    secret: text().notNull(),
    headers: jsonb().$type<Record<string, string>>(),
    timeout: integer().notNull().default(30),
    active: boolean().notNull().default(true),
    deleted_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [
    uniqueIndex('webhooks_name')
      .on(t.team_id, t.name)
      .where(sql`deleted_at is null`),
  ],
);

// Local owner

/** The key itself is in the keychain under `key_ref`. */
export const model_providers = pgTable('model_providers', {
  id: serialId(),
  team_id: team_id(),
  kind: text().notNull(),
  label: text().notNull(),
  base_url: text(),
  model: text().notNull(),
  embedding_model: text(),
  key_ref: text(),
  active: boolean().notNull().default(false),
  created_at: created_at(),
  updated_at: updated_at(),
});

export const settings = pgTable(
  'settings',
  {
    team_id: team_id(),
    name: text().notNull(),
    value: jsonb().$type<Json>(),
    updated_at: updated_at(),
  },
  (t) => [primaryKey({ columns: [t.team_id, t.name] })],
);
