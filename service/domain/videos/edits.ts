/**
 * The staged edits of a video (spec 2 §4 "Revision edits"). An entry of `EDITS` says everything about one kind: what is
 * stored, the slot it takes, what it does to the plan, its label, its place and the inputs that answers show.
 */
import { z } from 'zod';

import type { EditAction } from '#contract/schema/video-revision.ts';
import { CAPTION_STYLES } from '#contract/schema/video.ts';
import { formatTime } from '#markdown/clock.ts';

import { findOverlayTemplate } from '../../engines/video/overlays.ts';
import { getSentenceId } from '../../engines/video/placing.ts';
import { createFields } from '../../engines/video/scene-text.ts';
import type { Overlay, Scene, Timeline, VideoPlan } from '../../engines/video/video.ts';
import { formatAssetRef } from './asset-ref.ts';
import { toMediaScene } from './plan.ts';

export interface EditPlace {
  readonly scope: 'moment' | 'block' | 'video';
  /** Seconds; null if the target no longer exists, or for the whole video. */
  readonly start: number | null;
  readonly end: number | null;
  readonly block: string | null;
}

interface EditKind<S extends z.ZodObject> {
  /** Checks the stored edit, without its action. */
  readonly schema: S;
  readonly operation: 'add' | 'update' | 'remove';
  /** Each slot holds one staged edit; a new edit replaces it. */
  slot(edit: z.infer<S>): string;
  /** Returns the plan unchanged if the target no longer exists. */
  apply(plan: VideoPlan, edit: z.infer<S>): VideoPlan;
  label(edit: z.infer<S>, plan: VideoPlan): string;
  place(edit: z.infer<S>, timeline: Timeline): EditPlace;
  inputs(edit: z.infer<S>): Record<string, unknown>;
  /** Name of the edit in an explanation, if it can hide texts of its block. */
  readonly hidesText?: string;
}

const defineEdit = <S extends z.ZodObject>(definition: EditKind<S>): EditKind<S> => definition;

const TextsSchema = z.record(z.string(), z.string());
const OverlaySchema = z.object({
  id: z.string(),
  template: z.string(),
  inputs: TextsSchema,
  start: z.number(),
  end: z.number(),
});
type WithOverlay = { readonly overlay: z.infer<typeof OverlaySchema> };
type WithBlock = { readonly block: string };

const WHOLE_VIDEO: EditPlace = { scope: 'video', start: null, end: null, block: null };

const findBlockPlace = ({ block }: WithBlock, { scenes }: Timeline): EditPlace => {
  const scene = scenes.find(({ key }) => key === block);
  return { scope: 'block', start: scene?.start ?? null, end: scene?.end ?? null, block };
};

const changeScene = (plan: VideoPlan, key: string, change: (scene: Scene) => Scene): VideoPlan => ({
  ...plan,
  scenes: plan.scenes.map((scene) => (scene.key === key ? change(scene) : scene)),
});

const getFieldValue = (scene: Scene, key: string): string =>
  scene.fields.find((field) => field.key === key)?.value ?? '';

const withOverlays = (plan: VideoPlan, overlays: readonly Overlay[]): VideoPlan => ({
  ...plan,
  overlays: [...overlays].sort((a, b) => a.start - b.start),
});

/** Returns a short label for a block: its own text, or else its narration. */
export function getBlockLabel(scene: Scene): string {
  const ownText = scene.fields.map(({ value }) => value.trim()).find((value) => value.length > 4);
  const words = ownText ?? scene.narration[0] ?? scene.prompt;
  return words.length > 60 ? `${words.slice(0, 59).trimEnd()}…` : words || 'Block without text';
}

const quoteBlock = (plan: VideoPlan, key: string): string => {
  const scene = plan.scenes.find((candidate) => candidate.key === key);
  return scene ? `“${getBlockLabel(scene)}”` : key;
};

