/** Stages edits that need no form with one click, and finds the edit that fixes a finding. */
import { LIMITS } from '#contract/limits.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, PublishedOverlay, QualityFinding, VisualBlock } from '#contract/schema/video-content.ts';
import type { ApiFailure } from '#renderer/bridge/api-client.ts';
import type { Moment } from '#renderer/shared/frames.ts';
import type { VideoEditorState } from './editor-state.svelte.ts';

type EditAction =
  | { readonly kind: 'captions'; readonly body: { enabled?: boolean; style?: 'default' | 'bar' } }
  | { readonly kind: 'music' }
  | { readonly kind: 'text'; readonly block: string; readonly field: string; readonly value: string }
  | { readonly kind: 'picture'; readonly block: string; readonly prompt: string }
  | { readonly kind: 'presenter'; readonly block: string; readonly note: string }
  | {
      readonly kind: 'overlay';
      readonly template: string;
      readonly inputs: Readonly<Record<string, string>>;
      readonly moment: Moment;
    }
  | { readonly kind: 'overlay-change'; readonly overlay: string; readonly inputs: Readonly<Record<string, string>> }
  | { readonly kind: 'overlay-removal'; readonly overlay: string };

/** `label` is the text of its button. */
export type SuggestedEdit = EditAction & { readonly label: string };

/** Returns null if the edit was staged. */
export async function stageSuggestedEdit(editor: VideoEditorState, edit: SuggestedEdit): Promise<ApiFailure | null> {
  const result = await sendEdit(editor, edit);
  return result.ok ? null : result.failure;
}

function sendEdit(editor: VideoEditorState, edit: SuggestedEdit) {
  const params = { project: editor.id };
  switch (edit.kind) {
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

const ACTIONS: Readonly<Record<EditAction['kind'], string>> = {
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
export function isSameEdit(edit: SuggestedEdit, item: RevisionItem): boolean {
  if (item.action !== ACTIONS[edit.kind]) return false;
  if ('block' in edit) return item.block_key === edit.block;
  if (edit.kind === 'overlay-change' || edit.kind === 'overlay-removal') return item.overlay_id === edit.overlay;
  if (edit.kind !== 'overlay') return true;
  const hasSameInputs = Object.entries(edit.inputs).every(([key, value]) => item.inputs[key] === value);
  return hasSameInputs && Math.abs((item.start_time ?? 0) - edit.moment.start) < 0.05;
}

export const findBlockAt = ({ visual_blocks }: EditableContent, seconds: number): VisualBlock | undefined =>
  visual_blocks.find(
    ({ start_time, end_time }) =>
      start_time !== null && end_time !== null && seconds >= start_time && seconds < end_time,
  );

/** Returns an edit that generates the block's picture again, of another subject if given. */
export function createPictureEdit(block: VisualBlock, subject = ''): EditAction | null {
  if (!block.available_actions.includes('regenerate_visual')) return null;
  const { min, max } = LIMITS.video.prompt;
  const prompt = subject.length >= min ? subject : block.prompt.trim() || block.label;
  return prompt.length < min ? null : { kind: 'picture', block: block.key, prompt: prompt.slice(0, max) };
}

const getOverlayText = (overlay: PublishedOverlay): string => Object.values(overlay.inputs).join(' ');

/** Moves a pointing overlay into the part of the picture that is never cropped. */
function moveInward({ id, inputs }: PublishedOverlay): EditAction | null {
  const positions = Object.entries(inputs).filter(([key]) => key === 'x' || key === 'y');
  const newPositions = positions.map(
    ([key, value]) => [key, String(Math.min(80, Math.max(20, Number(value))))] as const,
  );
  const differs = newPositions.some(([key, value]) => inputs[key] !== value);
  return differs ? { kind: 'overlay-change', overlay: id, inputs: Object.fromEntries(newPositions) } : null;
}

function suggestTextFix(finding: QualityFinding, content: EditableContent): SuggestedEdit | null {
  const quotedText = /“([^”]+)”/.exec(finding.message)?.[1] ?? '';
  const overlay = content.overlays.find(
    (item) =>
      item.start_time < finding.end_time &&
      item.end_time > finding.start_time &&
      getOverlayText(item).includes(quotedText),
  );
  if (overlay && quotedText !== '') {
    const inward = finding.category === 'safe_area' ? moveInward(overlay) : null;
    return inward
      ? { ...inward, label: 'Move inward' }
      : { kind: 'overlay-removal', overlay: overlay.id, label: 'Remove overlay' };
  }
  const block = content.visual_blocks.find(({ key }) => key === finding.block_key);
  const isOnSlide = block?.fields.some(({ value }) => value !== '' && quotedText !== '' && value.includes(quotedText));
  if (block && isOnSlide) {
    const picture = finding.category === 'contrast' && block.kind === 'picture' ? createPictureEdit(block) : null;
    return picture && { ...picture, label: 'New picture' };
  }
  const { enabled, style } = content.settings.captions;
  const betterStyle = finding.category === 'contrast' ? 'bar' : 'default';
  return enabled && style !== betterStyle
    ? {
        kind: 'captions',
        body: { style: betterStyle },
        label: betterStyle === 'bar' ? 'Captions on a bar (whole video)' : 'Plain captions (whole video)',
      }
    : null;
}

/** Returns the edit that helps most with a finding; null if none does. */
export function suggestFix(finding: QualityFinding, content: EditableContent): SuggestedEdit | null {
  const block = content.visual_blocks.find(({ key }) => key === finding.block_key);
  switch (finding.category) {
    case 'contrast':
    case 'safe_area':
      return suggestTextFix(finding, content);
    case 'overlap': {
      const overlapping = content.overlays.filter(
        (item) => item.start_time < finding.end_time && item.end_time > finding.start_time,
      );
      const later = overlapping.toSorted((a, b) => b.start_time - a.start_time)[0];
      return later ? { kind: 'overlay-removal', overlay: later.id, label: 'Remove later overlay' } : null;
    }
    case 'loudness':
    case 'peak':
      return content.settings.music.removal_available ? { kind: 'music', label: 'Remove music' } : null;
    case 'black':
    case 'frozen': {
      const target = block ?? findBlockAt(content, finding.start_time);
      const picture = target ? createPictureEdit(target) : null;
      return picture && { ...picture, label: 'New picture' };
    }
    default:
      return null;
  }
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
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
  EXPLANATIONS[category] ?? 'Check this moment, and accept it if it’s intentional.';
