/** Turns requests into staged edits; a refusal names the field. */
import { randomInt, randomUUID } from 'node:crypto';

import { and, eq } from 'drizzle-orm';

import type { SlideTextEdit } from '#contract/schema/video-revision.ts';
import { countWords } from '#markdown/words.ts';

import { checkOverlay, type OverlayTemplate, findOverlayTemplate } from '../../engines/video/overlays.ts';
import { getSentenceId } from '../../engines/video/placing.ts';
import type { Overlay, Scene } from '../../engines/video/video.ts';
import { media_assets } from '../../store/schema-videos.ts';
import type { Call, Fail } from '../call.ts';
import { applyEdits, hidesText, type VideoEdit } from './edits.ts';
import { parseAssetRef, formatAssetRef } from './asset-ref.ts';
import type { OpenDraft } from './staging.ts';
import { getTimeline } from './view.ts';

type Refusable = { readonly fail: Fail<'validation_failed'> };
const refuseField = ({ fail }: Refusable, field: string, message: string) =>
  fail('validation_failed', { fields: { [field]: [message] } });

export function findTemplate(call: Refusable, id: string): OverlayTemplate {
  const template = findOverlayTemplate(id);
  if (!template) throw refuseField(call, 'template', 'This overlay template doesn’t exist.');
  return template;
}

export function checkInputs(
  { fail }: Refusable,
  template: OverlayTemplate,
  inputs: Readonly<Record<string, string>>,
): void {
  const problems = checkOverlay(template, inputs);
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.map(({ field, message }) => [`inputs.${field}`, [message]]));
  throw fail('validation_failed', { fields });
}

/** Places a new overlay at its start time for its template's usual duration, within the video. */
export function computeOverlayTimes(
  call: Call<'videoRevision.overlays.add'>,
  template: OverlayTemplate,
  duration: number,
): { start: number; end: number } {
  const { playhead_time, start_time, end_time } = call.body;
  const start = start_time ?? playhead_time ?? 0;
  const [field, endLabel] = [start_time === undefined ? 'playhead_time' : 'start_time', duration.toFixed(3)];
  if (start >= duration) throw refuseField(call, field, `The video ends at ${endLabel} seconds.`);
  if (end_time !== undefined && end_time > duration) {
    throw refuseField(call, 'end_time', `The video ends at ${endLabel} seconds.`);
  }
  return { start, end: end_time ?? Math.min(duration, start + template.seconds) };
}

export function findPublishedOverlay(
  { plan }: OpenDraft,
  { fail }: { readonly fail: Fail<'overlay_not_found'> },
  id: string,
): Overlay {
  const overlay = plan.overlays.find((candidate) => candidate.id === id.toLowerCase());
  if (!overlay) throw fail('overlay_not_found');
  return overlay;
}

/** Returns the block with its staged edits applied. */
export function findBlock({ plan, staged }: OpenDraft, call: Refusable, key: string): Scene {
  const edits = staged.map(({ edit }) => edit);
  const scene = applyEdits(plan, edits).scenes.find((candidate) => candidate.key === key);
  if (!scene) throw refuseField(call, 'block_key', 'This video doesn’t have this block.');
  return scene;
}

function respeakSentence(
  { plan, artifact }: OpenDraft,
  call: Call<'videoRevision.slideText'>,
  scene: Scene,
  { number, said_as }: NonNullable<SlideTextEdit['sentence']>,
): VideoEdit {
  if (!plan.settings.narration) {
    throw call.fail('video_not_editable', { extras: { explanation: 'This video has no voice.' } });
  }
  const { length } = scene.narration;
  if (length === 0) throw refuseField(call, 'block_key', 'Nothing is spoken in this block.');
  const text = scene.narration[number - 1];
  if (text === undefined) throw refuseField(call, 'sentence.number', `At most ${length}.`);
  if (countWords(said_as) === 0) throw refuseField(call, 'sentence.said_as', 'Needs at least one word.');
  const index = number - 1;
  const timedSentence = getTimeline(artifact).sentences.filter((sentence) => sentence.scene === scene.key)[index];
  const cut_for =
    plan.respoken?.[getSentenceId(scene.key, index)]?.cutFor ??
    (timedSentence ? timedSentence.end - timedSentence.start : 0);
  const take = randomInt(1, 2 ** 31);
  return { action: 'speak_sentence', scene: scene.key, number: index, text, said_as, take, cut_for };
}

