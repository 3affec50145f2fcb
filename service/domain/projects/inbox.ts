/** Handles a person's tasks and notifications across all projects. */
import { and, asc, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { z } from 'zod';

import type { ProjectNotification, ProjectTask } from '#contract/schema/project.ts';

import { users } from '../../store/schema.ts';
import { project_notifications, project_tasks } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import { type Call, checkRevision, type Handlers, type Principal } from '../call.ts';
import { CursorId, CursorTime, cutPage, readCursor } from '../cursor.ts';
import type { Services } from '../services.ts';
import { isInReach, formatProjectId, type Projects, selectProjects, getStage } from './project.ts';

type InboxHandlers = Pick<
  Handlers,
  'tasks.list' | 'projectNotifications.list' | 'projectNotifications.read' | 'projectNotifications.readAll'
>;
type NotificationRow = typeof project_notifications.$inferSelect;

const belongsTo = (projects: Projects, table: typeof project_tasks | typeof project_notifications) =>
  or(
    and(sql`${projects.source} = 'idea'`, sql`${projects.number} = ${table.idea_id}`),
    and(sql`${projects.source} = 'script'`, sql`${projects.number} = ${table.script_id}`),
  );

const TaskKey = z.tuple([CursorTime.nullable(), CursorId]);

/** Matches the tasks after `key`, ordered by due time, then id; tasks without a due time come last. */
function isAfterKey(key: z.output<typeof TaskKey> | null) {
  if (key === null) return undefined;
  const [dueAt, id] = key;
  const hasLaterId = sql`${project_tasks.id} > ${id}`;
  if (dueAt === null) return and(isNull(project_tasks.due_at), hasLaterId);
  const dueTime = sql`${dueAt}::timestamptz`;
  return or(
    sql`${project_tasks.due_at} > ${dueTime}`,
    and(sql`${project_tasks.due_at} = ${dueTime}`, hasLaterId),
    isNull(project_tasks.due_at),
  );
}

async function listTasks({ store: { db }, now }: Services, call: Call<'tasks.list'>) {
  const { limit, overdue } = call.query;
  const after = readCursor(call, TaskKey);
  const { teamId, userId } = call.principal;
  const projects = selectProjects(db, teamId);
  const rows = await db
    .select({
      task: project_tasks,
      source: projects.source,
      number: projects.number,
      title: projects.title,
      channel_id: projects.channel_id,
      status: projects.status,
    })
    .from(project_tasks)
    .innerJoin(projects, belongsTo(projects, project_tasks))
    .where(
      and(
        eq(project_tasks.team_id, teamId),
        eq(project_tasks.assignee_id, userId),
        eq(project_tasks.done, false),
        isInReach(db, projects, call.principal),
        sql`${projects.archived_at} is null`,
        sql`${projects.status} <> 'rejected'`,
        overdue ? lt(project_tasks.due_at, now()) : undefined,
        isAfterKey(after),
      ),
    )
    .orderBy(sql`${project_tasks.due_at} asc nulls last`, asc(project_tasks.id))
    .limit(limit + 1);
  const { page, next_cursor } = cutPage(rows, limit, ({ task }) => [task.due_at?.toISOString() ?? null, task.id]);
  const data = page.map(({ task, title, channel_id, status, ...ref }): ProjectTask => ({
    id: task.id,
    title: task.title,
    project_id: formatProjectId(ref),
    project_title: title,
    channel_id,
    stage: getStage(status),
    required: task.required,
    due_at: task.due_at?.toISOString() ?? null,
    overdue: task.due_at !== null && task.due_at < now(),
  }));
  return { data, meta: { next_cursor } };
}

const NotificationKey = z.tuple([CursorTime, z.uuid()]);

const isOwn = ({ teamId, userId }: Principal) =>
  and(eq(project_notifications.team_id, teamId), eq(project_notifications.user_id, userId));

const NO_ACCESS = 'You no longer have access to this project.';

/** Hides the project from a member who has lost access; other roles reach every project. */
function toNotificationView(
  { role }: Principal,
  { row, actor, reachableNumber }: { row: NotificationRow; actor: string | null; reachableNumber: number | null },
): ProjectNotification {
  const { id, type, idea_id, script_id, actor_id, read_at, created_at } = row;
  const isAvailable = reachableNumber !== null;
  const isHidden = role === 'member' && !isAvailable && (idea_id !== null || script_id !== null);
  return {
    id,
    type,
    project_id: formatProjectId(
      script_id === null ? { source: 'idea', number: idea_id ?? 0 } : { source: 'script', number: script_id },
    ),
    target_available: isAvailable,
    message: isHidden ? NO_ACCESS : row.message,
    actor: actor_id === null || isHidden ? null : { id: actor_id, name: actor ?? '' },
    read_at: read_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}

function selectNotifications(db: Db, principal: Principal) {
  const projects = selectProjects(db, principal.teamId);
  return db
    .select({ row: project_notifications, actor: users.name, reachableNumber: sql<number | null>`${projects.number}` })
    .from(project_notifications)
    .leftJoin(users, eq(users.id, project_notifications.actor_id))
    .leftJoin(projects, and(belongsTo(projects, project_notifications), isInReach(db, projects, principal)));
}

async function listNotifications({ store: { db } }: Services, call: Call<'projectNotifications.list'>) {
  const { limit, unread } = call.query;
  const after = readCursor(call, NotificationKey);
  const { created_at, id, read_at } = project_notifications;
  const rows = await selectNotifications(db, call.principal)
    .where(
      and(
        isOwn(call.principal),
        unread ? isNull(read_at) : undefined,
        after === null ? undefined : sql`(${created_at}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(limit + 1);
  const { page, next_cursor } = cutPage(rows, limit, ({ row }) => [row.created_at.toISOString(), row.id]);
  const data = page.map((notification) => toNotificationView(call.principal, notification));
  return { data, meta: { next_cursor } };
}

/** Returns a notification with what the caller may see now; null if it no longer exists. */
export async function readNotification(db: Db, principal: Principal, id: string): Promise<ProjectNotification | null> {
  const [notification] = await selectNotifications(db, principal).where(
    and(isOwn(principal), eq(project_notifications.id, id)),
  );
  return notification ? toNotificationView(principal, notification) : null;
}

async function markRead(
  { store, now }: Services,
  call: Call<'projectNotifications.read'>,
): Promise<ProjectNotification> {
  return store.transaction(async (tx) => {
    const isThisNotification = and(isOwn(call.principal), eq(project_notifications.id, call.params.notification));
    const [before] = await tx.select().from(project_notifications).where(isThisNotification).for('update');
    if (!before) throw call.fail('notification_not_found');
    checkRevision(call, before.read_at === null ? 'unread' : 'read');
    if (before.read_at === null)
      await tx.update(project_notifications).set({ read_at: now() }).where(isThisNotification);
    const notification = await readNotification(tx, call.principal, call.params.notification);
    if (!notification) throw call.fail('notification_not_found');
    return notification;
  });
}

async function markAllRead({ store, now }: Services, call: Call<'projectNotifications.readAll'>): Promise<number> {
  checkRevision(call, null);
  return store.transaction(async (tx) => {
    const isUnread = and(isOwn(call.principal), isNull(project_notifications.read_at));
    const updatedRows = await tx
      .update(project_notifications)
      .set({ read_at: now() })
      .where(isUnread)
      .returning({ id: project_notifications.id });
    return updatedRows.length;
  });
}

export function createInboxHandlers(services: Services): InboxHandlers {
  const meta = { idempotent_replay: false };
  return {
    'tasks.list': async (call) => ({ status: 200, body: await listTasks(services, call) }),
    'projectNotifications.list': async (call) => ({ status: 200, body: await listNotifications(services, call) }),
    'projectNotifications.read': async (call) => ({
      status: 200,
      body: { data: await markRead(services, call), meta },
      etag: 'read',
    }),
    'projectNotifications.readAll': async (call) => ({
      status: 200,
      body: { data: { marked_read: await markAllRead(services, call) }, meta },
    }),
  };
}
