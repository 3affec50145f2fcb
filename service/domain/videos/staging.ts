/** Staged edits (spec 2 §4 "Revision edits"): each from the draft that it names, one after the other. */
import { randomInt, randomUUID } from 'node:crypto';

import { and, eq, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';

import { checkOverlay, type OverlayTemplate, overlayTemplate } from '../../engines/video/overlays.ts';
import type { Overlay, Scene, VideoPlan } from '../../engines/video/video.ts';
import { media_assets, video_edits, video_projects } from '../../store/schema-videos.ts';
import type { JsonObject } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type Call, checkRevision, type Fail, type Failing } from '../call.ts';
import { type Draft, draftOf, type StagedEdit } from './draft.ts';
import { applyEdits, slotOf, type VideoEdit } from './edits.ts';
import { planOf } from './plan.ts';
import { type ArtifactRow, reachVideo, type VideoRow } from './reach.ts';
import type { VideoServices } from './services.ts';
import { actionsOf, timelineOf } from './view.ts';

/** What every call that changes the draft has. */
export type DraftCall = Failing<
  'video_project_not_found' | 'video_project_forbidden' | 'revision_conflict' | 'video_not_editable'
> & { readonly ifMatch: string | null; readonly params: { readonly project: string } };

export interface OpenDraft {
  readonly tx: Db;
  readonly video: VideoRow;
  readonly artifact: ArtifactRow;
  readonly staged: readonly StagedEdit[];
  /** As published. */
  readonly plan: VideoPlan;
}

export interface Changed<T> {
  readonly result: T;
  readonly etag: string;
}

/** Does a change of the draft that the call names, and moves its revision on. One at a time: the row is locked. */
export async function changeDraft<T>(
  { store, now }: VideoServices,
  call: DraftCall,
  change: (draft: OpenDraft) => Promise<T>,
): Promise<Changed<T>> {
  return store.transaction(async (tx) => {
    const video = await reachVideo(tx, call, call.params.project, true);
    checkRevision(call, String(video.draft_revision));
    const { artifact, staged, locked }: Draft = await draftOf(tx, video, now());
    if (!artifact || locked !== '') throw call.fail('video_not_editable', { extras: { explanation: locked } });
    const result = await change({ tx, video, artifact, staged, plan: planOf(artifact.plan) });
    const [moved] = await tx
      .update(video_projects)
      .set({ draft_revision: sql`${video_projects.draft_revision} + 1` })
      .where(eq(video_projects.id, video.id))
      .returning({ revision: video_projects.draft_revision });
    return { result, etag: String(moved?.revision ?? video.draft_revision) };
  });
}

type Refuse = { readonly fail: Fail<'validation_failed'> };
const refuse = ({ fail }: Refuse, field: string, words: string) =>
  fail('validation_failed', { fields: { [field]: [words] } });

/** Stages an edit in the place of another one of the same thing. */
export async function stage(
  { videoPreviews }: VideoServices,
  { tx, video, staged }: OpenDraft,
  call: Pick<DraftCall, 'fail'>,
  edit: VideoEdit,
): Promise<StagedEdit['row']> {
  const status = edit.action === 'regenerate_visual' ? ('generating' as const) : ('ready' as const);
  const [slot, data] = [slotOf(edit), edit as unknown as JsonObject];
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
  if ('block' in edit) await videoPreviews.enqueue(row.id, row.round);
  return row;
}

// What is edited, checked

export function templateOf(call: Refuse, id: string): OverlayTemplate {
  const template = overlayTemplate(id);
  if (!template) throw refuse(call, 'template', 'There is no such overlay template.');
  return template;
}

export function checkInputs(
  { fail }: Refuse,
  template: OverlayTemplate,
  inputs: Readonly<Record<string, string>>,
): void {
  const wrong = checkOverlay(template, inputs);
  if (wrong.length === 0) return;
  const fields = Object.fromEntries(wrong.map(({ field, message }) => [`inputs.${field}`, [message]]));
  throw fail('validation_failed', { fields });
}

/** Where a new overlay lies: from its start, as long as its template usually stays, within the video. */
export function overlayTimes(
  call: Call<'videoRevision.overlays.add'>,
  template: OverlayTemplate,
  duration: number,
): { start: number; end: number } {
  const { playhead_time, start_time, end_time } = call.body;
  const start = start_time ?? playhead_time ?? 0;
  const [field, until] = [start_time === undefined ? 'playhead_time' : 'start_time', duration.toFixed(3)];
  if (start >= duration) throw refuse(call, field, `The video ends at ${until} seconds.`);
  if (end_time !== undefined && end_time > duration) {
    throw refuse(call, 'end_time', `The video ends at ${until} seconds.`);
  }
  return { start, end: end_time ?? Math.min(duration, start + template.seconds) };
}

