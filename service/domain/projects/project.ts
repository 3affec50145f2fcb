/** Reads scripts, and ideas without a script, as projects (spec 2 §2 Project). */
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';

import type { Project, ProjectStage } from '#contract/schema/project.ts';

import { channels, ideas, scripts } from '../../store/schema.ts';
import type {
  project_activity,
  project_attachments,
  project_comments,
  project_notifications,
  project_production,
  project_tasks,
} from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { canReach, buildReachFilter } from '../access.ts';
import type { Failing, Principal } from '../call.ts';

export interface ProjectRef {
  readonly source: 'idea' | 'script';
  readonly number: number;
}

type ProjectTable =
  | typeof project_activity
  | typeof project_attachments
  | typeof project_comments
  | typeof project_notifications
  | typeof project_production
  | typeof project_tasks;

export const formatProjectId = ({ source, number }: ProjectRef): string => `project:v1:${source}:${number}`;

export function parseProjectId(id: string): ProjectRef {
  const [, , source, number] = id.split(':');
  return { source: source === 'script' ? 'script' : 'idea', number: Number(number) };
}

export const isOfProject = (table: ProjectTable, { source, number }: ProjectRef): SQL =>
  eq(source === 'idea' ? table.idea_id : table.script_id, number);

export const toProjectColumns = ({ source, number }: ProjectRef) =>
  source === 'idea' ? { idea_id: number } : { script_id: number };

const nameTextColumn = (column: SQL, name: string) => sql<string>`${column}`.as(name);
const nameNullableColumn = (column: SQL, name: string) => sql<string | null>`${column}`.as(name);

/**
 * Combines ideas and scripts into one table. `origin`, `origin_number` and `created_at` never change, even when an idea
 * becomes a script, so lists keep their order. Each column has a unique SQL name, because a query that joins other
 * tables refers to them without a table name.
 */
export function selectProjects(db: Db, team_id: number) {
  const selectCommonColumns = (table: typeof ideas | typeof scripts) => ({
    number: sql<number>`${table.id}`.as('project_number'),
    channel_id: sql<number>`${table.channel_id}`.as('project_channel_id'),
    title: nameTextColumn(sql`${table.title}`, 'project_title'),
    topic: nameNullableColumn(sql`${table.topic}`, 'project_topic'),
    angle: nameNullableColumn(sql`${table.angle}`, 'project_angle'),
    revision: sql<number>`${table.revision}`.as('project_revision'),
    archived_at: sql<Date | null>`${table.archived_at}`.mapWith(ideas.archived_at).as('project_archived_at'),
    updated_at: sql<Date>`${table.updated_at}`.mapWith(ideas.updated_at).as('project_updated_at'),
  });
  const fromIdeas = db
    .select({
      ...selectCommonColumns(ideas),
      source: sql<'idea' | 'script'>`'idea'::text`.as('project_source'),
      status: nameTextColumn(sql`${ideas.status}`, 'project_status'),
      script_number: sql<number | null>`null::integer`.as('project_script_number'),
      idea_id: sql<number | null>`${ideas.id}`.as('project_idea_id'),
      created_at: sql<Date>`${ideas.created_at}`.mapWith(ideas.created_at).as('project_created_at'),
      origin: nameTextColumn(sql`'idea'::text`, 'project_origin'),
      origin_number: sql<number>`${ideas.id}`.as('project_origin_number'),
    })
    .from(ideas)
    .where(and(eq(ideas.team_id, team_id), isNull(ideas.script_id)));
  const fromScripts = db
    .select({
      ...selectCommonColumns(scripts),
      source: sql<'idea' | 'script'>`'script'::text`.as('project_source'),
      status: nameTextColumn(sql`${scripts.production_status}`, 'project_status'),
      script_number: sql<number | null>`${scripts.script_number}`.as('project_script_number'),
      idea_id: sql<number | null>`${ideas.id}`.as('project_idea_id'),
      created_at: sql<Date>`coalesce(${ideas.created_at}, ${scripts.created_at})`
        .mapWith(ideas.created_at)
        .as('project_created_at'),
      origin: nameTextColumn(sql`case when ${ideas.id} is null then 'script' else 'idea' end`, 'project_origin'),
      origin_number: sql<number>`coalesce(${ideas.id}, ${scripts.id})`.as('project_origin_number'),
    })
    .from(scripts)
    .leftJoin(ideas, eq(ideas.script_id, scripts.id))
    .where(eq(scripts.team_id, team_id));
  return unionAll(fromIdeas, fromScripts).as('project');
}

