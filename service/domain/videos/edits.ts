/**
 * The staged edits of a video (spec 2 §4 "Revision edits"). An entry of `EDITS` says everything about one kind: what is
 * stored, the slot it takes, what it does to the plan, its label, its place and the inputs that answers show.
 */
import { z } from 'zod';

import type { EditAction } from '#contract/schema/video-revision.ts';
import { CAPTION_STYLES } from '#contract/schema/video.ts';
import { formatTime } from '#markdown/spoken.ts';

import { overlayTemplate } from '../../engines/video/overlays.ts';
import { sentenceId } from '../../engines/video/placing.ts';
import { fieldsOf } from '../../engines/video/scene-text.ts';
import type { Overlay, Scene, Timeline, VideoPlan } from '../../engines/video/video.ts';
import { assetRef } from './asset-ref.ts';
import { mediaScene } from './plan.ts';

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
  /** Names the slot the edit takes; each slot holds one staged edit. */
  slot(edit: z.infer<S>): string;
  /** Returns the plan unchanged if the target no longer exists. */
  apply(plan: VideoPlan, edit: z.infer<S>): VideoPlan;
  label(edit: z.infer<S>, plan: VideoPlan): string;
  place(edit: z.infer<S>, timeline: Timeline): EditPlace;
  inputs(edit: z.infer<S>): Record<string, unknown>;
  /** Names the edit in an explanation, if it can hide texts of its block. */
  readonly hidesText?: string;
}

const kind = <S extends z.ZodObject>(of: EditKind<S>): EditKind<S> => of;

const texts = z.record(z.string(), z.string());
const overlay = z.object({
  id: z.string(),
  template: z.string(),
  inputs: texts,
  start: z.number(),
  end: z.number(),
});
type WithOverlay = { readonly overlay: z.infer<typeof overlay> };
type WithBlock = { readonly block: string };

const WHOLE_VIDEO: EditPlace = { scope: 'video', start: null, end: null, block: null };

const atBlock = ({ block }: WithBlock, { scenes }: Timeline): EditPlace => {
  const scene = scenes.find(({ key }) => key === block);
  return { scope: 'block', start: scene?.start ?? null, end: scene?.end ?? null, block };
};

const inScene = (plan: VideoPlan, key: string, change: (scene: Scene) => Scene): VideoPlan => ({
  ...plan,
  scenes: plan.scenes.map((scene) => (scene.key === key ? change(scene) : scene)),
});

const textOf = (scene: Scene, key: string): string => scene.fields.find((field) => field.key === key)?.value ?? '';

const withOverlays = (plan: VideoPlan, overlays: readonly Overlay[]): VideoPlan => ({
  ...plan,
  overlays: [...overlays].sort((a, b) => a.start - b.start),
});

/** Returns a short label for a block: its own text, or else its narration. */
export function blockLabel(scene: Scene): string {
  const own = scene.fields.map(({ value }) => value.trim()).find((value) => value.length > 4);
  const words = own ?? scene.narration[0] ?? scene.prompt;
  return words.length > 60 ? `${words.slice(0, 59).trimEnd()}…` : words || 'Block without text';
}

const quoted = (plan: VideoPlan, key: string): string => {
  const scene = plan.scenes.find((one) => one.key === key);
  return scene ? `“${blockLabel(scene)}”` : key;
};

/** Names an overlay by its kind and its first text, or by when it is shown if it has none. */
function overlayLabel({ overlay: { template: id, inputs, start } }: WithOverlay): string {
  const template = overlayTemplate(id);
  const texts = template?.input_fields
    .filter(({ type }) => type === 'text')
    .map(({ key }) => inputs[key]?.trim() ?? '');
  const words = texts?.find((text) => text !== '');
  return `${template?.label ?? id} ${words === undefined ? `at ${formatTime(start)}` : `“${words}”`}`;
}

/** Shared by the three edits of overlays: a slot per overlay, at its time. */
const ofOverlay = {
  slot: (edit: WithOverlay) => `overlay:${edit.overlay.id}`,
  place: ({ overlay: { start, end } }: WithOverlay, { scenes }: Timeline): EditPlace => {
    const block = scenes.find((scene) => scene.start <= start && start < scene.end)?.key ?? null;
    return { scope: 'moment', start, end, block };
  },
  inputs: (edit: WithOverlay) => edit.overlay.inputs,
};