/** Labels an overlay with its kind and its first text, or with its start time if it has no text. */
function getOverlayLabel({ overlay: { template: id, inputs, start } }: WithOverlay): string {
  const template = findOverlayTemplate(id);
  const texts = template?.input_fields
    .filter(({ type }) => type === 'text')
    .map(({ key }) => inputs[key]?.trim() ?? '');
  const words = texts?.find((text) => text !== '');
  return `${template?.label ?? id} ${words === undefined ? `at ${formatTime(start)}` : `“${words}”`}`;
}

/** Shared by the three edits of overlays: a slot per overlay, at its time. */
const OVERLAY_EDIT = {
  slot: (edit: WithOverlay) => `overlay:${edit.overlay.id}`,
  place: ({ overlay: { start, end } }: WithOverlay, { scenes }: Timeline): EditPlace => {
    const block = scenes.find((scene) => scene.start <= start && start < scene.end)?.key ?? null;
    return { scope: 'moment', start, end, block };
  },
  inputs: (edit: WithOverlay) => edit.overlay.inputs,
};

/** Shared by the edits of what a block shows; its texts have a slot of their own. */
const VISUAL_EDIT = {
  slot: ({ block }: WithBlock) => `visual:${block}`,
  place: findBlockPlace,
  operation: 'update' as const,
};

