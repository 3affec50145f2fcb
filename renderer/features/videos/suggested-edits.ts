/** Stages edits that need no form with one click, and finds the one that helps against a finding. */
import { LIMITS } from '#contract/limits.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, PublishedOverlay, QualityFinding, VisualBlock } from '#contract/schema/video.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Moment } from '#renderer/shared/frames.ts';
import type { VideoEditorState } from './editor-state.svelte.ts';

type Does =
  | { readonly does: 'captions'; readonly body: { enabled?: boolean; style?: 'default' | 'bar' } }
  | { readonly does: 'music' }
  | { readonly does: 'text'; readonly block: string; readonly field: string; readonly value: string }
  | { readonly does: 'picture'; readonly block: string; readonly prompt: string }
  | { readonly does: 'presenter'; readonly block: string; readonly note: string }
  | {
      readonly does: 'overlay';
      readonly template: string;
      readonly inputs: Readonly<Record<string, string>>;
      readonly moment: Moment;
    }
  | { readonly does: 'overlay-change'; readonly overlay: string; readonly inputs: Readonly<Record<string, string>> }
  | { readonly does: 'overlay-removal'; readonly overlay: string };

/** `label` is the text of its button. */
export type SuggestedEdit = Does & { readonly label: string };

/** Returns null if the edit was staged. */
export async function stageSuggested(editor: VideoEditorState, edit: SuggestedEdit): Promise<ApiFailure | null> {
  const result = await send(editor, edit);
  return result.ok ? null : result.failure;
}

function send(editor: VideoEditorState, edit: SuggestedEdit) {
  const params = { project: editor.id };
  switch (edit.does) {
    case 'captions':
      return editor.edit('videoRevision.captions', { params, body: edit.body });
    case 'music':
      return editor.edit('videoRevision.music', { params, body: { remove: true } });
    case 'text': {
      const field_edits = [{ key: edit.field, value: edit.value }];
      return editor.edit('videoRevision.slideText', { params, body: { block_key: edit.block, field_edits } });
    }
    case 'picture':
      return editor.edit('videoRevision.regenerateVisual', {
        params,
        body: { block_key: edit.block, prompt: edit.prompt },
      });
    case 'presenter':
      return editor.edit('videoRevision.presenter', { params, body: { block_key: edit.block, note: edit.note } });
    case 'overlay': {
      const { template, inputs, moment } = edit;
      const times =
        moment.end === null ? { playhead_time: moment.start } : { start_time: moment.start, end_time: moment.end };
      return editor.edit('videoRevision.overlays.add', { params, body: { template, inputs: { ...inputs }, ...times } });
    }
    case 'overlay-change':
      return editor.edit('videoRevision.publishedOverlays.update', {
        params: { ...params, overlay: edit.overlay },
        body: { inputs: { ...edit.inputs } },
      });
    case 'overlay-removal':
      return editor.edit('videoRevision.publishedOverlays.remove', { params: { ...params, overlay: edit.overlay } });
  }
}

const ACTIONS: Readonly<Record<Does['does'], string>> = {
  captions: 'update_captions',
  music: 'music_removal',
  text: 'edit_slide_text',
  picture: 'regenerate_visual',
  presenter: 'use_avatar_only',
  overlay: 'add_overlay',
  'overlay-change': 'update_overlay',
  'overlay-removal': 'remove_overlay',
};

/** Returns whether a staged item is this edit, ignoring the wording. */
export function isOf(edit: SuggestedEdit, item: RevisionItem): boolean {
  if (item.action !== ACTIONS[edit.does]) return false;
  if ('block' in edit) return item.block_key === edit.block;
  if (edit.does === 'overlay-change' || edit.does === 'overlay-removal') return item.overlay_id === edit.overlay;
  if (edit.does !== 'overlay') return true;
  const same = Object.entries(edit.inputs).every(([key, value]) => item.inputs[key] === value);
  return same && Math.abs((item.start_time ?? 0) - edit.moment.start) < 0.05;
}

export const blockAt = ({ visual_blocks }: EditableContent, seconds: number): VisualBlock | undefined =>
  visual_blocks.find(
    ({ start_time, end_time }) =>
      start_time !== null && end_time !== null && seconds >= start_time && seconds < end_time,
  );

/** Returns an edit that generates the block's picture again, of something else if told what. */
export function pictureOf(block: VisualBlock, shown = ''): Does | null {
  if (!block.available_actions.includes('regenerate_visual')) return null;
  const { min, max } = LIMITS.video.prompt;
  const prompt = shown.length >= min ? shown : block.prompt.trim() || block.label;
  return prompt.length < min ? null : { does: 'picture', block: block.key, prompt: prompt.slice(0, max) };
}

