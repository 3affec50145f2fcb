/** Attaches files to projects: they arrive in parts, and a removed one can be restored for a day. */
import { and, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm';

import { toDistinctFileNames } from '#contract/file-name.ts';
import { LIMITS } from '#contract/limits.ts';
import type { ProjectAttachment } from '#contract/schema/project.ts';

import type { AttachmentStore } from '../../files/attachment-store.ts';
import { project_attachments } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Failing, Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { type AttachmentQueue, isExpired } from './attachment-jobs.ts';
import { readAttachmentView, type AttachmentRow, checkAttachmentLimit } from './attachments.ts';
import { toProjectColumns, parseProjectId, type ProjectRow, reachProject, isOfProject } from './project.ts';

type FileHandlers = Pick<
  Handlers,
  | 'local.projects.attachments.addFile'
  | 'local.projects.attachments.upload'
  | 'local.projects.attachments.get'
  | 'local.projects.attachments.rename'
  | 'local.projects.attachments.delete'
  | 'local.projects.attachments.restore'
>;

interface FileServices extends Services {
  readonly attachments: AttachmentStore;
  readonly attachmentQueue: AttachmentQueue;
}

type AttachmentCall = Failing<
  'project_forbidden' | 'project_not_found' | 'project_promoted' | 'attachment_not_found'
> & {
  readonly params: { readonly project: string; readonly attachment: number };
};

const isNotRemoved = isNull(project_attachments.removed_at);
const isPastRestore = isExpired(LIMITS.attachment.restoreHours);

/**
 * @param lock locks the row, or its project as well, until the transaction ends.
 * @param includeRemoved true also finds removed files that can still be restored.
 */
async function reachAttachment(
  db: Db,
  call: AttachmentCall,
  { lock, includeRemoved = false }: { readonly lock?: 'project' | 'row'; readonly includeRemoved?: boolean },
): Promise<{ readonly project: ProjectRow; readonly row: AttachmentRow }> {
  const project = await reachProject(db, call, parseProjectId(call.params.project), lock === 'project');
  const isThisFile = and(
    isOfProject(project_attachments, project),
    eq(project_attachments.id, call.params.attachment),
    not(isPastRestore),
    includeRemoved ? undefined : isNotRemoved,
  );
  const query = db.select().from(project_attachments).where(isThisFile);
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw call.fail('attachment_not_found');
  return { project, row };
}

/** Adds a number to the name if another file of the project has it. */
async function findFreeName(tx: Db, project: ProjectRow, requestedName: string, ownId?: number): Promise<string> {
  const { id, name, file_id } = project_attachments;
  const isOther = and(
    isOfProject(project_attachments, project),
    isNotRemoved,
    isNotNull(file_id),
    ownId === undefined ? undefined : ne(id, ownId),
  );
  const otherRows = await tx.select({ name }).from(project_attachments).where(isOther);
  return toDistinctFileNames(otherRows.map((row) => row.name))(requestedName);
}

async function addFile(services: FileServices, call: Call<'local.projects.attachments.addFile'>) {
  const { principal, body } = call;
  return services.store.transaction(async (tx) => {
    const project = await reachProject(tx, call, parseProjectId(call.params.project), true);
    await checkAttachmentLimit(tx, call, project, 'name');
    const values = {
      team_id: principal.teamId,
      ...toProjectColumns(project),
      kind: 'file' as const,
      name: await findFreeName(tx, project, body.name),
      size_bytes: body.bytes,
      file_id: crypto.randomUUID(),
      state: 'uploading' as const,
      uploaded_bytes: 0,
      added_by: principal.userId,
    };
    const [row] = await tx.insert(project_attachments).values(values).returning();
    if (!row) throw new Error('The attachment was not returned.');
    await services.attachmentQueue.scheduleSweep();
    return readAttachmentView(tx, row);
  });
}

async function uploadPart(services: FileServices, call: Call<'local.projects.attachments.upload'>) {
  const { offset, data } = call.body;
  return services.store.transaction(async (tx) => {
    // Locks only the row: storing a part can be slow, and others may change the project meanwhile.
    const { row } = await reachAttachment(tx, call, { lock: 'row' });
    const { file_id, size_bytes, uploaded_bytes } = row;
    if (file_id === null || size_bytes === null) throw call.fail('attachment_not_found');
    if (row.state !== 'uploading') throw call.fail('media_upload_closed');
    if (offset !== uploaded_bytes) throw call.fail('media_upload_offset', { extras: { uploaded_bytes } });
    const part = Buffer.from(data, 'base64');
    const receivedBytes = offset + part.length;
    if (receivedBytes > size_bytes) {
      throw call.fail('validation_failed', { fields: { data: [`The file was announced as ${size_bytes} bytes.`] } });
    }
    await services.attachments.putPart(file_id, offset, part);
    const state = receivedBytes === size_bytes ? ('storing' as const) : ('uploading' as const);
    if (state === 'storing') await services.attachmentQueue.store(row.id);
    return updateAttachment(tx, row, { uploaded_bytes: receivedBytes, state });
  });
}

async function updateAttachment(
  tx: Db,
  row: AttachmentRow,
  values: Partial<typeof project_attachments.$inferInsert>,
): Promise<ProjectAttachment> {
  const [updatedRow] = await tx
    .update(project_attachments)
    .set(values)
    .where(eq(project_attachments.id, row.id))
    .returning();
  if (!updatedRow) throw new Error('The attachment was not returned.');
  return readAttachmentView(tx, updatedRow);
}

async function getAttachment({ store, attachments, now }: FileServices, call: Call<'local.projects.attachments.get'>) {
  const { row } = await reachAttachment(store.db, call, {});
  const view = await readAttachmentView(store.db, row);
  if (row.file_id === null || row.state !== 'ready') return view;
  if ((await attachments.getSize(row.file_id)) === null) throw call.fail('attachment_file_missing');
  const expires = Math.floor(now().getTime() / 1000) + LIMITS.attachment.addressMinutes * 60;
  return { ...view, url: attachments.signAddress(row.file_id, row.name, expires) };
}

async function renameAttachment({ store }: FileServices, call: Call<'local.projects.attachments.rename'>) {
  return store.transaction(async (tx) => {
    const { project, row } = await reachAttachment(tx, call, { lock: 'project' });
    const { name: requestedName } = call.body;
    const name = row.kind === 'file' ? await findFreeName(tx, project, requestedName, row.id) : requestedName;
    return updateAttachment(tx, row, { name });
  });
}

async function removeAttachment(
  { store, attachmentQueue }: FileServices,
  call: Call<'local.projects.attachments.delete'>,
) {
  await store.transaction(async (tx) => {
    const { row } = await reachAttachment(tx, call, { lock: 'project' });
    if (row.file_id === null) {
      await tx.delete(project_attachments).where(eq(project_attachments.id, row.id));
      return;
    }
    await tx
      .update(project_attachments)
      .set({ removed_at: sql`now()` })
      .where(eq(project_attachments.id, row.id));
    await attachmentQueue.scheduleSweep();
  });
}

async function restoreAttachment({ store }: FileServices, call: Call<'local.projects.attachments.restore'>) {
  return store.transaction(async (tx) => {
    const { project, row } = await reachAttachment(tx, call, { lock: 'project', includeRemoved: true });
    if (row.removed_at === null) return readAttachmentView(tx, row);
    await checkAttachmentLimit(tx, call, project, 'name');
    return updateAttachment(tx, row, { removed_at: null, name: await findFreeName(tx, project, row.name) });
  });
}

export function createAttachedFileHandlers(services: FileServices): FileHandlers {
  const toAnswer = (view: ProjectAttachment) => ({ success: true as const, data: view });
  return {
    'local.projects.attachments.addFile': async (call) => ({
      status: 201,
      body: toAnswer(await addFile(services, call)),
    }),
    'local.projects.attachments.upload': async (call) => ({
      status: 200,
      body: toAnswer(await uploadPart(services, call)),
    }),
    'local.projects.attachments.get': async (call) => ({
      status: 200,
      body: toAnswer(await getAttachment(services, call)),
    }),
    'local.projects.attachments.rename': async (call) => ({
      status: 200,
      body: toAnswer(await renameAttachment(services, call)),
    }),
    'local.projects.attachments.delete': async (call) => {
      await removeAttachment(services, call);
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
    'local.projects.attachments.restore': async (call) => ({
      status: 200,
      body: toAnswer(await restoreAttachment(services, call)),
    }),
  };
}
