/**
 * Stages edits (spec 2 §4 "Revision edits"): each call names the draft's revision, and calls run one at a time.
 */
import { eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import type { VideoPlan } from '../../engines/video/video.ts';
import { video_edits, video_projects } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { checkRevision, type Failing, type IfMatch } from '../call.ts';
import { type Draft, readDraft, type StagedEdit } from './draft.ts';
import { getSlot, type VideoEdit } from './edits.ts';
import { toPlan } from './plan.ts';
import { type ArtifactRow, reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';

export type DraftCall = Failing<
  'video_project_not_found' | 'video_project_forbidden' | 'revision_conflict' | 'video_not_editable'
> & { readonly ifMatch: IfMatch | null; readonly params: { readonly project: string } };

export interface OpenDraft {
  readonly tx: Db;
  readonly video: VideoRow;
  readonly artifact: ArtifactRow;
  readonly staged: readonly StagedEdit[];
  /** The published plan, without staged edits. */
  readonly plan: VideoPlan;
}

export interface DraftChange<T> {
  readonly result: T;
  readonly etag: string;
}

/** Changes the draft that the call names and increments its revision. Locks the row, so changes run one at a time. */
export async function changeDraft<T>(
  { store, now }: VideoServices,
  call: DraftCall,
  change: (draft: OpenDraft) => Promise<T>,
): Promise<DraftChange<T>> {
  return store.transaction(async (tx) => {
    const video = await reachVideo(tx, call, call.params.project, true);
    checkRevision(call, String(video.draft_revision));
    const { artifact, staged, lockReason }: Draft = await readDraft(tx, video, now());
    if (!artifact || lockReason !== '') throw call.fail('video_not_editable', { extras: { explanation: lockReason } });
    const result = await change({ tx, video, artifact, staged, plan: toPlan(artifact.plan) });
    const [updatedRow] = await tx
      .update(video_projects)
      .set({ draft_revision: sql`${video_projects.draft_revision} + 1` })
      .where(eq(video_projects.id, video.id))
      .returning({ revision: video_projects.draft_revision });
    return { result, etag: String(updatedRow?.revision ?? video.draft_revision) };
  });
}

/** Redraws previews of the block's other staged edits, which do not show this change yet. */
export async function redrawBlock(
  { videoPreviews }: VideoServices,
  { tx, staged }: OpenDraft,
  changedEdit: VideoEdit,
): Promise<void> {
  if (!('block' in changedEdit)) return;
  const slot = getSlot(changedEdit);
  const others = staged.filter(
    ({ row, edit }) => 'block' in edit && edit.block === changedEdit.block && row.slot !== slot,
  );
  for (const { row } of others) {
    const [updatedRow] = await tx
      .update(video_edits)
      .set({ preview: null, round: sql`${video_edits.round} + 1` })
      .where(eq(video_edits.id, row.id))
      .returning();
    if (updatedRow) await videoPreviews.enqueue(updatedRow.id, updatedRow.round);
  }
}

/** Stages an edit, replacing any other edit in the same slot. */
export async function stageEdit(
  services: VideoServices,
  draft: OpenDraft,
  call: Pick<DraftCall, 'fail'>,
  edit: VideoEdit,
): Promise<StagedEdit['row']> {
  const { tx, video, staged } = draft;
  const status = edit.action === 'regenerate_visual' ? ('generating' as const) : ('ready' as const);
  const [slot, data] = [getSlot(edit), edit as unknown as JsonObject];
  if (staged.length >= LIMITS.video.staged && !staged.some(({ row }) => row.slot === slot)) {
    const explanation = `At most ${LIMITS.video.staged} edits can be staged at once.`;
    throw call.fail('video_not_editable', { extras: { explanation } });
  }
  const [row] = await tx
    .insert(video_edits)
    .values({ team_id: video.team_id, project_id: video.id, slot, edit: data, status })
    .onConflictDoUpdate({
      target: [video_edits.project_id, video_edits.slot],
      set: { edit: data, status, preview: null, round: sql`${video_edits.round} + 1` },
    })
    .returning();
  if (!row) throw new Error('The staged edit was not returned.');
  if ('block' in edit) await services.videoPreviews.enqueue(row.id, row.round);
  await redrawBlock(services, draft, edit);
  return row;
}
