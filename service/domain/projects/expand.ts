/** Adds the optional data that a list of projects can be expanded with. */
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';

import type { Project } from '#contract/schema/project.ts';

import { channels, users } from '../../store/schema.ts';
import { project_comments, project_production, project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { getChannelTitle } from '../channels/channel-view.ts';
import { type ProjectRow, formatProjectId, toProjectView } from './project.ts';
import { getUploadStatus } from './upload-status.ts';

type Expansion = 'channel' | 'production' | 'counts';

interface OwnedRow {
  readonly idea_id: number | null;
  readonly script_id: number | null;
}

const getOwnerId = ({ idea_id, script_id }: OwnedRow): string =>
  script_id === null
    ? formatProjectId({ source: 'idea', number: idea_id ?? 0 })
    : formatProjectId({ source: 'script', number: script_id });

const indexByOwner = <R extends OwnedRow>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [getOwnerId(row), row]));

type Table = typeof project_production | typeof project_tasks | typeof project_comments;

function belongsToAny(table: Table, rows: readonly ProjectRow[]) {
  const getNumbers = (source: string) => rows.filter((row) => row.source === source).map(({ number }) => number);
  return or(inArray(table.idea_id, getNumbers('idea')), inArray(table.script_id, getNumbers('script')));
}

async function countTasks(db: Db, rows: readonly ProjectRow[]) {
  const countRows = await db
    .select({
      idea_id: project_tasks.idea_id,
      script_id: project_tasks.script_id,
      total: count(),
      done: sql<number>`count(*) filter (where ${project_tasks.done})`.mapWith(Number),
    })
    .from(project_tasks)
    .where(belongsToAny(project_tasks, rows))
    .groupBy(project_tasks.idea_id, project_tasks.script_id);
  return indexByOwner(countRows);
}

async function readProductions(db: Db, rows: readonly ProjectRow[]) {
  const productionRows = indexByOwner(
    await db.select().from(project_production).where(belongsToAny(project_production, rows)),
  );
  const tasks = await countTasks(db, rows);
  return (project: ProjectRow): Project['production'] => {
    const row = productionRows.get(formatProjectId(project));
    const { done = 0, total = 0 } = tasks.get(formatProjectId(project)) ?? {};
    return {
      publish_at: row?.publish_at?.toISOString() ?? null,
      status: getUploadStatus(project, row?.scheduled ?? false),
      visibility: row?.visibility ?? 'private',
      checklist_done: done,
      checklist_total: total,
    };
  };
}

/** Returns the people with open tasks in each project, by name. */
async function readAssignees(db: Db, rows: readonly ProjectRow[]) {
  const { idea_id, script_id } = project_tasks;
  const assigneeRows = await db
    .selectDistinct({ idea_id, script_id, id: users.id, name: users.name })
    .from(project_tasks)
    .innerJoin(users, eq(users.id, project_tasks.assignee_id))
    .where(and(eq(project_tasks.done, false), belongsToAny(project_tasks, rows)))
    .orderBy(asc(users.name), asc(users.id));
  const people = new Map<string, { id: number; name: string }[]>();
  for (const { id, name, ...owner } of assigneeRows)
    people.set(getOwnerId(owner), [...(people.get(getOwnerId(owner)) ?? []), { id, name }]);
  return people;
}

async function readCounts(db: Db, rows: readonly ProjectRow[]) {
  const tasks = await countTasks(db, rows);
  const people = await readAssignees(db, rows);
  const comments = indexByOwner(
    await db
      .select({ idea_id: project_comments.idea_id, script_id: project_comments.script_id, comments: count() })
      .from(project_comments)
      .where(belongsToAny(project_comments, rows))
      .groupBy(project_comments.idea_id, project_comments.script_id),
  );
  return (row: ProjectRow): Project['counts'] => {
    const { done = 0, total = 0 } = tasks.get(formatProjectId(row)) ?? {};
    return {
      comments: comments.get(formatProjectId(row))?.comments ?? 0,
      open_tasks: total - done,
      assignees: people.get(formatProjectId(row)) ?? [],
    };
  };
}

async function readChannels(db: Db, rows: readonly ProjectRow[]) {
  const ids = [...new Set(rows.map(({ channel_id }) => channel_id))];
  const channelRows = await db.select().from(channels).where(inArray(channels.id, ids));
  const titles = new Map(channelRows.map((channel) => [channel.id, getChannelTitle(channel)]));
  return ({ channel_id: id }: ProjectRow): Project['channel'] => ({ id, title: titles.get(id) ?? null });
}

export async function expandProjects(
  db: Db,
  rows: readonly ProjectRow[],
  expand: readonly Expansion[],
): Promise<Project[]> {
  if (rows.length === 0) return [];
  const getChannel = expand.includes('channel') ? await readChannels(db, rows) : null;
  const getProduction = expand.includes('production') ? await readProductions(db, rows) : null;
  const getCounts = expand.includes('counts') ? await readCounts(db, rows) : null;
  return rows.map((row) => ({
    ...toProjectView(row),
    ...(getChannel && { channel: getChannel(row) }),
    ...(getProduction && { production: getProduction(row) }),
    ...(getCounts && { counts: getCounts(row) }),
  }));
}