/** Shared by the edits of what a block shows; its texts have a slot of their own. */
const ofVisual = { slot: ({ block }: WithBlock) => `visual:${block}`, place: atBlock, operation: 'update' as const };

const EDITS = {
  add_overlay: kind({
    ...ofOverlay,
    operation: 'add',
    schema: z.object({
      overlay,
      /** Keeps these values as the caller gave them. */
      reference: z
        .object({
          client_request_id: z.string().nullable(),
          span_scope: z.string().nullable(),
          beat_sequence: z.int().nullable(),
        })
        .optional(),
    }),
    apply: (plan, edit) => withOverlays(plan, [...plan.overlays, edit.overlay]),
    label: (edit) => `New overlay: ${overlayLabel(edit)}`,
  }),
  update_overlay: kind({
    ...ofOverlay,
    operation: 'update',
    /** Holds the overlay after the change. */
    schema: z.object({ overlay }),
    apply: (plan, edit) =>
      withOverlays(
        plan,
        plan.overlays.map((one) => (one.id === edit.overlay.id ? edit.overlay : one)),
      ),
    label: (edit) => `Overlay changed: ${overlayLabel(edit)}`,
  }),
  remove_overlay: kind({
    ...ofOverlay,
    operation: 'remove',
    /** Holds the overlay before it is removed. */
    schema: z.object({ overlay }),
    apply: (plan, edit) =>
      withOverlays(
        plan,
        plan.overlays.filter(({ id }) => id !== edit.overlay.id),
      ),
    label: (edit) => `Overlay removed: ${overlayLabel(edit)}`,
  }),
  update_captions: kind({
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
  edit_caption: kind({
    operation: 'update',
    /** An empty text removes the caption. */
    schema: z.object({ cue: z.string(), text: z.string() }),
    slot: ({ cue }) => `caption:${cue}`,
    apply: (plan, { cue, text }) => ({ ...plan, captionEdits: { ...plan.captionEdits, [cue]: text } }),
    label: ({ text }) => (text === '' ? 'Caption removed' : `Caption now says “${text}”`),
    place: ({ cue }, { cues }) => {
      const found = cues.find(({ id }) => id === cue);
      return {
        scope: 'moment',
        start: found?.start ?? null,
        end: found?.end ?? null,
        block: found?.scene ?? null,
      };
    },
    inputs: ({ cue, text }) => ({ cue_id: cue, text }),
  }),
  music_removal: kind({
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
  change_music: kind({
    operation: 'update',
    schema: z.object({
      /** Is the id of a sound of the team's media; null for the built-in music. */
      asset: z.string().nullable(),
      name: z.string(),
      level: z.number(),
    }),
    slot: () => 'music',
    apply: ({ settings, ...plan }, { asset, level }) => ({
      ...plan,
      settings: { ...settings, music: { enabled: true, file: asset === null ? null : assetRef(asset), level } },
    }),
    label: ({ asset, name, level }) =>
      `${asset === null ? 'Built-in music' : `Music “${name}”`} at ${Math.round(level * 100)} %`,
    place: () => WHOLE_VIDEO,
    inputs: ({ asset, level }) => ({ media_asset_id: asset, level }),
  }),
  edit_slide_text: kind({
    operation: 'update',
    schema: z.object({ block: z.string(), fields: texts }),
    slot: ({ block }) => `text:${block}`,
    apply: (plan, { block, fields }) =>
      inScene(plan, block, (scene) => ({
        ...scene,
        fields: scene.fields.map((field) => ({ ...field, value: fields[field.key] ?? field.value })),
      })),
    label: ({ block }, plan) => `Text changed on ${quoted(plan, block)}`,
    place: atBlock,
    inputs: ({ fields }) => fields,
  }),
  speak_sentence: kind({
    operation: 'update',
    schema: z.object({
      /** Is the key of the sentence's scene. */
      scene: z.string(),
      /** Counts the sentences of the scene from 0. */
      number: z.int(),
      /** Holds the script's words. */
      text: z.string(),
      said_as: z.string(),
      take: z.int(),
      cut_for: z.number(),
    }),
    slot: ({ scene, number }) => `voice:${sentenceId(scene, number)}`,
    apply: (plan, { scene, number, said_as: saidAs, take, cut_for: cutFor }) => ({
      ...plan,
      respoken: { ...plan.respoken, [sentenceId(scene, number)]: { saidAs, take, cutFor } },
    }),
    label: ({ text, said_as }) => (text === said_as ? `Spoken again: “${text}”` : `“${text}” is read as “${said_as}”`),
    place: ({ scene, number }, { sentences }) => {
      const found = sentences.filter((sentence) => sentence.scene === scene)[number];
      return { scope: 'moment', start: found?.start ?? null, end: found?.end ?? null, block: scene };
    },
    inputs: ({ number, said_as }) => ({ number: number + 1, said_as }),
  }),
  regenerate_visual: kind({
    ...ofVisual,
    schema: z.object({ block: z.string(), prompt: z.string(), seed: z.int() }),
    apply: (plan, { block, prompt, seed }) =>
      inScene(plan, block, (scene) => {
        const fields = fieldsOf('picture', scene.layout, { caption: textOf(scene, 'caption') });
        return { ...scene, kind: 'picture', media: null, prompt, seed, fields };
      }),
    label: ({ block }, plan) => `New picture for ${quoted(plan, block)}`,
    inputs: ({ prompt }) => ({ prompt }),
    hidesText: 'The new picture staged for this block',
  }),
  replace_with_media: kind({
    ...ofVisual,
    schema: z.object({
      block: z.string(),
      asset: z.string(),
      media_type: z.enum(['picture', 'video']),
      name: z.string(),
    }),
    apply: (plan, { block, asset: id, media_type }) =>
      inScene(plan, block, (scene) => mediaScene(scene, { id, media_type })),
    label: ({ block, name }, plan) => `“${name}” replaces ${quoted(plan, block)}`,
    inputs: ({ asset }) => ({ media_asset_id: asset }),
    hidesText: 'The media staged for this block',
  }),
  use_avatar_only: kind({
    ...ofVisual,
    schema: z.object({
      block: z.string(),
      note: z.string(),
      /** Is absent in edits staged by earlier versions, which had no picture of the person and so change nothing. */
      media: z.object({ path: z.string(), kind: z.enum(['picture', 'video']) }).optional(),
    }),
    apply: (plan, { block, note, media }) =>
      inScene(plan, block, (scene) => {
        if (!media) return scene;
        const role = textOf(scene, 'role') || scene.chapter;
        const fields = fieldsOf('presenter', scene.layout, { name: textOf(scene, 'name'), role });
        return { ...scene, kind: 'presenter', media, prompt: note, fields };
      }),
    label: ({ block }, plan) => `Presenter only for ${quoted(plan, block)}`,
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

/** The entry of an edit, as one that takes it: TypeScript cannot relate the two sides of a union. */
const kindOf = (edit: VideoEdit) => EDITS[edit.action] as unknown as EditKind<z.ZodObject> & KindOf<VideoEdit>;
type KindOf<E> = {
  slot(edit: E): string;
  apply(plan: VideoPlan, edit: E): VideoPlan;
  label(edit: E, plan: VideoPlan): string;
  place(edit: E, timeline: Timeline): EditPlace;
  inputs(edit: E): Record<string, unknown>;
};

export const slotOf = (edit: VideoEdit): string => kindOf(edit).slot(edit);
export const editLabel = (plan: VideoPlan, edit: VideoEdit): string => kindOf(edit).label(edit, plan);
export const placeOf = (edit: VideoEdit, timeline: Timeline): EditPlace => kindOf(edit).place(edit, timeline);
export const inputsOf = (edit: VideoEdit): Record<string, unknown> => kindOf(edit).inputs(edit);
export const operationOf = (edit: VideoEdit): 'add' | 'update' | 'remove' => kindOf(edit).operation;
export const hidesText = (edit: VideoEdit): string | undefined => kindOf(edit).hidesText;

/** Returns whether the edit changes texts that the block does not show with the other edits applied. */
export function isHidden(asStaged: VideoPlan, edit: VideoEdit): boolean {
  if (edit.action !== 'edit_slide_text') return false;
  const scene = asStaged.scenes.find(({ key }) => key === edit.block);
  return !scene?.fields.some(({ key }) => key in edit.fields);
}

/** Applies all edits, visuals before texts, so that texts apply to the new visuals. */
export function applyEdits(plan: VideoPlan, edits: readonly VideoEdit[]): VideoPlan {
  const last = (edit: VideoEdit): number => (edit.action === 'edit_slide_text' ? 1 : 0);
  return [...edits].sort((a, b) => last(a) - last(b)).reduce((now, edit) => kindOf(edit).apply(now, edit), plan);
}