const words = (overlay: PublishedOverlay): string => Object.values(overlay.inputs).join(' ');

/** Moves a pointing overlay into the part of the picture that is never cropped. */
function movedIn({ id, inputs }: PublishedOverlay): Does | null {
  const places = Object.entries(inputs).filter(([key]) => key === 'x' || key === 'y');
  const moved = places.map(([key, value]) => [key, String(Math.min(80, Math.max(20, Number(value))))] as const);
  const differs = moved.some(([key, value]) => inputs[key] !== value);
  return differs ? { does: 'overlay-change', overlay: id, inputs: Object.fromEntries(moved) } : null;
}

function forText(finding: QualityFinding, content: EditableContent): SuggestedEdit | null {
  const quoted = /“([^”]+)”/.exec(finding.message)?.[1] ?? '';
  const over = content.overlays.find(
    (one) => one.start_time < finding.end_time && one.end_time > finding.start_time && words(one).includes(quoted),
  );
  if (over && quoted !== '') {
    const moved = finding.category === 'safe_area' ? movedIn(over) : null;
    return moved
      ? { ...moved, label: 'Move inward' }
      : { does: 'overlay-removal', overlay: over.id, label: 'Remove overlay' };
  }
  const block = content.visual_blocks.find(({ key }) => key === finding.block_key);
  const onSlide = block?.fields.some(({ value }) => value !== '' && quoted !== '' && value.includes(quoted));
  if (block && onSlide) {
    const picture = finding.category === 'contrast' && block.kind === 'picture' ? pictureOf(block) : null;
    return picture && { ...picture, label: 'New picture' };
  }
  const { enabled, style } = content.settings.captions;
  const better = finding.category === 'contrast' ? 'bar' : 'default';
  return enabled && style !== better
    ? {
        does: 'captions',
        body: { style: better },
        label: better === 'bar' ? 'Captions on a bar (whole video)' : 'Plain captions (whole video)',
      }
    : null;
}

/** Returns the edit that helps most against a finding; null if none does. */
export function editFor(finding: QualityFinding, content: EditableContent): SuggestedEdit | null {
  const block = content.visual_blocks.find(({ key }) => key === finding.block_key);
  switch (finding.category) {
    case 'contrast':
    case 'safe_area':
      return forText(finding, content);
    case 'overlap': {
      const both = content.overlays.filter(
        (one) => one.start_time < finding.end_time && one.end_time > finding.start_time,
      );
      const later = both.toSorted((a, b) => b.start_time - a.start_time)[0];
      return later ? { does: 'overlay-removal', overlay: later.id, label: 'Remove later overlay' } : null;
    }
    case 'loudness':
    case 'peak':
      return content.settings.music.removal_available ? { does: 'music', label: 'Remove music' } : null;
    case 'black':
    case 'frozen': {
      const at = block ?? blockAt(content, finding.start_time);
      const picture = at ? pictureOf(at) : null;
      return picture && { ...picture, label: 'New picture' };
    }
    default:
      return null;
  }
}

const WHY: Readonly<Record<string, string>> = {
  black: 'Viewers take a black picture for an error and leave. Give the block another picture to fill it.',
  frozen: 'Viewers drift off when nothing moves for long. Another picture or an overlay adds a beat.',
  silent: 'When it goes silent, viewers check their volume. If the pause is intentional, accept it.',
  missing_audio: 'The file has no sound at all. Create the video again with narration or music.',
  loudness: 'Platforms adjust every video to about −14 LUFS. Anything far off is turned up or down, noise included.',
  peak: 'Sound this close to full scale clips when a platform encodes it again.',
  caption_speed:
    'Captions keep pace with the speech. Use a slower voice in a new video, or turn off burned-in captions and export them as SRT.',
  safe_area: 'Players cover the edges with their controls, and screens cut them off.',
  contrast: 'Low-contrast text gets lost on a phone in daylight.',
  overlap: 'When two overlays share the same place, neither can be read.',
  duration: 'The video is longer or shorter than planned. Its length depends on the script.',
  drift: 'Picture and sound drift apart. Applying any edit puts them back in sync.',
};

export const explainFinding = ({ category }: QualityFinding): string =>
  WHY[category] ?? 'Check this moment, and accept it if it’s intentional.';
