/** Defines the tables of agent runs, their finished steps and the evidence from research. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

import { created_at, type JsonObject, moment, serialId, team_id, users } from './schema-team.ts';
import { scripts } from './schema.ts';

const script_id = () =>
  integer()
    .notNull()
    .references(() => scripts.id, { onDelete: 'cascade' });

export const agent_runs = pgTable(
  'agent_runs',
  {
    id: serialId(),
    job_id: uuid().notNull().unique().defaultRandom(),
    team_id: team_id(),
    script_id: script_id(),
    status: text({
      enum: ['queued', 'pending', 'running', 'completed', 'completed_with_issues', 'failed', 'cancelled'],
    })
      .notNull()
      .default('queued'),
    model: text().notNull(),
    resolved_model: text().notNull(),
    auth_path: text({ enum: ['byok', 'factory'] }).notNull(),
    research: text({ enum: ['auto', 'on', 'off', 'deep_research'] }).notNull(),
    visual_cues: boolean().notNull(),
    /** The hex SHA-256 of the script's research URLs and texts at the start. */
    sources_key: text().notNull(),
    /** The earlier run whose deep research is reused. */
    reused_run_id: integer(),
    current_step: text(),
    current_step_label: text(),
    /** From 0 to 100. */
    percent: integer(),
    executor: text(),
    is_language_model: boolean(),
    usage: jsonb().$type<JsonObject>(),
    issues: text().array().notNull().default([]),
    error: text(),
    error_detail: text(),
    /** The kind of an engine's error, such as `refused-key`. */
    error_code: text(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: created_at(),
    started_at: moment(),
    finished_at: moment(),
  },
  (t) => [
    // The database enforces one active run per script, because a check beforehand could race.
    uniqueIndex('agent_runs_one_active')
      .on(t.script_id)
      .where(sql`status in ('queued', 'pending', 'running')`),
    index('agent_runs_team').on(t.team_id, t.id),
  ],
);

/** Stores finished steps, so that a killed run resumes after them. */
export const agent_run_steps = pgTable(
  'agent_run_steps',
  {
    run_id: integer()
      .notNull()
      .references(() => agent_runs.id, { onDelete: 'cascade' }),
    step: text().notNull(),
    result: jsonb().$type<JsonObject>().notNull(),
    created_at: created_at(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.step] })],
);

export const agent_evidence = pgTable(
  'agent_evidence',
  {
    id: serialId(),
    team_id: team_id(),
    script_id: script_id(),
    /** Null for a canvas run. */
    run_id: integer().references(() => agent_runs.id, { onDelete: 'cascade' }),
    /** The script's sentence as plain text. */
    sentence: text().notNull(),
    /** The passage as in the source; empty if the model named a source that has nothing like it. */
    quote: text().notNull(),
    source_kind: text({ enum: ['page', 'text'] }).notNull(),
    source_title: text().notNull(),
    source_url: text(),
    retrieved_at: moment().notNull(),
  },
  (t) => [index('agent_evidence_script').on(t.script_id, t.run_id)],
);
