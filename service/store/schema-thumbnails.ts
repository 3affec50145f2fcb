/** Defines thumbnail pools and units, generation runs, the boards, and pictures that belong to scripts. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';

import { created_at, type JsonObject, moment, serialId, team_id, updated_at, users } from './schema-team.ts';
import { channels, ideas, scripts } from './schema.ts';

export const POOLS = ['free', 'addon', 'pack'] as const;

const channel_id = () =>
  integer()
    .notNull()
    .references(() => channels.id, { onDelete: 'cascade' });

/** If the row is missing, the free pool has its default limit and the other pools do not exist. */
export const thumbnail_pools = pgTable(
  'thumbnail_pools',
  { team_id: team_id(), kind: text({ enum: POOLS }).notNull(), limit: integer().notNull(), updated_at: updated_at() },
  (t) => [primaryKey({ columns: [t.team_id, t.kind] })],
);

/** Stores the quota of one picture; a pool's free quota is its limit minus the period's units. */
export const thumbnail_units = pgTable(
  'thumbnail_units',
  {
    id: serialId(),
    team_id: team_id(),
    pool: text({ enum: POOLS }).notNull(),
    /** E.g. `2026-11`, or `all` for the pack. */
    period: text().notNull(),
    state: text({ enum: ['reserved', 'used', 'released'] }).notNull(),
    /** The owner: `run:<id>` or `item:<id>`; each owner reserves a unit only once. */
    subject: text().notNull(),
    created_at: created_at(),
    settled_at: moment(),
  },
  (t) => [
    unique('thumbnail_units_once').on(t.team_id, t.subject),
    index('thumbnail_units_pool').on(t.team_id, t.pool, t.period),
  ],
);

/** A run's id is also the id of its job in the queue. */
export const thumbnail_runs = pgTable(
  'thumbnail_runs',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    channel_id: channel_id(),
    idea_id: integer().references(() => ideas.id, { onDelete: 'set null' }),
    source_type: text({ enum: ['api_generate', 'idea_improve', 'thumbnail_clone'] }).notNull(),
    status: text({ enum: ['queued', 'completed', 'failed'] })
      .notNull()
      .default('queued'),
    /** The picture to draw: prompt, title, sizes, seed and references; domain/thumbnails/work.ts parses it. */
    work: jsonb().$type<JsonObject>().notNull(),
    /** File names of pictures in the media folder. */
    outputs: text().array().notNull().default([]),
    note: text(),
    callback_url: text(),
    callback_secret: text(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('thumbnail_runs_channel').on(t.channel_id, t.created_at)],
);

/** Stores the style read from a reference, for the idea of a clone. Its id is also its job's id. */
export const thumbnail_styles = pgTable('thumbnail_styles', {
  id: uuid().primaryKey().defaultRandom(),
  team_id: team_id(),
  idea_id: integer()
    .notNull()
    .unique()
    .references(() => ideas.id, { onDelete: 'cascade' }),
  status: text({ enum: ['queued', 'completed', 'failed'] })
    .notNull()
    .default('queued'),
  reference: text().notNull(),
  style: jsonb().$type<JsonObject>(),
  callback_url: text(),
  callback_secret: text(),
  created_at: created_at(),
  updated_at: updated_at(),
});

export const boards = pgTable('boards', {
  id: serialId(),
  team_id: team_id(),
  channel_id: channel_id().unique(),
  /** The highest z-index in use. */
  last_z: integer().notNull().default(0),
  /** Increments with every change and is the ETag of the board. */
  revision: integer().notNull().default(1),
  created_at: created_at(),
});

export const board_items = pgTable(
  'board_items',
  {
    id: serialId(),
    team_id: team_id(),
    board_id: integer()
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    type: text({ enum: ['image', 'text', 'shape', 'frame'] }).notNull(),
    status: text({ enum: ['ready', 'generating', 'failed'] })
      .notNull()
      .default('ready'),
    x: integer().notNull(),
    y: integer().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    z: integer().notNull(),
    frame_id: integer(),
    /** The file name of the item's picture in the media folder. */
    media: text(),
    label: text(),
    source: text().notNull(),
    content: text(),
    usage: text(),
    prompt: text(),
    /** The style of a text or a shape. */
    style: jsonb().$type<JsonObject>(),
    /** No longer read; script_attachments replaced it. */
    assigned_script_id: integer().references(() => scripts.id, { onDelete: 'set null' }),
    /** The job that makes the item's picture; `work` holds its parameters. */
    job_id: uuid().unique(),
    work: jsonb().$type<JsonObject>(),
    note: text(),
    /** Set while the item is removed from the board, where it can be restored. */
    removed_at: moment(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('board_items_board').on(t.board_id, t.z)],
);

/** Stores pictures, texts and shapes in a frame that are flattened to one thumbnail. */
export const board_compositions = pgTable(
  'board_compositions',
  {
    /** Chosen by the window. */
    id: uuid().notNull(),
    team_id: team_id(),
    board_id: integer()
      .notNull()
      .references(() => boards.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The frame and the layers; see the contract's CompositionPut. */
    drawing: jsonb().$type<JsonObject>().notNull(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [primaryKey({ columns: [t.board_id, t.id] })],
);

export const script_attachments = pgTable(
  'script_attachments',
  {
    id: serialId(),
    team_id: team_id(),
    script_id: integer()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['thumbnail'] }).notNull(),
    media: text().notNull(),
    board_item_id: integer(),
    winner: boolean().notNull().default(false),
    created_at: created_at(),
  },
  (t) => [index('script_attachments_script').on(t.script_id, t.id)],
);

export const ACTIVE_ITEM = sql`${board_items.status} = 'generating'`;
