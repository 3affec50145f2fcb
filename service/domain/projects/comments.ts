/** Handles a project's comments and activity. */
import { desc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ProjectComment } from '#contract/schema/project.ts';
import { collapseSpaces } from '#markdown/collapse-spaces.ts';

import { users } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { project_activity, project_comments } from '../../store/schema-projects.ts';

import { type Call, checkRevision, type Fail, type Handlers, type Principal } from '../call.ts';
import { emit } from '../events.ts';
import type { Services } from '../services.ts';
import { readParticipants, findPeopleWithoutAccess, recordActivity, notifyPeople } from './activity.ts';
import {
  toProjectColumns,
  toEventFields,
  parseProjectId,
  type ProjectRow,
  reachProject,
  isOfProject,
} from './project.ts';

type CommentHandlers = Pick<Handlers, 'projects.comments.list' | 'projects.comments.create' | 'projects.activity'>;
export type CommentRow = typeof project_comments.$inferSelect;

export const toProjectComment = (row: CommentRow, author: string): ProjectComment => ({
  id: row.id,
  body: row.body,
  author: { id: row.author_id, name: author },
  mentioned_user_ids: row.mentioned_user_ids,
  edited_at: row.edited_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const toExcerpt = (body: string): string => {
  const line = collapseSpaces(body);
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};

/** Rejects mentions of people who can't access the project. */
export async function checkMentions(
  tx: Db,
  { principal, fail }: { readonly principal: Principal; readonly fail: Fail<'validation_failed'> },
  project: ProjectRow,
  ids: readonly number[],
): Promise<void> {
  if ((await findPeopleWithoutAccess(tx, principal, project, ids)).length === 0) return;
  throw fail('validation_failed', {
    fields: { mentioned_user_ids: ['Only team members with access to this project can be mentioned.'] },
  });
}

const toSubject = ({ title }: ProjectRow, body: string): string => `“${title}”: ${toExcerpt(body)}`;

export async function notifyMentioned(
  tx: Db,
  principal: Principal,
  project: ProjectRow,
  { author, body, to }: { readonly author: string; readonly body: string; readonly to: readonly number[] },
): Promise<void> {
  const message = `${author} mentioned you on ${toSubject(project, body)}`;
  await notifyPeople(tx, principal, project, { type: 'project_mentioned', message, to });
}

async function addComment({ store }: Services, call: Call<'projects.comments.create'>) {
  const { principal, body } = call;
  return store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    checkRevision(call, String(project.revision));
    const mentioned_user_ids = [...new Set(body.mentioned_user_ids)];
    await checkMentions(tx, call, project, mentioned_user_ids);
    const others = (await readParticipants(tx, project)).filter((id) => !mentioned_user_ids.includes(id));
    const [row] = await tx
      .insert(project_comments)
      .values({
        team_id: principal.teamId,
        ...toProjectColumns(project),
        author_id: principal.userId,
        body: body.body,
        mentioned_user_ids,
      })
      .returning();
    if (!row) throw new Error('The comment was not returned.');
    const [author] = await tx.select().from(users).where(eq(users.id, principal.userId));
    const name = author?.name ?? '';
    await notifyMentioned(tx, principal, project, { author: name, body: body.body, to: mentioned_user_ids });
    const message = `${name} commented on ${toSubject(project, body.body)}`;
    await notifyPeople(tx, principal, project, { type: 'project_commented', message, to: others });
    await recordActivity(tx, principal, project, 'commented');
    const eventData = { ...toEventFields(project), author: name, comment: body.body };
    await emit(tx, principal.teamId, 'project.commented', eventData);
    return { data: toProjectComment(row, name), etag: String(project.revision) };
  });
}

async function listComments({ store: { db } }: Services, call: Call<'projects.comments.list'>) {
  const project = await reachProject(db, call, parseProjectId(call.params.project));
  const rows = await db
    .select({ comment: project_comments, author: users.name })
    .from(project_comments)
    .innerJoin(users, eq(users.id, project_comments.author_id))
    .where(isOfProject(project_comments, project))
    .orderBy(desc(project_comments.id))
    .limit(LIMITS.commentsListed + 1);
  const newest = rows.slice(0, LIMITS.commentsListed).reverse();
  const data = newest.map(({ comment: row, author }) => toProjectComment(row, author));
  return { data, meta: { truncated: rows.length > LIMITS.commentsListed } };
}

async function listActivity({ store: { db } }: Services, call: Call<'projects.activity'>) {
  const project = await reachProject(db, call, parseProjectId(call.params.project));
  const rows = await db
    .select({ entry: project_activity, actor: users.name })
    .from(project_activity)
    .leftJoin(users, eq(users.id, project_activity.actor_id))
    .where(isOfProject(project_activity, project))
    .orderBy(desc(project_activity.id))
    .limit(LIMITS.activityListed + 1);
  const data = rows.slice(0, LIMITS.activityListed).map(({ entry, actor }) => ({
    id: entry.id,
    type: entry.type,
    actor: entry.actor_id === null ? null : { id: entry.actor_id, name: actor ?? '' },
    details: entry.details,
    created_at: entry.created_at.toISOString(),
  }));
  return { data, meta: { truncated: rows.length > LIMITS.activityListed } };
}

export function createCommentHandlers(services: Services): CommentHandlers {
  return {
    'projects.comments.list': async (call) => ({ status: 200, body: await listComments(services, call) }),
    'projects.comments.create': async (call) => {
      const { data, etag } = await addComment(services, call);
      return { status: 201, body: { data, meta: { no_op: false, idempotent_replay: false } }, etag };
    },
    'projects.activity': async (call) => ({ status: 200, body: await listActivity(services, call) }),
  };
}