const EDITS = {
  add_overlay: defineEdit({
    ...OVERLAY_EDIT,
    operation: 'add',
    schema: z.object({
      overlay: OverlaySchema,
      /** Echoes the caller's own values. */
      reference: z
        .object({
          client_request_id: z.string().nullable(),
          span_scope: z.string().nullable(),
          beat_sequence: z.int().nullable(),
        })
        .optional(),
    }),
    apply: (plan, edit) => withOverlays(plan, [...plan.overlays, edit.overlay]),
    label: (edit) => `New overlay: ${getOverlayLabel(edit)}`,
  }),
  update_overlay: defineEdit({
    ...OVERLAY_EDIT,
    operation: 'update',
    /** The overlay after the change. */
    schema: z.object({ overlay: OverlaySchema }),
    apply: (plan, edit) =>
      withOverlays(
        plan,
        plan.overlays.map((candidate) => (candidate.id === edit.overlay.id ? edit.overlay : candidate)),
      ),
    label: (edit) => `Overlay changed: ${getOverlayLabel(edit)}`,
  }),
  remove_overlay: defineEdit({
    ...OVERLAY_EDIT,
    operation: 'remove',
    /** The overlay before it is removed. */
    schema: z.object({ overlay: OverlaySchema }),
    apply: (plan, edit) =>
      withOverlays(
        plan,
        plan.overlays.filter(({ id }) => id !== edit.overlay.id),
      ),
    label: (edit) => `Overlay removed: ${getOverlayLabel(edit)}`,
  }),
  update_captions: defineEdit({
    operation: 'update',
    schema: z.object({ enabled: z.boolean(), style: z.enum(CAPTION_STYLES) }),
    slot: () => 'captions',
    apply: (plan, { enabled, style }) => ({
      ...plan,
      settings: { ...plan.settings, captions: { ...plan.settings.captions, enabled, style } },
    }),
    label: ({ enabled, style }) => (enabled ? `Captions on, style ${style}` : 'Captions off'),
    place: () => WHOLE_VIDEO,
    inputs: ({ enabled, style }) => ({ enabled, style }),
  }),
  edit_caption: defineEdit({
    operation: 'update',
    /** An empty text removes the caption. */
    schema: z.object({ cue: z.string(), text: z.string() }),
    slot: ({ cue }) => `caption:${cue}`,
    apply: (plan, { cue, text }) => ({ ...plan, captionEdits: { ...plan.captionEdits, [cue]: text } }),
    label: ({ text }) => (text === '' ? 'Caption removed' : `Caption now says “${text}”`),
    place: ({ cue }, { cues }) => {
      const match = cues.find(({ id }) => id === cue);
      return {
        scope: 'moment',
        start: match?.start ?? null,
        end: match?.end ?? null,
        block: match?.scene ?? null,
      };
    },
    inputs: ({ cue, text }) => ({ cue_id: cue, text }),
  }),
  music_removal: defineEdit({
    operation: 'remove',
    // Zod infers an index signature for an object without fields.
    schema: z.object({ action: z.literal('music_removal') }),
    slot: () => 'music',
    apply: ({ settings, ...plan }) => ({
      ...plan,
      settings: { ...settings, music: { ...settings.music, enabled: false } },
    }),
    label: () => 'Music removed',
    place: () => WHOLE_VIDEO,
    inputs: () => ({ remove: true }),
  }),
  change_music: defineEdit({
    operation: 'update',
    schema: z.object({
      /** The id of a sound of the team's media; null for the built-in music. */
      asset: z.string().nullable(),
      name: z.string(),
      level: z.number(),
    }),
    slot: () => 'music',
    apply: ({ settings, ...plan }, { asset, level }) => ({
      ...plan,
      settings: { ...settings, music: { enabled: true, file: asset === null ? null : formatAssetRef(asset), level } },
    }),
    label: ({ asset, name, level }) =>
      `${asset === null ? 'Built-in music' : `Music “${name}”`} at ${Math.round(level * 100)} %`,
    place: () => WHOLE_VIDEO,
    inputs: ({ asset, level }) => ({ media_asset_id: asset, level }),
  }),
  edit_slide_text: defineEdit({
    operation: 'update',
    schema: z.object({ block: z.string(), fields: TextsSchema }),
    slot: ({ block }) => `text:${block}`,
    apply: (plan, { block, fields }) =>
      changeScene(plan, block, (scene) => ({
        ...scene,
        fields: scene.fields.map((field) => ({ ...field, value: fields[field.key] ?? field.value })),
      })),
    label: ({ block }, plan) => `Text changed on ${quoteBlock(plan, block)}`,
    place: findBlockPlace,
    inputs: ({ fields }) => fields,
  }),
  speak_sentence: defineEdit({
    operation: 'update',
    schema: z.object({
      /** The key of the sentence's scene. */
      scene: z.string(),
      /** Index of the sentence in its scene, from 0. */
      number: z.int(),
      /** The script's words. */
      text: z.string(),
      said_as: z.string(),
      take: z.int(),
      cut_for: z.number(),
    }),
    slot: ({ scene, number }) => `voice:${getSentenceId(scene, number)}`,
    apply: (plan, { scene, number, said_as: saidAs, take, cut_for: cutFor }) => ({
      ...plan,
      respoken: { ...plan.respoken, [getSentenceId(scene, number)]: { saidAs, take, cutFor } },
    }),
    label: ({ text, said_as }) => (text === said_as ? `Spoken again: “${text}”` : `“${text}” is read as “${said_as}”`),
    place: ({ scene, number }, { sentences }) => {
      const match = sentences.filter((sentence) => sentence.scene === scene)[number];
      return { scope: 'moment', start: match?.start ?? null, end: match?.end ?? null, block: scene };
    },
    inputs: ({ number, said_as }) => ({ number: number + 1, said_as }),
  }),
  regenerate_visual: defineEdit({
    ...VISUAL_EDIT,
    schema: z.object({ block: z.string(), prompt: z.string(), seed: z.int() }),
    apply: (plan, { block, prompt, seed }) =>
      changeScene(plan, block, (scene) => {
        const fields = createFields('picture', scene.layout, { caption: getFieldValue(scene, 'caption') });
        return { ...scene, kind: 'picture', media: null, prompt, seed, fields };
      }),
    label: ({ block }, plan) => `New picture for ${quoteBlock(plan, block)}`,
    inputs: ({ prompt }) => ({ prompt }),
    hidesText: 'The new picture staged for this block',
  }),
  replace_with_media: defineEdit({
    ...VISUAL_EDIT,
    schema: z.object({
      block: z.string(),
      asset: z.string(),
      media_type: z.enum(['picture', 'video']),
      name: z.string(),
    }),
    apply: (plan, { block, asset: id, media_type }) =>
      changeScene(plan, block, (scene) => toMediaScene(scene, { id, media_type })),
    label: ({ block, name }, plan) => `“${name}” replaces ${quoteBlock(plan, block)}`,
    inputs: ({ asset }) => ({ media_asset_id: asset }),
    hidesText: 'The media staged for this block',
  }),
  use_avatar_only: defineEdit({
    ...VISUAL_EDIT,
    schema: z.object({
      block: z.string(),
      note: z.string(),
      /** Absent in edits of earlier versions, which had no picture and change nothing. */
      media: z.object({ path: z.string(), kind: z.enum(['picture', 'video']) }).optional(),
    }),
    apply: (plan, { block, note, media }) =>
      changeScene(plan, block, (scene) => {
        if (!media) return scene;
        const role = getFieldValue(scene, 'role') || scene.chapter;
        const fields = createFields('presenter', scene.layout, { name: getFieldValue(scene, 'name'), role });
        return { ...scene, kind: 'presenter', media, prompt: note, fields };
      }),
    label: ({ block }, plan) => `Presenter only for ${quoteBlock(plan, block)}`,
    inputs: ({ note }) => ({ note }),
    hidesText: 'The presenter staged for this block',
  }),
} satisfies Record<EditAction, unknown>;