export type Projects = ReturnType<typeof selectProjects>;

export interface ProjectRow extends ProjectRef {
  readonly channel_id: number;
  readonly title: string;
  readonly topic: string | null;
  readonly angle: string | null;
  /** The status of an idea, or the production status of a script. */
  readonly status: string;
  readonly revision: number;
  readonly script_number: number | null;
  readonly idea_id: number | null;
  readonly archived_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly origin: string;
  readonly origin_number: number;
}

export const isInReach = (db: Db, projects: Projects, principal: Principal): SQL =>
  inArray(
    sql`${projects.channel_id}`,
    db.select({ id: channels.id }).from(channels).where(buildReachFilter(db, principal)),
  );

/** Returns the fields that every event of a project has. */
export const toEventFields = (row: Pick<ProjectRow, 'source' | 'number' | 'channel_id' | 'title'>) => ({
  project_id: formatProjectId(row),
  channel_id: String(row.channel_id),
  title: row.title,
});

export function getStage(status: string): ProjectStage | 'rejected' {
  if (status === 'planning') return 'scripting';
  if (status === 'published') return 'upload';
  return status as ProjectStage;
}

export function toProjectView(row: ProjectRow): Project {
  return {
    id: formatProjectId(row),
    source: row.source,
    title: row.title,
    topic: row.topic,
    angle: row.angle,
    revision: String(row.revision),
    stage: getStage(row.status),
    channel_id: row.channel_id,
    idea_id: row.idea_id,
    script_id: row.source === 'script' ? row.number : null,
    script_number: row.script_number,
    archived: row.archived_at !== null,
    archived_at: row.archived_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

type ReachCall = Failing<'project_forbidden' | 'project_not_found' | 'project_promoted'>;

/** Locks only rows of the caller's team: another team's writers must not delay it. */
async function lockSource(tx: Db, team_id: number, { source, number }: ProjectRef): Promise<void> {
  const table = source === 'idea' ? ideas : scripts;
  const isOwn = and(eq(table.id, number), eq(table.team_id, team_id));
  await tx.select({ id: table.id }).from(table).where(isOwn).for('update');
}

/**
 * Finds archived projects too.
 * @param lock true locks the row until the transaction ends.
 */
export async function reachProject(
  db: Db,
  { principal, fail }: ReachCall,
  ref: ProjectRef,
  lock = false,
): Promise<ProjectRow> {
  if (lock) await lockSource(db, principal.teamId, ref);
  const projects = selectProjects(db, principal.teamId);
  const [row] = await db
    .select()
    .from(projects)
    .where(and(sql`${projects.source} = ${ref.source}`, sql`${projects.number} = ${ref.number}`));
  if (row) {
    if (!(await canReach(db, principal, row.channel_id))) throw fail('project_forbidden');
    return row;
  }
  const isOwnIdea = and(eq(ideas.id, ref.number), eq(ideas.team_id, principal.teamId));
  const [idea] = ref.source === 'idea' ? await db.select().from(ideas).where(isOwnIdea) : [];
  if (!idea || idea.script_id === null) throw fail('project_not_found');
  if (!(await canReach(db, principal, idea.channel_id))) throw fail('project_forbidden');
  const project_id = formatProjectId({ source: 'script', number: idea.script_id });
  throw fail('project_promoted', { extras: { project_id } });
}
