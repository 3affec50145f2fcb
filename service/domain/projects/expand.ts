/** Adds the optional data that a list of projects can be expanded with. */
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';

import type { Project } from '#contract/schema/project.ts';

import { channels, users } from '../../store/schema.ts';
import { project_comments, project_production, project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { channelTitle } from '../channels/channel-view.ts';
import { type ProjectRow, projectId, projectView } from './project.ts';
import { uploadStatus } from './upload-status.ts';

type Expansion = 'channel' | 'production' | 'counts';

interface Owned {
  readonly idea_id: number | null;
  readonly script_id: number | null;
}

const ownerOf = ({ idea_id, script_id }: Owned): string =>
  script_id === null
    ? projectId({ source: 'idea', number: idea_id ?? 0 })
    : projectId({ source: 'script', number: script_id });

const byOwner = <R extends Owned>(rows: readonly R[]): Map<string, R> =>
  new Map(rows.map((row) => [ownerOf(row), row]));

type Table = typeof project_production | typeof project_tasks | typeof project_comments;

function ofAny(table: Table, rows: readonly ProjectRow[]) {
  const numbers = (source: string) => rows.filter((row) => row.source === source).map(({ number }) => number);
  return or(inArray(table.idea_id, numbers('idea')), inArray(table.script_id, numbers('script')));
}

async function taskCounts(db: Db, rows: readonly ProjectRow[]) {
  const counted = await db
    .select({
      idea_id: project_tasks.idea_id,
      script_id: project_tasks.script_id,
      total: count(),
      done: sql<number>`count(*) filter (where ${project_tasks.done})`.mapWith(Number),
    })
    .from(project_tasks)
    .where(ofAny(project_tasks, rows))
    .groupBy(project_tasks.idea_id, project_tasks.script_id);
  return byOwner(counted);
}

async function productions(db: Db, rows: readonly ProjectRow[]) {
  const known = byOwner(await db.select().from(project_production).where(ofAny(project_production, rows)));
  const tasks = await taskCounts(db, rows);
  return (row: ProjectRow): Project['production'] => {
    const found = known.get(projectId(row));
    const { done = 0, total = 0 } = tasks.get(projectId(row)) ?? {};
    return {
      publish_at: found?.publish_at?.toISOString() ?? null,
      status: uploadStatus(row, found?.scheduled ?? false),
      visibility: found?.visibility ?? 'private',
      checklist_done: done,
      checklist_total: total,
    };
  };
}

/** Returns the people with open tasks in each project, by name. */
async function assignees(db: Db, rows: readonly ProjectRow[]) {
  const { idea_id, script_id } = project_tasks;
  const found = await db
    .selectDistinct({ idea_id, script_id, id: users.id, name: users.name })
    .from(project_tasks)
    .innerJoin(users, eq(users.id, project_tasks.assignee_id))
    .where(and(eq(project_tasks.done, false), ofAny(project_tasks, rows)))
    .orderBy(asc(users.name), asc(users.id));
  const people = new Map<string, { id: number; name: string }[]>();
  for (const { id, name, ...owned } of found)
    people.set(ownerOf(owned), [...(people.get(ownerOf(owned)) ?? []), { id, name }]);
  return people;
}

async function counts(db: Db, rows: readonly ProjectRow[]) {
  const tasks = await taskCounts(db, rows);
  const people = await assignees(db, rows);
  const comments = byOwner(
    await db
      .select({ idea_id: project_comments.idea_id, script_id: project_comments.script_id, comments: count() })
      .from(project_comments)
      .where(ofAny(project_comments, rows))
      .groupBy(project_comments.idea_id, project_comments.script_id),
  );
  return (row: ProjectRow): Project['counts'] => {
    const { done = 0, total = 0 } = tasks.get(projectId(row)) ?? {};
    return {
      comments: comments.get(projectId(row))?.comments ?? 0,
      open_tasks: total - done,
      assignees: people.get(projectId(row)) ?? [],
    };
  };
}

async function channelsOf(db: Db, rows: readonly ProjectRow[]) {
  const ids = [...new Set(rows.map(({ channel_id }) => channel_id))];
  const found = await db.select().from(channels).where(inArray(channels.id, ids));
  const titles = new Map(found.map((channel) => [channel.id, channelTitle(channel)]));
  return ({ channel_id: id }: ProjectRow): Project['channel'] => ({ id, title: titles.get(id) ?? null });
}

export async function expanded(db: Db, rows: readonly ProjectRow[], expand: readonly Expansion[]): Promise<Project[]> {
  if (rows.length === 0) return [];
  const channel = expand.includes('channel') ? await channelsOf(db, rows) : null;
  const production = expand.includes('production') ? await productions(db, rows) : null;
  const counted = expand.includes('counts') ? await counts(db, rows) : null;
  return rows.map((row) => ({
    ...projectView(row),
    ...(channel && { channel: channel(row) }),
    ...(production && { production: production(row) }),
    ...(counted && { counts: counted(row) }),
  }));
}
