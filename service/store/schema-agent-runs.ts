/** Agent runs, the steps they have finished, and what they took over from research. */
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
    /** Its job in the queue. */
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
    /** Hex SHA-256 of the script's research addresses and texts at the start. */
    sources_key: text().notNull(),
    /** The earlier run whose deep research is used again. */
    reused_run_id: integer(),
    current_step: text(),
    current_step_label: text(),
    /** 0 to 100. */
    percent: integer(),
    executor: text(),
    is_language_model: boolean(),
    usage: jsonb().$type<JsonObject>(),
    issues: text().array().notNull().default([]),
    error: text(),
    error_detail: text(),
    created_by: integer().references(() => users.id, { onDelete: 'set null' }),
    created_at: created_at(),
    started_at: moment(),
    finished_at: moment(),
  },
  (t) => [
    // One run at a time for a script, held by the database and not by a look beforehand.
    uniqueIndex('agent_runs_one_active')
      .on(t.script_id)
      .where(sql`status in ('queued', 'pending', 'running')`),
    index('agent_runs_team').on(t.team_id, t.id),
  ],
);

/** What a run has finished, so that a killed one goes on behind it. */
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
    run_id: integer()
      .notNull()
      .references(() => agent_runs.id, { onDelete: 'cascade' }),
    /** As the run wrote it, in plain text. */
    sentence: text().notNull(),
    /** As the source has it. */
    quote: text().notNull(),
    source_kind: text({ enum: ['page', 'text'] }).notNull(),
    source_title: text().notNull(),
    source_url: text(),
    retrieved_at: moment().notNull(),
  },
  (t) => [index('agent_evidence_script').on(t.script_id, t.run_id)],
);
