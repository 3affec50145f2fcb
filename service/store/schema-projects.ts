/**
 * Defines what projects have in addition to their idea or script (spec 2 §2). Each row belongs to one idea or one
 * script; when an idea is promoted, its rows move to the script (domain/projects/promote.ts).
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { ATTACHMENT_STATES } from '#contract/schema/project.ts';

import { ideas, scripts } from './schema.ts';
import { created_at, type JsonObject, moment, serialId, team_id, users } from './schema-team.ts';

const ownerColumns = () => ({
  idea_id: integer().references(() => ideas.id, { onDelete: 'cascade' }),
  script_id: integer().references(() => scripts.id, { onDelete: 'cascade' }),
});
const checkOneOwner = (name: string) => check(name, sql`num_nonnulls(idea_id, script_id) = 1`);
const userReference = () => integer().references(() => users.id, { onDelete: 'set null' });

/** A project without a row has the default values. */
export const project_production = pgTable(
  'project_production',
  {
    id: serialId(),
    team_id: team_id(),
    ...ownerColumns(),
    description: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    visibility: text({ enum: ['public', 'unlisted', 'private'] })
      .notNull()
      .default('private'),
    made_for_kids: boolean().notNull().default(false),
    publish_at: moment(),
    scheduled: boolean().notNull().default(false),
    thumbnail_text: text(),
    winner_selected: boolean().notNull().default(false),
    review_status: text({ enum: ['requested', 'approved', 'changes_requested'] }),
    review_notes: text(),
    reviewed_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    unique('project_production_idea').on(t.idea_id),
    unique('project_production_script').on(t.script_id),
    checkOneOwner('project_production_one'),
  ],
);

/** Stores checklist entries; open ones with an assignee are that person's tasks. */
export const project_tasks = pgTable(
  'project_tasks',
  {
    id: serialId(),
    team_id: team_id(),
    ...ownerColumns(),
    position: integer().notNull(),
    title: text().notNull(),
    required: boolean().notNull().default(false),
    done: boolean().notNull().default(false),
    assignee_id: userReference(),
    due_at: moment(),
    /** The stage that added this task; null once a person has edited the task. */
    untouched_stage: text(),
    created_at: created_at(),
  },
  (t) => [
    index('project_tasks_idea').on(t.idea_id, t.position),
    index('project_tasks_script').on(t.script_id, t.position),
    index('project_tasks_mine')
      .on(t.team_id, t.assignee_id, t.due_at)
      .where(sql`not done`),
    checkOneOwner('project_tasks_one'),
  ],
);

export const project_comments = pgTable(
  'project_comments',
  {
    id: serialId(),
    team_id: team_id(),
    ...ownerColumns(),
    author_id: integer()
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    mentioned_user_ids: integer().array().notNull().default([]),
    edited_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    index('project_comments_idea').on(t.idea_id, t.id),
    index('project_comments_script').on(t.script_id, t.id),
    checkOneOwner('project_comments_one'),
  ],
);

export const project_activity = pgTable(
  'project_activity',
  {
    id: serialId(),
    team_id: team_id(),
    ...ownerColumns(),
    actor_id: userReference(),
    type: text().notNull(),
    details: jsonb().$type<JsonObject>().notNull().default({}),
    created_at: created_at(),
  },
  (t) => [
    index('project_activity_idea').on(t.idea_id, t.id),
    index('project_activity_script').on(t.script_id, t.id),
    checkOneOwner('project_activity_one'),
  ],
);

export const project_attachments = pgTable(
  'project_attachments',
  {
    id: serialId(),
    team_id: team_id(),
    ...ownerColumns(),
    kind: text({ enum: ['link', 'thumbnail', 'file'] }).notNull(),
    name: text().notNull(),
    url: text(),
    content_type: text(),
    size_bytes: integer(),
    /** The id of the stored file. This and the next two columns are null for links. */
    file_id: uuid(),
    state: text({ enum: ATTACHMENT_STATES }),
    uploaded_bytes: integer(),
    added_by: userReference(),
    /** The time a file was removed; the file is deleted once it can no longer be restored. */
    removed_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    index('project_attachments_idea').on(t.idea_id),
    index('project_attachments_script').on(t.script_id),
    checkOneOwner('project_attachments_one'),
  ],
);

/** Holds one row per recipient. */
export const project_notifications = pgTable(
  'project_notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    team_id: team_id(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...ownerColumns(),
    type: text().notNull(),
    message: text().notNull(),
    actor_id: userReference(),
    read_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    index('project_notifications_mine').on(t.team_id, t.user_id, t.created_at),
    // Notifications about a channel's work belong to no project.
    check('project_notifications_one', sql`num_nonnulls(idea_id, script_id) <= 1`),
  ],
);

/** Links scripts to their videos on the platform. A removed link keeps its readings, so that it can come back. */
export const published_videos = pgTable(
  'published_videos',
  {
    id: serialId(),
    team_id: team_id(),
    script_id: integer()
      .notNull()
      .references(() => scripts.id, { onDelete: 'cascade' }),
    video_id: text().notNull(),
    /** This and the next columns are null until the platform was read for the first time. */
    platform_channel_id: text(),
    title: text(),
    thumbnail_url: text(),
    seconds: integer(),
    published_at: moment(),
    /** The script's production status before the link. */
    status_before: text().notNull(),
    linked_by: userReference(),
    /** The time the platform was last asked for the numbers. */
    read_at: moment(),
    removed_at: moment(),
    created_at: created_at(),
  },
  (t) => [
    unique('published_videos_video').on(t.script_id, t.video_id),
    uniqueIndex('published_videos_one')
      .on(t.script_id)
      .where(sql`removed_at is null`),
    index('published_videos_team').on(t.team_id, t.video_id),
  ],
);

export const view_readings = pgTable(
  'view_readings',
  {
    id: serialId(),
    team_id: team_id(),
    published_video_id: integer()
      .notNull()
      .references(() => published_videos.id, { onDelete: 'cascade' }),
    taken_at: moment().notNull(),
    views: bigint({ mode: 'number' }).notNull(),
    likes: bigint({ mode: 'number' }),
    comments: bigint({ mode: 'number' }),
    /**
     * The median of the channel's uploads at that time; null if the video was too young or the channel had too few
     * uploads.
     */
    usual_views: doublePrecision(),
    usual_sample: integer().notNull().default(0),
  },
  (t) => [index('view_readings_video').on(t.published_video_id, t.taken_at)],
);
