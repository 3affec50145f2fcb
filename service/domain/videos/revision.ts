/** Handles revisions: manifest, passes, staged edits and applying them (spec 2 §4). */
import { randomUUID } from 'node:crypto';

import { and, eq } from 'drizzle-orm';
import { z } from 'zod';

import type { RevisionItem, RevisionPass } from '#contract/schema/video-revision.ts';

import type { VideoPlan } from '../../engines/video/video.ts';
import { video_artifacts, video_edits, video_passes, video_projects } from '../../store/schema-videos.ts';
import type { Db } from '../../store/store.ts';
import type { Call, Handlers } from '../call.ts';
import { CursorId, cutPage, readCursor } from '../cursor.ts';
import { toServiceOperation } from '../operations/handlers.ts';
import { readDraft, type StagedEdit } from './draft.ts';
import { applyEdits, getEditLabel, getInputs, isHidden, getOperation, getPlace, type VideoEdit } from './edits.ts';
import { requireVideoMaker, startOperation } from './requests.ts';
import { toPlan, toPlanRow } from './plan.ts';
import { type ArtifactRow, reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';
import {
  findBlock,
  toCaptionsEdit,
  checkInputs,
  toMediaEdit,
  toMusicEdit,
  toNewOverlay,
  toPictureEdit,
  computeOverlayTimes,
  toPresenterEdit,
  findPublishedOverlay,
  toSlideTextEdit,
  findTemplate,
  toUpdatedOverlay,
} from './edit-requests.ts';
import { changeDraft, type DraftChange, type DraftCall, type OpenDraft, redrawBlock, stageEdit } from './staging.ts';
import { getTimeline } from './view.ts';

const NO_REFERENCE = { client_request_id: null, span_scope: null, beat_sequence: null };

function getStatusLabel({ row, edit }: StagedEdit, editedPlan: VideoPlan): string {
  if (row.status === 'generating') return 'Generating';
  return isHidden(editedPlan, edit) ? 'Hidden: this block now shows other text' : 'Ready to apply';
}

interface ItemContext {
  readonly artifact: ArtifactRow;
  readonly editedPlan: VideoPlan;
}

function toRevisionItem(
  item: StagedEdit,
  { artifact, editedPlan }: ItemContext,
  { media }: VideoServices,
): RevisionItem {
  const { row, edit } = item;
  const { scope, start, end, block } = getPlace(edit, getTimeline(artifact));
  const overlay = 'overlay' in edit ? edit.overlay : null;
  return {
    id: row.id,
    status: row.status,
    scope,
    action: edit.action,
    overlay_id: overlay?.id ?? null,
    label: getEditLabel(toPlan(artifact.plan), edit),
    status_label: getStatusLabel(item, editedPlan),
    start_time: start,
    end_time: end,
    operation: getOperation(edit),
    template: overlay?.template ?? null,
    inputs: getInputs(edit),
    block_key: block,
    ...((edit.action === 'add_overlay' ? edit.reference : null) ?? NO_REFERENCE),
    preview_url: row.preview === null ? null : media.createAddress(row.preview),
    created_at: row.created_at.toISOString(),
  };
}

async function readManifest(services: VideoServices, call: Call<'videoRevision.manifest'>) {
  const { store, now } = services;
  const { cursor = null, per_page } = call.query;
  const after = readCursor({ cursor, fail: call.fail }, z.tuple([CursorId]), 'cursor')?.[0] ?? 0;
  const { db } = store;
  // Reads the revision first, so that a concurrent change makes the ETag stale, never the content.
  const video = await reachVideo(db, call, call.params.project);
  const { staged, artifact, session } = await readDraft(db, video, now());
  const remaining = staged.filter(({ row }) => row.position > after).slice(0, per_page + 1);
  const { page, next_cursor } = cutPage(remaining, per_page, ({ row }) => [row.position]);
  const revision = {
    number: (await db.$count(video_passes, eq(video_passes.project_id, video.id))) + (session === 'applying' ? 0 : 1),
    status: session === 'applying' ? ('applying' as const) : ('draft' as const),
  };
  const edits = staged.map(({ edit }) => edit);
  const context = artifact && { artifact, editedPlan: applyEdits(toPlan(artifact.plan), edits) };
  const items = context ? page.map((item) => toRevisionItem(item, context, services)) : [];
  return { body: { data: { revision, items }, meta: { next_cursor } }, etag: String(video.draft_revision) };
}

async function readPass(db: Db, call: Call<'videoRevision.pass'>): Promise<RevisionPass> {
  const video = await reachVideo(db, call, call.params.project);
  const [row] = await db
    .select({ pass: video_passes, artifact: video_artifacts })
    .from(video_passes)
    .leftJoin(video_artifacts, eq(video_artifacts.id, video_passes.artifact_id))
    .where(and(eq(video_passes.id, call.params.pass), eq(video_passes.project_id, video.id)));
  if (!row) throw call.fail('pass_not_found');
  const { pass, artifact } = row;
  const { id, number, status, error, changes, applied_at } = pass;
  const endpoint = artifact && `/api/v1/video/projects/${video.id}/download?revision=${artifact.revision}`;
  return {
    id,
    number,
    status,
    error,
    changes,
    applied_at: applied_at?.toISOString() ?? null,
    artifact: artifact && { revision: artifact.revision, published_at: artifact.published_at.toISOString() },
    download: { available: artifact !== null, endpoint },
    quality_review: { status: artifact?.quality_status ?? 'none' },
  };
}

// Staging

const meta = { idempotent_replay: false };

/** Stages the edit from `createEdit` and answers with its id, action and status. */
async function putEdit(
  services: VideoServices,
  call: DraftCall,
  createEdit: (draft: OpenDraft) => VideoEdit | Promise<VideoEdit>,
) {
  const { result, etag } = await changeDraft(services, call, async (draft) => {
    const edit = await createEdit(draft);
    const { id, status } = await stageEdit(services, draft, call, edit);
    return { id, action: edit.action, status };
  });
  return { status: 200 as const, body: { data: result, meta }, etag };
}

async function addOverlay(services: VideoServices, call: Call<'videoRevision.overlays.add'>) {
  const { template: id, inputs } = call.body;
  return changeDraft(services, call, async (draft) => {
    const template = findTemplate(call, id);
    checkInputs(call, template, inputs);
    const overlay = toNewOverlay(id, inputs, computeOverlayTimes(call, template, draft.artifact.seconds));
    const { client_request_id = null, span_scope = null, beat_sequence = null } = call.body;
    const reference = { client_request_id, span_scope, beat_sequence };
    const row = await stageEdit(services, draft, call, { action: 'add_overlay', overlay, reference });
    const { start: start_time, end: end_time } = overlay;
    return {
      id: row.id,
      overlay_id: overlay.id,
      revision_item_id: row.id,
      status: row.status,
      start_time,
      end_time,
      template: id,
      ...reference,
    };
  });
}

type DiscardCall = Call<'videoRevision.items.discard'> | Call<'videoRevision.overlays.discard'>;

/** @param addedOnly true accepts only a newly added overlay. */
async function discardEdit(
  services: VideoServices,
  call: DiscardCall,
  addedOnly: boolean,
): Promise<DraftChange<{ deleted: boolean }>> {
  return changeDraft(services, call, async (draft) => {
    const item = draft.staged.find(({ row }) => row.id === call.params.item.toLowerCase());
    if (!item || (addedOnly && item.edit.action !== 'add_overlay')) throw call.fail('item_not_found');
    await draft.tx.delete(video_edits).where(eq(video_edits.id, item.row.id));
    await redrawBlock(services, draft, item.edit);
    return { deleted: true };
  });
}

// Applying

async function startPass(tx: Db, services: VideoServices, call: Call<'videoRevision.apply'>, draft: OpenDraft) {
  const { video, artifact, staged, plan } = draft;
  const edits = staged.map(({ edit }) => edit);
  const editedPlan = applyEdits(plan, edits);
  const [operation_id, pass_id] = [randomUUID(), randomUUID()];
  const created_by = call.principal.userId;
  await tx.insert(video_passes).values({
    id: pass_id,
    team_id: video.team_id,
    project_id: video.id,
    base_id: artifact.id,
    operation_id,
    created_by,
    number: (await tx.$count(video_passes, eq(video_passes.project_id, video.id))) + 1,
    plan: toPlanRow(editedPlan),
    changes: edits.filter((edit) => !isHidden(editedPlan, edit)).map((edit) => getEditLabel(plan, edit)),
  });
  await tx.update(video_projects).set({ operation_id }).where(eq(video_projects.id, video.id));
  const { team_id, channel_id }: VideoRow = video;
  const newOperation = { team_id, channel_id, created_by, id: operation_id, resource_id: pass_id };
  return startOperation(tx, services, { ...newOperation, type: 'video_apply_revision' });
}

async function applyStagedEdits(services: VideoServices, call: Call<'videoRevision.apply'>) {
  await requireVideoMaker(services, call);
  return changeDraft(services, call, async (draft) => {
    const { tx, video } = draft;
    const { explanation } = await readDraft(tx, video, services.now());
    if (explanation !== '') throw call.fail('revision_not_applicable', { extras: { explanation } });
    return startPass(tx, services, call, draft);
  });
}

type RevisionHandlers = { [Id in Extract<keyof Handlers, `videoRevision.${string}`>]: Handlers[Id] };
type BlockHandlers = Pick<
  Handlers,
  | 'videoRevision.slideText'
  | 'videoRevision.regenerateVisual'
  | 'videoRevision.replaceWithMedia'
  | 'videoRevision.presenter'
>;

const toDeletedAnswer = ({ result: data, etag }: DraftChange<{ deleted: boolean }>) => ({
  status: 200 as const,
  body: { data, meta },
  etag,
});

function createBlockHandlers(services: VideoServices): BlockHandlers {
  return {
    'videoRevision.slideText': (call) => putEdit(services, call, (draft) => toSlideTextEdit(draft, call)),

    'videoRevision.regenerateVisual': (call) =>
      putEdit(services, call, (draft) => {
        const { block_key, prompt } = call.body;
        findBlock(draft, call, block_key);
        return toPictureEdit(block_key, prompt);
      }),

    'videoRevision.replaceWithMedia': async (call) => {
      const { result, etag } = await changeDraft(services, call, async (draft) => {
        const { edit, cropped } = await toMediaEdit(draft, call);
        const { id, status } = await stageEdit(services, draft, call, edit);
        return { id, action: edit.action, status, cropped };
      });
      return { status: 200, body: { data: result, meta }, etag };
    },

    'videoRevision.presenter': (call) => putEdit(services, call, (draft) => toPresenterEdit(draft, call)),
  };
}

export function createRevisionHandlers(services: VideoServices): RevisionHandlers {
  return {
    ...createBlockHandlers(services),

    'videoRevision.manifest': async (call) => ({ status: 200, ...(await readManifest(services, call)) }),

    'videoRevision.pass': async (call) => ({
      status: 200,
      body: { data: await readPass(services.store.db, call), meta: {} },
    }),

    'videoRevision.overlays.add': async (call) => {
      const { result: data, etag } = await addOverlay(services, call);
      return { status: 201, body: { data, meta }, etag };
    },

    'videoRevision.overlays.discard': async (call) => toDeletedAnswer(await discardEdit(services, call, true)),

    'videoRevision.publishedOverlays.update': (call) =>
      putEdit(services, call, (draft) => toUpdatedOverlay(draft, call)),

    'videoRevision.publishedOverlays.remove': async (call) =>
      toDeletedAnswer(
        await changeDraft(services, call, async (draft) => {
          const overlay = findPublishedOverlay(draft, call, call.params.overlay);
          const copy = { ...overlay, inputs: { ...overlay.inputs } };
          await stageEdit(services, draft, call, { action: 'remove_overlay', overlay: copy });
          return { deleted: true };
        }),
      ),

    'videoRevision.captions': (call) => putEdit(services, call, (draft) => toCaptionsEdit(draft, call)),

    'videoRevision.music': (call) => putEdit(services, call, (draft) => toMusicEdit(draft, call)),

    'videoRevision.items.discard': async (call) => toDeletedAnswer(await discardEdit(services, call, false)),

    'videoRevision.apply': async (call) => {
      const { result, etag } = await applyStagedEdits(services, call);
      return { status: 202, body: { operation: toServiceOperation(result, null), meta }, etag };
    },
  };
}
