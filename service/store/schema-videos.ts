/** Defines operations, videos with their versions, passes and staged edits, and media assets. */
import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { created_at, type JsonObject, moment, team_id, updated_at, users } from './schema-team.ts';
import { channels } from './schema.ts';

const channel_id = () =>
  integer()
    .notNull()
    .references(() => channels.id, { onDelete: 'cascade' });
const created_by = () => integer().references(() => users.id, { onDelete: 'set null' });

/** Stores long-running work (spec 2 §2 Operation). Its id is also the id of its job in the queue. */
export const operations = pgTable(
  'operations',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    channel_id: channel_id(),
    type: text({
      enum: ['video_generate', 'video_apply_revision', 'video_hand_off', 'generate_ideas', 'change_topic'],
    }).notNull(),
    status: text({ enum: ['running', 'completed', 'failed', 'cancelled'] })
      .notNull()
      .default('running'),
    progress: integer().notNull().default(10),
    step: text(),
    /** The request, for work that reads it when it runs; see domain/videos/hand-off.ts. */
    request: jsonb().$type<JsonObject>(),
    result: jsonb().$type<JsonObject>(),
    warnings: text().array().notNull().default([]),
    error_code: text(),
    error: text(),
    retryable: boolean().notNull().default(false),
    /** The id of a video project or a pass; for work on ideas, the operation's own id. */
    resource_id: uuid().notNull(),
    created_by: created_by(),
    created_at: created_at(),
    started_at: moment(),
    finished_at: moment(),
  },
  (t) => [index('operations_resource').on(t.resource_id)],
);

export const video_projects = pgTable(
  'video_projects',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    channel_id: channel_id(),
    title: text().notNull(),
    /** The API's id of the project the video was made for. */
    for_project: text(),
    status: text({ enum: ['generating', 'complete', 'failed', 'cancelled'] })
      .notNull()
      .default('generating'),
    /** The request in the contract's VideoCreate format. */
    brief: jsonb().$type<JsonObject>().notNull(),
    /** The plan of the first version; see engines/video. */
    plan: jsonb().$type<JsonObject>().notNull(),
    estimated_seconds: integer().notNull(),
    credits: integer().notNull(),
    /** The operation that makes the video or its latest revision. */
    operation_id: uuid().notNull(),
    /** The current version; null before the first one. */
    artifact_id: uuid(),
    /** Increments with every staged edit, discard and publication, and is the ETag of the draft. */
    draft_revision: integer().notNull().default(1),
    /** The pictures in the media folder that are already drawn, by block key. */
    pictures: jsonb().$type<Record<string, string>>().notNull().default({}),
    cancel_reason: text(),
    created_by: created_by(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('video_projects_team').on(t.team_id, t.created_at)],
);

const project_id = () =>
  uuid()
    .notNull()
    .references(() => video_projects.id, { onDelete: 'cascade' });

/** Stores a published version, which never changes except for its quality report. */
export const video_artifacts = pgTable(
  'video_artifacts',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    project_id: project_id(),
    /** The SHA-256 of the file, which is also its name in the project's folder. */
    revision: text().notNull(),
    content_type: text({ enum: ['video/mp4', 'video/webm'] }).notNull(),
    bytes: doublePrecision().notNull(),
    seconds: doublePrecision().notNull(),
    plan: jsonb().$type<JsonObject>().notNull(),
    /** The `Timeline` of engines/video: what is shown where and when. */
    timeline: jsonb().$type<JsonObject>().notNull(),
    pictures: jsonb().$type<Record<string, string>>().notNull(),
    waveform: jsonb().$type<number[]>(),
    quality_status: text({ enum: ['measuring', 'ready', 'failed'] })
      .notNull()
      .default('measuring'),
    quality: jsonb().$type<JsonObject>(),
    measured_at: moment(),
    published_at: created_at(),
  },
  (t) => [index('video_artifacts_project').on(t.project_id, t.published_at)],
);

/** Stores a revision that was applied or is being applied. */
export const video_passes = pgTable(
  'video_passes',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    project_id: project_id(),
    number: integer().notNull(),
    status: text({ enum: ['applying', 'complete', 'failed'] })
      .notNull()
      .default('applying'),
    error: text(),
    artifact_id: uuid().references(() => video_artifacts.id, { onDelete: 'set null' }),
    /** The version that the edits start from. */
    base_id: uuid()
      .notNull()
      .references(() => video_artifacts.id, { onDelete: 'cascade' }),
    operation_id: uuid().notNull(),
    /** The plan of the new version. */
    plan: jsonb().$type<JsonObject>().notNull(),
    changes: text().array().notNull(),
    created_by: created_by(),
    created_at: created_at(),
    applied_at: moment(),
  },
  (t) => [index('video_passes_project').on(t.project_id, t.number)],
);

/** Stores a staged edit, which is an item of the draft revision. */
export const video_edits = pgTable(
  'video_edits',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: integer().generatedByDefaultAsIdentity().unique(),
    team_id: team_id(),
    project_id: project_id(),
    /** The thing that is edited; a second edit of the same slot replaces the first. */
    slot: text().notNull(),
    /** See domain/videos/edits.ts for the format. */
    edit: jsonb().$type<JsonObject>().notNull(),
    status: text({ enum: ['ready', 'generating'] })
      .notNull()
      .default('ready'),
    /** How often the edit was staged; a preview of an earlier round is not used. */
    round: integer().notNull().default(1),
    /** The file name of the edit's preview picture in the media folder. */
    preview: text(),
    created_at: created_at(),
  },
  (t) => [unique('video_edits_once').on(t.project_id, t.slot)],
);

/** Stores the team's own pictures, films and sounds. The file is named after the id. */
export const media_assets = pgTable(
  'media_assets',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    name: text().notNull(),
    state: text({ enum: ['uploading', 'processing', 'ready', 'failed'] })
      .notNull()
      .default('uploading'),
    media_type: text({ enum: ['picture', 'video', 'audio'] }),
    /** The type detected from the file's bytes; null before the inspection. */
    content_type: text(),
    bytes: integer().notNull(),
    uploaded_bytes: integer().notNull().default(0),
    width: integer(),
    height: integer(),
    seconds: doublePrecision(),
    /** The file name of a picture in the media folder. */
    thumbnail: text(),
    waveform: jsonb().$type<number[]>(),
    error: text(),
    created_by: created_by(),
    created_at: created_at(),
    updated_at: updated_at(),
  },
  (t) => [index('media_assets_team').on(t.team_id, t.created_at)],
);
