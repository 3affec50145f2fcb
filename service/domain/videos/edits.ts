/** Staged edits as data, what they make of a plan, and how they read. */
import { z } from 'zod';

import type { EditAction } from '#contract/schema/video-revision.ts';
import { CAPTION_STYLES } from '#contract/schema/video.ts';

import { fieldsOf } from '../../engines/video/scene-text.ts';
import type { Overlay, Scene, Timeline, VideoPlan } from '../../engines/video/video.ts';
import { overlayTemplate } from '../../engines/video/overlays.ts';
import { mediaScene } from './plan.ts';

const texts = z.record(z.string(), z.string());
const overlay = z.object({
  id: z.string(),
  template: z.string(),
  inputs: texts,
  start: z.number(),
  end: z.number(),
});

export const VideoEdit = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add_overlay'), overlay }),
  /** The overlay as it will be. */
  z.object({ action: z.literal('update_overlay'), overlay }),
  /** The overlay as it was. */
  z.object({ action: z.literal('remove_overlay'), overlay }),
  z.object({ action: z.literal('update_captions'), enabled: z.boolean(), style: z.enum(CAPTION_STYLES) }),
  z.object({ action: z.literal('edit_caption'), cue: z.string(), text: z.string() }),
  z.object({ action: z.literal('music_removal') }),
  z.object({ action: z.literal('edit_slide_text'), block: z.string(), fields: texts }),
  z.object({ action: z.literal('regenerate_visual'), block: z.string(), prompt: z.string(), seed: z.int() }),
  z.object({
    action: z.literal('replace_with_media'),
    block: z.string(),
    asset: z.string(),
    media_type: z.enum(['picture', 'video']),
    name: z.string(),
  }),
  z.object({ action: z.literal('use_avatar_only'), block: z.string(), note: z.string() }),
]);
export type VideoEdit = z.infer<typeof VideoEdit>;
type EditOf<A extends EditAction> = Extract<VideoEdit, { action: A }>;

/** Of several edits of the same thing one is staged. Texts and visuals of a block are two things. */
export function slotOf(edit: VideoEdit): string {
  switch (edit.action) {
    case 'add_overlay':
    case 'update_overlay':
    case 'remove_overlay':
      return `overlay:${edit.overlay.id}`;
    case 'update_captions':
      return 'captions';
    case 'edit_caption':
      return `caption:${edit.cue}`;
    case 'music_removal':
      return 'music';
    case 'edit_slide_text':
      return `text:${edit.block}`;
    case 'regenerate_visual':
    case 'replace_with_media':
    case 'use_avatar_only':
      return `visual:${edit.block}`;
  }
}

const inScene = (plan: VideoPlan, key: string, change: (scene: Scene) => Scene): VideoPlan => ({
  ...plan,
  scenes: plan.scenes.map((scene) => (scene.key === key ? change(scene) : scene)),
});

const withTexts = (scene: Scene, fields: Readonly<Record<string, string>>): Scene => ({
  ...scene,
  fields: scene.fields.map((field) => ({ ...field, value: fields[field.key] ?? field.value })),
});

const regenerated = (scene: Scene, { prompt, seed }: EditOf<'regenerate_visual'>): Scene => {
  const caption = scene.fields.find(({ key }) => key === 'caption')?.value ?? '';
  const fields = fieldsOf('picture', scene.layout, { caption });
  return { ...scene, kind: 'picture', media: null, prompt, seed, fields };
};

const presented = (scene: Scene, { note }: EditOf<'use_avatar_only'>): Scene => {
  const of = (key: string): string => scene.fields.find((field) => field.key === key)?.value ?? '';
  const fields = fieldsOf('presenter', scene.layout, { name: of('name'), role: of('role') || scene.chapter });
  return { ...scene, kind: 'presenter', media: null, prompt: note, fields };
};

const withOverlays = (plan: VideoPlan, overlays: readonly Overlay[]): VideoPlan => ({
  ...plan,
  overlays: [...overlays].sort((a, b) => a.start - b.start),
});

