/** Edits, deletes and restores comments. */
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';

import { Timestamp } from '#contract/fields.ts';
import type { ProjectComment } from '#contract/schema/project.ts';

import type { AddressSigner } from '../../files/address-signer.ts';
import { users } from '../../store/schema.ts';
import { project_comments } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { type CommentRow, toProjectComment, notifyMentioned, checkMentions } from './comments.ts';
import { toProjectColumns, parseProjectId, type ProjectRow, reachProject, isOfProject } from './project.ts';

type OwnCommentHandlers = Pick<
  Handlers,
  'local.projects.comments.update' | 'local.projects.comments.delete' | 'local.projects.comments.restore'
>;

export interface OwnCommentServices extends Services {
  readonly signer: Pick<AddressSigner, 'signAddress' | 'getPath'>;
}

type CommentCall = Pick<Call<'local.projects.comments.delete'>, 'principal' | 'params' | 'fail'>;

const DAY_SECONDS = 86_400;

async function readName(tx: Db, id: number): Promise<string> {
  const [author] = await tx.select({ name: users.name }).from(users).where(eq(users.id, id));
  return author?.name ?? '';
}

async function reachComment(tx: Db, { params, fail }: CommentCall, project: ProjectRow): Promise<CommentRow> {
  const [row] = await tx
    .select()
    .from(project_comments)
    .where(and(eq(project_comments.id, params.comment), isOfProject(project_comments, project)))
    .for('update');
  if (!row) throw fail('comment_not_found');
  return row;
}

async function updateComment(
  { store, now }: Services,
  call: Call<'local.projects.comments.update'>,
): Promise<ProjectComment> {
  const { principal, body, fail } = call;
  return store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const before = await reachComment(tx, call, project);
    if (before.author_id !== principal.userId) throw fail('comment_not_yours');
    const author = await readName(tx, before.author_id);
    const mentioned_user_ids = [...new Set(body.mentioned_user_ids)];
    const newMentions = mentioned_user_ids.filter((id) => !before.mentioned_user_ids.includes(id));
    await checkMentions(tx, call, project, newMentions);
    if (body.body === before.body) return toProjectComment(before, author);
    const [row] = await tx
      .update(project_comments)
      .set({ body: body.body, mentioned_user_ids, edited_at: now() })
      .where(eq(project_comments.id, before.id))
      .returning();
    if (!row) throw new Error('The comment was not returned.');
    await notifyMentioned(tx, principal, project, { author, body: row.body, to: newMentions });
    return toProjectComment(row, author);
  });
}

/** A deleted comment. It names the project by its origin, which stays the same when an idea becomes a script. */
const DeletedComment = z.strictObject({
  team: z.int(),
  deletedBy: z.int(),
  origin: z.tuple([z.string(), z.int()]),
  row: z.strictObject({
    id: z.int(),
    author_id: z.int(),
    body: z.string(),
    mentioned_user_ids: z.array(z.int()),
    edited_at: Timestamp.nullable(),
    created_at: Timestamp,
  }),
});

const SIGNED_PATH = /^\/deleted-comments\/([\w-]+)$/;

/** Deletes the row and returns it signed, so that no deleted text stays in the database. */
async function deleteComment({ store, now, signer }: OwnCommentServices, call: Call<'local.projects.comments.delete'>) {
  const { principal, fail } = call;
  return store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const row = await reachComment(tx, call, project);
    const isAdministrator = principal.role === 'owner' || principal.role === 'admin';
    if (row.author_id !== principal.userId && !isAdministrator) throw fail('comment_not_yours');
    await tx.delete(project_comments).where(eq(project_comments.id, row.id));
    const { id, author_id, body, mentioned_user_ids } = row;
    const deletedComment: z.infer<typeof DeletedComment> = {
      team: principal.teamId,
      deletedBy: principal.userId,
      origin: [project.origin, project.origin_number],
      row: {
        ...{ id, author_id, body, mentioned_user_ids },
        edited_at: row.edited_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
      },
    };
    const text = Buffer.from(JSON.stringify(deletedComment)).toString('base64url');
    const expires = Math.floor(now().getTime() / 1000) + DAY_SECONDS;
    return { deleted: true as const, restore: signer.signAddress(`/deleted-comments/${text}`, expires) };
  });
}

function readDeleted({ signer, now }: OwnCommentServices, restore: string): z.infer<typeof DeletedComment> | null {
  const [, text] = SIGNED_PATH.exec(signer.getPath(restore, now().getTime()) ?? '') ?? [];
  // The signature proves that this service wrote it.
  return text === undefined ? null : DeletedComment.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
}

async function restoreComment(services: OwnCommentServices, call: Call<'local.projects.comments.restore'>) {
  const { principal, fail } = call;
  return services.store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const deletedComment = readDeleted(services, call.body.restore);
    const [origin, number] = deletedComment?.origin ?? [];
    if (
      deletedComment?.team !== principal.teamId ||
      deletedComment.deletedBy !== principal.userId ||
      origin !== project.origin ||
      number !== project.origin_number
    )
      throw fail('validation_failed', { fields: { restore: ['This comment can no longer be restored.'] } });
    const { edited_at, created_at, ...row } = deletedComment.row;
    const values = {
      ...row,
      ...toProjectColumns(project),
      team_id: principal.teamId,
      edited_at: edited_at === null ? null : new Date(edited_at),
      created_at: new Date(created_at),
    };
    // A repeated request finds the comment restored already.
    await tx.insert(project_comments).values(values).onConflictDoNothing();
    const [restoredRow] = await tx.select().from(project_comments).where(eq(project_comments.id, row.id));
    if (!restoredRow) throw new Error('The comment was not returned.');
    return toProjectComment(restoredRow, await readName(tx, restoredRow.author_id));
  });
}

export function createOwnCommentHandlers(services: OwnCommentServices): OwnCommentHandlers {
  return {
    'local.projects.comments.update': async (call) => ({
      status: 200,
      body: { success: true, data: await updateComment(services, call) },
    }),
    'local.projects.comments.delete': async (call) => ({
      status: 200,
      body: { success: true, data: await deleteComment(services, call) },
    }),
    'local.projects.comments.restore': async (call) => ({
      status: 200,
      body: { success: true, data: await restoreComment(services, call) },
    }),
  };
}