type EditOf<A extends EditAction> = { action: A } & z.infer<(typeof EDITS)[A]['schema']>;
export type VideoEdit = { [A in EditAction]: EditOf<A> }[EditAction];

const schemas = Object.entries(EDITS).map(([action, { schema }]) => schema.extend({ action: z.literal(action) }));
/** Reads a stored edit. */
export const VideoEdit = z.discriminatedUnion(
  'action',
  schemas as unknown as [z.ZodObject<{ action: z.ZodLiteral<EditAction> }>],
) as unknown as z.ZodType<VideoEdit>;

/** Casts the definition to one that takes this edit: TypeScript cannot relate the two sides of a union. */
const getDefinition = (edit: VideoEdit) => EDITS[edit.action] as unknown as EditKind<z.ZodObject> & KindOf<VideoEdit>;
type KindOf<E> = {
  slot(edit: E): string;
  apply(plan: VideoPlan, edit: E): VideoPlan;
  label(edit: E, plan: VideoPlan): string;
  place(edit: E, timeline: Timeline): EditPlace;
  inputs(edit: E): Record<string, unknown>;
};

export const getSlot = (edit: VideoEdit): string => getDefinition(edit).slot(edit);
export const getEditLabel = (plan: VideoPlan, edit: VideoEdit): string => getDefinition(edit).label(edit, plan);
export const getPlace = (edit: VideoEdit, timeline: Timeline): EditPlace => getDefinition(edit).place(edit, timeline);
export const getInputs = (edit: VideoEdit): Record<string, unknown> => getDefinition(edit).inputs(edit);
export const getOperation = (edit: VideoEdit): 'add' | 'update' | 'remove' => getDefinition(edit).operation;
export const hidesText = (edit: VideoEdit): string | undefined => getDefinition(edit).hidesText;

/** Returns whether the edit only changes texts that another staged edit hides. */
export function isHidden(editedPlan: VideoPlan, edit: VideoEdit): boolean {
  if (edit.action !== 'edit_slide_text') return false;
  const scene = editedPlan.scenes.find(({ key }) => key === edit.block);
  return !scene?.fields.some(({ key }) => key in edit.fields);
}

/** Applies all edits, visuals before texts, so that texts apply to the new visuals. */
export function applyEdits(plan: VideoPlan, edits: readonly VideoEdit[]): VideoPlan {
  const getOrder = (edit: VideoEdit): number => (edit.action === 'edit_slide_text' ? 1 : 0);
  return [...edits]
    .sort((a, b) => getOrder(a) - getOrder(b))
    .reduce((current, edit) => getDefinition(edit).apply(current, edit), plan);
}
