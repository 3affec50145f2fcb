/** Records the activity of a project and notifies people about it. */
import { and, eq, inArray, ne } from 'drizzle-orm';

import type { ActivityType, NotificationType } from '#contract/schema/project.ts';

import { team_members } from '../../store/schema.ts';
import {
  project_activity,
  project_comments,
  project_notifications,
  project_tasks,
} from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { readPeopleWithAccess } from '../access.ts';
import type { Principal } from '../call.ts';
import type { Change } from './changes.ts';
import { toProjectColumns, type ProjectRef, type ProjectRow, isOfProject } from './project.ts';

interface Details {
  readonly from?: string;
  readonly to?: string;
  readonly fields?: string[];
  readonly changes?: Change[];
}

export async function recordActivity(
  tx: Db,
  { teamId: team_id, userId: actor_id }: Principal,
  ref: ProjectRef,
  type: ActivityType,
  details: Details = {},
): Promise<void> {
  await tx
    .insert(project_activity)
    .values({ team_id, ...toProjectColumns(ref), actor_id, type, details: { ...details } });
}

/** Notifies each person once; skips the caller and people who can't access the project. */
export async function notifyPeople(
  tx: Db,
  { teamId: team_id, userId: actor_id }: Principal,
  project: ProjectRow,
  { type, message, to }: { type: NotificationType; message: string; to: Iterable<number> },
): Promise<void> {
  const others = [...new Set(to)].filter((user_id) => user_id !== actor_id);
  const people = [...(await readPeopleWithAccess(tx, { teamId: team_id, channelId: project.channel_id }, others))];
  if (people.length === 0) return;
  const row = { team_id, ...toProjectColumns(project), actor_id, type, message };
  await tx.insert(project_notifications).values(people.map((user_id) => ({ ...row, user_id })));
}

/** Returns the people who commented on the project or have an open task in it. */
export async function readParticipants(tx: Db, ref: ProjectRef): Promise<number[]> {
  const authors = await tx
    .selectDistinct({ id: project_comments.author_id })
    .from(project_comments)
    .where(isOfProject(project_comments, ref));
  const assignees = await tx
    .selectDistinct({ id: project_tasks.assignee_id })
    .from(project_tasks)
    .where(and(isOfProject(project_tasks, ref), eq(project_tasks.done, false)));
  return [...authors, ...assignees].flatMap(({ id }) => (id === null ? [] : [id]));
}

/** Returns the people who can't access the project: they are not in its team, or a `member` without its channel. */
export async function findPeopleWithoutAccess(
  tx: Db,
  { teamId }: Principal,
  { channel_id: channelId }: ProjectRow,
  ids: readonly number[],
): Promise<number[]> {
  const allowedIds = await readPeopleWithAccess(tx, { teamId, channelId }, ids);
  return ids.filter((id) => !allowedIds.has(id));
}

export async function readAdministrators(tx: Db, { teamId, userId }: Principal): Promise<number[]> {
  const filter = and(
    eq(team_members.team_id, teamId),
    inArray(team_members.role, ['owner', 'admin']),
    ne(team_members.user_id, userId),
  );
  const rows = await tx.select({ id: team_members.user_id }).from(team_members).where(filter);
  return rows.map(({ id }) => id);
}