/** Merges the texts into those staged for the block, or makes the voice repeat one of its sentences. */
export function toSlideTextEdit(draft: OpenDraft, call: Call<'videoRevision.slideText'>): VideoEdit {
  const { block_key: block, field_edits = [], sentence } = call.body;
  const scene = findBlock(draft, call, block);
  if (sentence) return respeakSentence(draft, call, scene, sentence);
  const publishedScene = draft.plan.scenes.find((candidate) => candidate.key === block);
  const visual = draft.staged.find(({ row }) => row.slot === `visual:${block}`)?.edit;
  if (scene.fields.length === 0) throw refuseField(call, 'block_key', 'This block shows no text.');
  const earlier = draft.staged.find(({ row }) => row.slot === `text:${block}`)?.edit;
  const fields = earlier?.action === 'edit_slide_text' ? { ...earlier.fields } : {};
  field_edits.forEach(({ key, value }, index) => {
    const field = scene.fields.find((candidate) => candidate.key === key);
    if (!field && visual && publishedScene?.fields.some((candidate) => candidate.key === key)) {
      const explanation = `${hidesText(visual) ?? 'The visual staged for this block'} doesn’t show this text. Discard that edit to change the text.`;
      throw call.fail('video_not_editable', { extras: { explanation } });
    }
    if (!field) throw refuseField(call, `field_edits.${index}.key`, 'This block doesn’t have this field.');
    if ([...value].length > field.maxChars) {
      throw refuseField(call, `field_edits.${index}.value`, `At most ${field.maxChars} characters.`);
    }
    fields[key] = value;
  });
  return { action: 'edit_slide_text', block, fields };
}

/** Edits one caption's words, or the style of all captions; absent fields keep their staged or published values. */
export function toCaptionsEdit({ plan, staged, artifact }: OpenDraft, call: Call<'videoRevision.captions'>): VideoEdit {
  const { enabled, style, caption } = call.body;
  if (caption) {
    const { cue_id: cue, text } = caption;
    const isKnown = Object.hasOwn(plan.captionEdits, cue) || getTimeline(artifact).cues.some(({ id }) => id === cue);
    if (!isKnown) throw refuseField(call, 'caption.cue_id', 'This video doesn’t have this caption.');
    return { action: 'edit_caption', cue, text };
  }
  const stagedEdit = staged.find(({ row }) => row.slot === 'captions')?.edit;
  const current = stagedEdit?.action === 'update_captions' ? stagedEdit : plan.settings.captions;
  return { action: 'update_captions', enabled: enabled ?? current.enabled, style: style ?? current.style };
}

async function reachReadyAsset({ tx, video }: OpenDraft, call: Refusable, id: string) {
  const [asset] = await tx
    .select()
    .from(media_assets)
    .where(and(eq(media_assets.id, id), eq(media_assets.team_id, video.team_id)));
  if (!asset) throw refuseField(call, 'media_asset_id', 'This media asset doesn’t exist.');
  if (asset.state !== 'ready') throw refuseField(call, 'media_asset_id', 'This media asset isn’t ready.');
  return asset;
}

/** Returns a picture or video that a block can show. */
async function reachVisibleAsset(draft: OpenDraft, call: Refusable, id: string) {
  const asset = await reachReadyAsset(draft, call, id);
  const { media_type } = asset;
  if (media_type !== 'picture' && media_type !== 'video') {
    throw refuseField(call, 'media_asset_id', 'Audio can’t be shown. Choose a picture or a video.');
  }
  return { ...asset, media_type };
}

