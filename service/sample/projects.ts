/** Adds stages, plans, comments and tasks of the sample projects. */
import { eq } from 'drizzle-orm';

import { DAY_MS } from '#contract/values.ts';
import type { ProjectRef } from '../domain/projects/project.ts';
import { toProjectColumns } from '../domain/projects/project.ts';
import { ideas, scripts, team_members, users } from '../store/schema.ts';
import {
  project_activity,
  project_comments,
  project_notifications,
  project_production,
  project_tasks,
} from '../store/schema-projects.ts';
import type { Db } from '../store/store.ts';
import { SAMPLE_PROJECTS, type SamplePerson, type SampleProject } from './data/projects.ts';

type People = Readonly<Record<SamplePerson, number>>;

/** Returns the day `days` from `now`, at 17:00 UTC. */
export function getDayAt(now: Date, days: number): Date {
  const date = new Date(now.getTime() + days * DAY_MS);
  date.setUTCHours(17, 0, 0, 0);
  return date;
}

async function readPeople(tx: Db, team_id: number): Promise<People> {
  const rows = await tx
    .select({ id: users.id, role: team_members.role })
    .from(team_members)
    .innerJoin(users, eq(users.id, team_members.user_id))
    .where(eq(team_members.team_id, team_id));
  const getId = (role: string): number => rows.find((row) => row.role === role)?.id ?? 0;
  return { ada: getId('owner'), ben: getId('editor'), cleo: getId('viewer') };
}

async function readRef(tx: Db, title: string): Promise<ProjectRef> {
  const [script] = await tx.select({ id: scripts.id }).from(scripts).where(eq(scripts.title, title));
  if (script) return { source: 'script', number: script.id };
  const [idea] = await tx.select({ id: ideas.id }).from(ideas).where(eq(ideas.title, title));
  if (!idea) throw new Error(`There is no sample project “${title}”.`);
  return { source: 'idea', number: idea.id };
}

/** Sets when a project was begun and how it reached its stage. */
async function addPast(
  tx: Db,
  row: object & { team_id: number },
  { startDay, stages = [] }: SampleProject,
  { number }: ProjectRef,
  { people, now }: { readonly people: People; readonly now: Date },
) {
  if (startDay === undefined) return;
  const change = { created_at: getDayAt(now, startDay), production_status: stages.at(-1)?.[0] ?? 'scripting' };
  await tx.update(scripts).set(change).where(eq(scripts.id, number));
  // A project's age counts from the creation of its idea.
  await tx.update(ideas).set({ created_at: change.created_at }).where(eq(ideas.script_id, number));
  let from = 'scripting';
  for (const [to, day] of stages) {
    const move = { type: 'moved' as const, details: { from, to }, created_at: getDayAt(now, day) };
    await tx.insert(project_activity).values({ ...row, ...move, actor_id: people.ada });
    from = to;
  }
}

async function addTasks(
  tx: Db,
  row: object & { team_id: number },
  { tasks }: SampleProject,
  people: People,
  now: Date,
) {
  if (!tasks) return;
  await tx.insert(project_tasks).values(
    tasks.map(({ title, required = false, done = false, by, due }, position) => ({
      ...row,
      position,
      title,
      required,
      done,
      assignee_id: by === undefined ? null : people[by],
      due_at: due === undefined ? null : getDayAt(now, due),
    })),
  );
}

async function addComments(
  tx: Db,
  row: object & { team_id: number },
  { comments = [], notifications = [] }: SampleProject,
  people: People,
) {
  for (const { by, body, to } of comments) {
    const mentioned_user_ids = to === undefined ? [] : [people[to]];
    await tx.insert(project_comments).values({ ...row, author_id: people[by], body, mentioned_user_ids });
    await tx.insert(project_activity).values({ ...row, actor_id: people[by], type: 'commented' });
  }
  for (const { by, ...notification } of notifications) {
    await tx
      .insert(project_notifications)
      .values({ ...row, ...notification, user_id: people.ada, actor_id: people[by] });
  }
}

export async function addSampleProjects(tx: Db, team_id: number, now: Date): Promise<void> {
  const people = await readPeople(tx, team_id);
  for (const project of SAMPLE_PROJECTS) {
    const ref = await readRef(tx, project.title);
    const row = { team_id, ...toProjectColumns(ref) };
    const { publish, description, tags, visibility, thumbnailText } = project;
    await addPast(tx, row, project, ref, { people, now });
    await tx.insert(project_production).values({
      ...row,
      ...(description !== undefined && { description }),
      ...(tags !== undefined && { tags: [...tags] }),
      ...(visibility !== undefined && { visibility }),
      thumbnail_text: thumbnailText ?? null,
      publish_at: publish === undefined ? null : getDayAt(now, publish.day),
      scheduled: publish?.scheduled ?? false,
    });
    await addTasks(tx, row, project, people, now);
    await addComments(tx, row, project, people);
  }
}