export function publishedOverlay(
  { plan }: OpenDraft,
  { fail }: { readonly fail: Fail<'overlay_not_found'> },
  id: string,
): Overlay {
  const overlay = plan.overlays.find((one) => one.id === id.toLowerCase());
  if (!overlay) throw fail('overlay_not_found');
  return overlay;
}

/** The block as it will be with what is staged for it. */
export function blockOf({ plan, staged }: OpenDraft, call: Refuse, key: string): Scene {
  const edits = staged.map(({ edit }) => edit);
  const scene = applyEdits(plan, edits).scenes.find((one) => one.key === key);
  if (!scene) throw refuse(call, 'block_key', 'There is no such block in this video.');
  return scene;
}

/** The texts a block will have: what is named now, and what was staged for it before. */
export function slideTexts(draft: OpenDraft, call: Call<'videoRevision.slideText'>): VideoEdit {
  const { block_key: block, field_edits } = call.body;
  const scene = blockOf(draft, call, block);
  if (!actionsOf(scene).includes('edit_slide_text')) throw refuse(call, 'block_key', 'This block shows no text.');
  const earlier = draft.staged.find(({ row }) => row.slot === `text:${block}`)?.edit;
  const fields = earlier?.action === 'edit_slide_text' ? { ...earlier.fields } : {};
  field_edits.forEach(({ key, value }, index) => {
    const field = scene.fields.find((one) => one.key === key);
    if (!field) throw refuse(call, `field_edits.${index}.key`, 'This block has no such field.');
    if ([...value].length > field.maxChars) {
      throw refuse(call, `field_edits.${index}.value`, `At most ${field.maxChars} characters.`);
    }
    fields[key] = value;
  });
  return { action: 'edit_slide_text', block, fields };
}

/** One caption's words, or how all of them look: then what is not named stays as it was staged, or is. */
export function captionsEdit({ plan, staged, artifact }: OpenDraft, call: Call<'videoRevision.captions'>): VideoEdit {
  const { enabled, style, caption } = call.body;
  if (caption) {
    const { cue_id: cue, text } = caption;
    const known = cue in plan.captionEdits || timelineOf(artifact).cues.some(({ id }) => id === cue);
    if (!known) throw refuse(call, 'caption.cue_id', 'There is no such caption in this video.');
    return { action: 'edit_caption', cue, text };
  }
  const before = staged.find(({ row }) => row.slot === 'captions')?.edit;
  const now = before?.action === 'update_captions' ? before : plan.settings.captions;
  return { action: 'update_captions', enabled: enabled ?? now.enabled, style: style ?? now.style };
}

export async function mediaEdit(draft: OpenDraft, call: Call<'videoRevision.replaceWithMedia'>) {
  const { block_key: block, media_asset_id } = call.body;
  blockOf(draft, call, block);
  const [asset] = await draft.tx
    .select()
    .from(media_assets)
    .where(and(eq(media_assets.id, media_asset_id), eq(media_assets.team_id, draft.video.team_id)));
  if (!asset) throw refuse(call, 'media_asset_id', 'There is no such media asset.');
  if (asset.state !== 'ready') throw refuse(call, 'media_asset_id', 'This media asset is not ready.');
  const { media_type, width, height, name } = asset;
  if (media_type !== 'picture' && media_type !== 'video') {
    throw refuse(call, 'media_asset_id', 'A sound cannot be shown; choose a picture or a film.');
  }
  const edit: VideoEdit = { action: 'replace_with_media', block, asset: asset.id, media_type, name };
  const ratio = width !== null && height ? width / height : 16 / 9;
  return { edit, cropped: Math.abs(ratio - 16 / 9) > 0.01 };
}

export const newPicture = (block: string, prompt: string): VideoEdit => ({
  action: 'regenerate_visual',
  block,
  prompt,
  seed: randomInt(1, 2 ** 31),
});

export const newOverlay = (
  template: string,
  inputs: Record<string, string>,
  times: { start: number; end: number },
): Overlay => ({
  ...{ id: randomUUID(), template, inputs, ...times },
});