/** Shows the presenter: the given picture or clip, or else the one of another block. */
export async function toPresenterEdit(draft: OpenDraft, call: Call<'videoRevision.presenter'>): Promise<VideoEdit> {
  const { block_key: block, note = '', media_asset_id } = call.body;
  findBlock(draft, call, block);
  if (media_asset_id !== undefined) {
    const { id, media_type } = await reachVisibleAsset(draft, call, media_asset_id);
    return { action: 'use_avatar_only', block, note, media: { path: formatAssetRef(id), kind: media_type } };
  }
  const currentPlan = applyEdits(
    draft.plan,
    draft.staged.map(({ edit }) => edit),
  );
  const media = currentPlan.scenes.find((scene) => scene.kind === 'presenter' && scene.media)?.media;
  if (!media) {
    const explanation =
      'A presenter needs a picture or clip of the person. Add one to your media and choose it for the presenter.';
    throw call.fail('video_not_editable', { extras: { explanation } });
  }
  return { action: 'use_avatar_only', block, note, media };
}

export async function toMediaEdit(draft: OpenDraft, call: Call<'videoRevision.replaceWithMedia'>) {
  const { block_key: block, media_asset_id } = call.body;
  findBlock(draft, call, block);
  const asset = await reachVisibleAsset(draft, call, media_asset_id);
  const { media_type, width, height, name } = asset;
  const edit: VideoEdit = { action: 'replace_with_media', block, asset: asset.id, media_type, name };
  const frame = draft.plan.settings;
  const frameRatio = frame.width / frame.height;
  const ratio = width !== null && height ? width / height : frameRatio;
  return { edit, cropped: Math.abs(ratio - frameRatio) > 0.01 };
}

/** Removes the music, or changes it or its level; absent fields keep their staged or published values. */
export async function toMusicEdit(draft: OpenDraft, call: Call<'videoRevision.music'>): Promise<VideoEdit> {
  const { remove, media_asset_id, level } = call.body;
  const { music } = draft.plan.settings;
  if (remove) {
    if (!music.enabled) throw refuseField(call, 'remove', 'This video has no music.');
    return { action: 'music_removal' };
  }
  const stagedEdit = draft.staged.find(({ row }) => row.slot === 'music')?.edit;
  const current =
    stagedEdit?.action === 'change_music'
      ? stagedEdit
      : { asset: parseAssetRef(music.file), name: 'your own', level: music.level ?? 1 };
  if (media_asset_id === undefined) return { action: 'change_music', ...current, level: level ?? current.level };
  const musicFields = { action: 'change_music', level: level ?? current.level } as const;
  if (media_asset_id === null) return { ...musicFields, asset: null, name: '' };
  const { id, name, media_type } = await reachReadyAsset(draft, call, media_asset_id);
  if (media_type !== 'audio') throw refuseField(call, 'media_asset_id', 'Choose a sound. This file has a picture.');
  return { ...musicFields, asset: id, name };
}

export const toPictureEdit = (block: string, prompt: string): VideoEdit => ({
  action: 'regenerate_visual',
  block,
  prompt,
  seed: randomInt(1, 2 ** 31),
});

export const toNewOverlay = (
  template: string,
  inputs: Record<string, string>,
  times: { start: number; end: number },
): Overlay => ({
  id: randomUUID(),
  template,
  inputs,
  ...times,
});

/** Merges the given texts into an overlay's staged texts. */
export function toUpdatedOverlay(draft: OpenDraft, call: Call<'videoRevision.publishedOverlays.update'>): VideoEdit {
  const publishedOverlay = findPublishedOverlay(draft, call, call.params.overlay);
  const stagedEdit = draft.staged.find(({ row }) => row.slot === `overlay:${publishedOverlay.id}`)?.edit;
  const before = stagedEdit?.action === 'update_overlay' ? stagedEdit.overlay : publishedOverlay;
  const inputs = { ...before.inputs, ...call.body.inputs };
  checkInputs(call, findTemplate(call, publishedOverlay.template), inputs);
  return { action: 'update_overlay', overlay: { ...publishedOverlay, inputs } };
}