/** The plan with one edit made. What it edits and is not there any more stays as it is. */
function edited(plan: VideoPlan, edit: VideoEdit): VideoPlan {
  switch (edit.action) {
    case 'add_overlay':
      return withOverlays(plan, [...plan.overlays, edit.overlay]);
    case 'update_overlay':
      return withOverlays(
        plan,
        plan.overlays.map((one) => (one.id === edit.overlay.id ? edit.overlay : one)),
      );
    case 'remove_overlay':
      return withOverlays(
        plan,
        plan.overlays.filter(({ id }) => id !== edit.overlay.id),
      );
    case 'update_captions': {
      const { enabled, style } = edit;
      return { ...plan, settings: { ...plan.settings, captions: { enabled, style } } };
    }
    case 'edit_caption':
      return { ...plan, captionEdits: { ...plan.captionEdits, [edit.cue]: edit.text } };
    case 'music_removal':
      return { ...plan, settings: { ...plan.settings, music: { ...plan.settings.music, enabled: false } } };
    case 'edit_slide_text':
      return inScene(plan, edit.block, (scene) => withTexts(scene, edit.fields));
    case 'regenerate_visual':
      return inScene(plan, edit.block, (scene) => regenerated(scene, edit));
    case 'replace_with_media':
      return inScene(plan, edit.block, (scene) => mediaScene(scene, { id: edit.asset, media_type: edit.media_type }));
    case 'use_avatar_only':
      return inScene(plan, edit.block, (scene) => presented(scene, edit));
  }
}

/** The plan with all edits made: visuals before texts, so that texts land on what is there then. */
export function applyEdits(plan: VideoPlan, edits: readonly VideoEdit[]): VideoPlan {
  const last = (edit: VideoEdit): number => (edit.action === 'edit_slide_text' ? 1 : 0);
  return [...edits].sort((a, b) => last(a) - last(b)).reduce(edited, plan);
}

/** What people call a block: its own words, else those that are spoken. */
export function blockLabel(scene: Scene): string {
  const own = scene.fields.map(({ value }) => value.trim()).find((value) => value.length > 4);
  const words = own ?? scene.narration[0] ?? scene.prompt;
  return words.length > 60 ? `${words.slice(0, 59).trimEnd()}…` : words || 'Block without words';
}

const quoted = (plan: VideoPlan, key: string): string => {
  const scene = plan.scenes.find((one) => one.key === key);
  return scene ? `“${blockLabel(scene)}”` : key;
};
const templateLabel = (id: string): string => overlayTemplate(id)?.label ?? id;

/** What an edit does, in plain words. */
export function editLabel(plan: VideoPlan, edit: VideoEdit): string {
  switch (edit.action) {
    case 'add_overlay':
      return `New overlay: ${templateLabel(edit.overlay.template)}`;
    case 'update_overlay':
      return `Overlay changed: ${templateLabel(edit.overlay.template)}`;
    case 'remove_overlay':
      return `Overlay removed: ${templateLabel(edit.overlay.template)}`;
    case 'update_captions':
      return edit.enabled ? `Captions on, style ${edit.style}` : 'Captions off';
    case 'edit_caption':
      return edit.text === '' ? 'Caption removed' : `Caption now says “${edit.text}”`;
    case 'music_removal':
      return 'Music removed';
    case 'edit_slide_text':
      return `Text changed on ${quoted(plan, edit.block)}`;
    case 'regenerate_visual':
      return `New picture for ${quoted(plan, edit.block)}`;
    case 'replace_with_media':
      return `“${edit.name}” in place of ${quoted(plan, edit.block)}`;
    case 'use_avatar_only':
      return `Presenter alone for ${quoted(plan, edit.block)}`;
  }
}

export interface EditPlace {
  readonly scope: 'moment' | 'block' | 'video';
  readonly start: number | null;
  readonly end: number | null;
  readonly block: string | null;
}

/** When in the video an edit shows. */
export function placeOf(edit: VideoEdit, { scenes, cues }: Timeline): EditPlace {
  if ('overlay' in edit) {
    const { start, end } = edit.overlay;
    const block = scenes.find((scene) => scene.start <= start && start < scene.end)?.key ?? null;
    return { scope: 'moment', start, end, block };
  }
  if (edit.action === 'edit_caption') {
    const cue = cues.find(({ id }) => id === edit.cue);
    return { scope: 'moment', start: cue?.start ?? null, end: cue?.end ?? null, block: cue?.scene ?? null };
  }
  if ('block' in edit) {
    const scene = scenes.find(({ key }) => key === edit.block);
    return { scope: 'block', start: scene?.start ?? null, end: scene?.end ?? null, block: edit.block };
  }
  return { scope: 'video', start: null, end: null, block: null };
}
