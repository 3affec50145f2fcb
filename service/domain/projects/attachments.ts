/** Lists a project's attachments, and attaches links. */
import { and, asc, count, desc, eq, isNull, not } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';

import type { MediaStore } from '../../files/media-store.ts';
import { board_items, script_attachments } from '../../store/schema-thumbnails.ts';
import { scripts } from '../../store/schema.ts';
import { project_attachments } from '../../store/schema-projects.ts';
import { users } from '../../store/schema-team.ts';
import type { Db } from '../../store/store.ts';

import type { Call, Failing, Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { isExpired } from './attachment-jobs.ts';
import { toProjectColumns, parseProjectId, type ProjectRow, reachProject, isOfProject } from './project.ts';

type AttachmentHandlers = Pick<Handlers, 'projects.attachments' | 'local.projects.attachments.add'>;

export type AttachmentRow = typeof project_attachments.$inferSelect;

const toNameFromUrl = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '');

interface AttachmentWithAuthor {
  readonly row: AttachmentRow;
  readonly person: { readonly id: number; readonly name: string } | null;
}

const toView = ({ row, person }: AttachmentWithAuthor): ProjectAttachment => {
  const { id, kind, name, url, content_type, size_bytes, state, uploaded_bytes, created_at } = row;
  return {
    ...{ id: `attachment:${id}`, kind, name, url, content_type, size_bytes },
    ...(state !== null && { state, uploaded_bytes: uploaded_bytes ?? 0 }),
    added_by: person,
    created_at: created_at.toISOString(),
  };
};

export async function readAttachmentView(db: Db, row: AttachmentRow): Promise<ProjectAttachment> {
  const { id, name } = users;
  const [person] = row.added_by === null ? [] : await db.select({ id, name }).from(users).where(eq(id, row.added_by));
  return toView({ row, person: person ?? null });
}

/** Excludes removed files and abandoned uploads. */
const isListed = and(isNull(project_attachments.removed_at), not(isExpired(LIMITS.attachment.restoreHours)));

interface AttachmentServices extends Services {
  readonly media: MediaStore;
}

/** Returns the pictures assigned to a script on the board, the chosen one first. */
async function listThumbnails(db: Db, media: MediaStore, scriptId: number) {
  const rows = await db
    .select({ row: script_attachments, label: board_items.label })
    .from(script_attachments)
    .leftJoin(board_items, eq(board_items.id, script_attachments.board_item_id))
    .where(and(eq(script_attachments.script_id, scriptId), eq(script_attachments.kind, 'thumbnail')))
    .orderBy(desc(script_attachments.winner), desc(script_attachments.id));
  return rows.map(({ row: { id, media: name, winner, created_at }, label }) => ({
    id: `thumbnail:${id}`,
    kind: 'thumbnail' as const,
    name: label ?? 'Thumbnail',
    url: media.createAddress(name),
    content_type: 'image/png',
    size_bytes: null,
    winner,
    created_at: created_at.toISOString(),
  }));
}

/** Lists the script's thumbnails and research URLs first, then the attachments. */
async function listAttachments({ store: { db }, media }: AttachmentServices, call: Call<'projects.attachments'>) {
  const project = await reachProject(db, call, parseProjectId(call.params.project));
  const [script] =
    project.source === 'script' ? await db.select().from(scripts).where(eq(scripts.id, project.number)) : [];
  const researchLinks = (script?.research_urls ?? []).map((url, index) => ({
    id: `research:${index + 1}`,
    kind: 'link' as const,
    name: toNameFromUrl(url),
    url,
    content_type: null,
    size_bytes: null,
    created_at: project.created_at.toISOString(),
  }));
  const rows = await db
    .select({ row: project_attachments, person: { id: users.id, name: users.name } })
    .from(project_attachments)
    .leftJoin(users, eq(users.id, project_attachments.added_by))
    .where(and(isOfProject(project_attachments, project), isListed))
    .orderBy(asc(project_attachments.id))
    .limit(LIMITS.attachmentsListed + 1);
  const attachments = rows.map(toView);
  const thumbnails = script ? await listThumbnails(db, media, script.id) : [];
  const all = [...thumbnails, ...researchLinks, ...attachments];
  return { data: all.slice(0, LIMITS.attachmentsListed), meta: { truncated: all.length > LIMITS.attachmentsListed } };
}

/** Counts everything that the list of attachments shows. */
async function countAttachments(tx: Db, project: ProjectRow): Promise<number> {
  const [attachmentCount] = await tx
    .select({ total: count() })
    .from(project_attachments)
    .where(and(isOfProject(project_attachments, project), isListed));
  const all = attachmentCount?.total ?? 0;
  if (project.source === 'idea') return all;
  const [script] = await tx.select().from(scripts).where(eq(scripts.id, project.number));
  const [thumbnailCount] = await tx
    .select({ total: count() })
    .from(script_attachments)
    .where(and(eq(script_attachments.script_id, project.number), eq(script_attachments.kind, 'thumbnail')));
  return all + (script?.research_urls?.length ?? 0) + (thumbnailCount?.total ?? 0);
}

/** Refuses another attachment if the list is full. `field` names the request field that gets the message. */
export async function checkAttachmentLimit(
  tx: Db,
  { fail }: Failing<'validation_failed'>,
  project: ProjectRow,
  field: string,
): Promise<void> {
  if ((await countAttachments(tx, project)) < LIMITS.attachmentsListed) return;
  const message = `A project has at most ${LIMITS.attachmentsListed} attachments. Remove one first.`;
  throw fail('validation_failed', { fields: { [field]: [message] } });
}

async function add({ store }: Services, call: Call<'local.projects.attachments.add'>): Promise<ProjectAttachment> {
  const { principal, body } = call;
  return store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const [existingRow] = await tx
      .select()
      .from(project_attachments)
      .where(
        and(
          isOfProject(project_attachments, project),
          eq(project_attachments.kind, 'link'),
          eq(project_attachments.url, body.url),
        ),
      )
      .limit(1);
    if (!existingRow) await checkAttachmentLimit(tx, call, project, 'url');
    const values = {
      team_id: principal.teamId,
      ...toProjectColumns(project),
      kind: 'link' as const,
      url: body.url,
      added_by: principal.userId,
    };
    const [row] = existingRow
      ? await tx
          .update(project_attachments)
          .set({ name: body.name ?? existingRow.name })
          .where(eq(project_attachments.id, existingRow.id))
          .returning()
      : await tx
          .insert(project_attachments)
          .values({ ...values, name: body.name ?? toNameFromUrl(body.url) })
          .returning();
    if (!row) throw new Error('The attachment was not returned.');
    return readAttachmentView(tx, row);
  });
}

export function createAttachmentHandlers(services: AttachmentServices): AttachmentHandlers {
  return {
    'projects.attachments': async (call) => ({ status: 200, body: await listAttachments(services, call) }),
    'local.projects.attachments.add': async (call) => ({
      status: 200,
      body: { success: true, data: await add(services, call) },
    }),
  };
}
