/** Lists what is attached to a project, and lets people attach links. */
import { and, asc, count, desc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';

import type { MediaStore } from '../../files/media-store.ts';
import { board_items, script_attachments } from '../../store/schema-thumbnails.ts';
import { scripts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { project_attachments } from '../../store/schema-projects.ts';

import type { Call, Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { columnsOf, parseProjectId, type ProjectRow, reachProject, rowsOf } from './project.ts';

type AttachmentHandlers = Pick<
  Handlers,
  'projects.attachments' | 'local.projects.attachments.add' | 'local.projects.attachments.delete'
>;

const nameOf = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '');

const attachmentView = (row: typeof project_attachments.$inferSelect): ProjectAttachment => {
  const { id, kind, name, url, content_type, size_bytes, created_at } = row;
  return {
    ...{ id: `attachment:${id}`, kind, name, url, content_type, size_bytes },
    created_at: created_at.toISOString(),
  };
};

interface AttachmentServices extends Services {
  readonly media: MediaStore;
}

/** Returns the pictures assigned to a script on the board, the chosen one first. */
async function thumbnailsOf(db: Db, media: MediaStore, scriptId: number) {
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
    url: media.url(name),
    content_type: 'image/png',
    size_bytes: null,
    winner,
    created_at: created_at.toISOString(),
  }));
}

/** Lists the script's thumbnails and research URLs first, then the attachments. */
async function attachments({ store: { db }, media }: AttachmentServices, call: Call<'projects.attachments'>) {
  const project = await reachProject(db, call, parseProjectId(call.params.project));
  const [script] =
    project.source === 'script' ? await db.select().from(scripts).where(eq(scripts.id, project.number)) : [];
  const links = (script?.research_urls ?? []).map((url, index) => ({
    id: `research:${index + 1}`,
    kind: 'link' as const,
    name: nameOf(url),
    url,
    content_type: null,
    size_bytes: null,
    created_at: project.created_at.toISOString(),
  }));
  const rows = await db
    .select()
    .from(project_attachments)
    .where(rowsOf(project_attachments, project))
    .orderBy(asc(project_attachments.id))
    .limit(LIMITS.attachmentsListed + 1);
  const files = rows.map(attachmentView);
  const thumbnails = script ? await thumbnailsOf(db, media, script.id) : [];
  const all = [...thumbnails, ...links, ...files];
  return { data: all.slice(0, LIMITS.attachmentsListed), meta: { truncated: all.length > LIMITS.attachmentsListed } };
}

/** Counts everything that the list of attachments shows. */
async function countListed(tx: Db, project: ProjectRow): Promise<number> {
  const [attached] = await tx
    .select({ all: count() })
    .from(project_attachments)
    .where(rowsOf(project_attachments, project));
  const all = attached?.all ?? 0;
  if (project.source === 'idea') return all;
  const [script] = await tx.select().from(scripts).where(eq(scripts.id, project.number));
  const [pictures] = await tx
    .select({ all: count() })
    .from(script_attachments)
    .where(and(eq(script_attachments.script_id, project.number), eq(script_attachments.kind, 'thumbnail')));
  return all + (script?.research_urls?.length ?? 0) + (pictures?.all ?? 0);
}

async function add({ store }: Services, call: Call<'local.projects.attachments.add'>): Promise<ProjectAttachment> {
  const { principal, body, fail } = call;
  return store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const [there] = await tx
      .select()
      .from(project_attachments)
      .where(
        and(
          rowsOf(project_attachments, project),
          eq(project_attachments.kind, 'link'),
          eq(project_attachments.url, body.url),
        ),
      )
      .limit(1);
    if (!there && (await countListed(tx, project)) >= LIMITS.attachmentsListed) {
      const words = `A project has at most ${LIMITS.attachmentsListed} attachments. Remove one first.`;
      throw fail('validation_failed', { fields: { url: [words] } });
    }
    const values = { team_id: principal.teamId, ...columnsOf(project), kind: 'link' as const, url: body.url };
    const [row] = there
      ? await tx
          .update(project_attachments)
          .set({ name: body.name ?? there.name })
          .where(eq(project_attachments.id, there.id))
          .returning()
      : await tx
          .insert(project_attachments)
          .values({ ...values, name: body.name ?? nameOf(body.url) })
          .returning();
    if (!row) throw new Error('The attachment was not returned.');
    return attachmentView(row);
  });
}

async function remove({ store }: Services, call: Call<'local.projects.attachments.delete'>): Promise<void> {
  await store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    const link = and(
      rowsOf(project_attachments, project),
      eq(project_attachments.id, call.params.attachment),
      eq(project_attachments.kind, 'link'),
    );
    const removed = await tx.delete(project_attachments).where(link).returning({ id: project_attachments.id });
    if (removed.length === 0) throw call.fail('attachment_not_found');
  });
}

export function attachmentHandlers(services: AttachmentServices): AttachmentHandlers {
  return {
    'projects.attachments': async (call) => ({ status: 200, body: await attachments(services, call) }),
    'local.projects.attachments.add': async (call) => ({
      status: 200,
      body: { success: true, data: await add(services, call) },
    }),
    'local.projects.attachments.delete': async (call) => {
      await remove(services, call);
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}
