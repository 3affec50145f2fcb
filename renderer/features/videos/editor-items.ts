import type { ProjectComment } from '#contract/schema/project.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { EditableContent, QualityFinding, VisualBlock } from '#contract/schema/video-content.ts';
import { getCaption, findStagedCaption } from './caption-words.ts';
import { getOverlayTexts } from './overlay-inputs.ts';
import { formatClock, parseTimestamp } from '#renderer/shared/frames.ts';
import type { ItemState, TimelineItem, TrackId } from './timeline/tracks.ts';

/** Kind of a timeline item's subject: the item `block:intro` shows the block with the key `intro`. */
type Subject = 'block' | 'cue' | 'overlay' | 'staged' | 'music' | 'captions' | 'narration' | 'finding' | 'comment';

export const getItemId = (subject: Subject, id: string): string => `${subject}:${id}`;
export function getSubject(item: string): { readonly kind: Subject; readonly id: string } {
  const colon = item.indexOf(':');
  return { kind: item.slice(0, colon) as Subject, id: item.slice(colon + 1) };
}

interface VideoEditorParts {
  readonly content: EditableContent;
  readonly staged: readonly RevisionItem[];
  readonly findings: readonly QualityFinding[];
  readonly comments: readonly ProjectComment[];
}

const createItem = (
  subject: Subject,
  id: string,
  track: TrackId,
  [start, end]: readonly [number, number],
  label: string,
  state: ItemState = 'published',
): TimelineItem => ({ id: getItemId(subject, id), track, start, end, label, state });

/** Returns whether a staged text is not visible, because another staged edit gave its block other texts. */
export function isHidden({ action, block_key, inputs }: RevisionItem, { visual_blocks }: EditableContent): boolean {
  if (action !== 'edit_slide_text') return false;
  const block = visual_blocks.find(({ key }) => key === block_key);
  return block !== undefined && !block.fields.some(({ key }) => key in inputs);
}

/** A block counts as staged if its visual or its text is. */
export function createTimelineItems({ content, staged, findings, comments }: VideoEditorParts): TimelineItem[] {
  const changedBlocks = new Set(staged.filter((edit) => getCaption(edit) === null).map(({ block_key }) => block_key));
  const overlayEdits = new Map(
    staged.filter(({ operation }) => operation !== 'add').map((edit) => [edit.overlay_id, edit]),
  );
  const hasCaptionEdit = staged.some(({ action }) => action === 'update_captions');
  const { timeline } = content;
  const items: TimelineItem[] = [];
  for (const block of content.visual_blocks) {
    const span = getSpan(block);
    if (span)
      items.push(
        createItem(
          'block',
          block.key,
          'blocks',
          span,
          block.label,
          changedBlocks.has(block.key) ? 'staged' : 'published',
        ),
      );
  }
  for (const cue of timeline?.cues ?? []) {
    const edit = findStagedCaption(staged, cue.id);
    const state = edit?.text === '' ? 'removed' : edit || hasCaptionEdit ? 'staged' : 'published';
    items.push(createItem('cue', cue.id, 'captions', [cue.start_time, cue.end_time], edit?.text || cue.text, state));
  }
  for (const { id, label, template, inputs, start_time, end_time } of content.overlays) {
    const edit = overlayEdits.get(id);
    const state = edit === undefined ? 'published' : edit.operation === 'remove' ? 'removed' : 'staged';
    items.push(
      createItem(
        'overlay',
        id,
        'overlays',
        [start_time, end_time],
        nameOverlay({ label, template, inputs, start_time }),
        state,
      ),
    );
  }
  for (const { id, action, label, template, inputs, start_time, end_time } of staged) {
    if (action !== 'add_overlay' || start_time === null || end_time === null) continue;
    const name = nameOverlay({ label, template, inputs, start_time });
    items.push(createItem('staged', id, 'overlays', [start_time, end_time], name, 'staged'));
  }
  if (timeline?.narration)
    items.push(createItem('narration', 'all', 'narration', [0, timeline.duration_seconds], 'Narration'));
  const music = timeline && createMusicItem(timeline, staged, content.settings.music.change_available === true);
  if (music) items.push(music);
  for (const { id, message, start_time, end_time } of findings) {
    items.push(createItem('finding', id, 'findings', [start_time, Math.max(end_time, start_time)], message));
  }
  for (const { id, body } of comments) {
    const { moment, text } = parseTimestamp(body);
    if (moment)
      items.push(createItem('comment', String(id), 'comments', [moment.start, moment.end ?? moment.start], text));
  }
  return items;
}

/** Returns the item of the music, or an empty one if the video has none and some can be added. */
function createMusicItem(
  { music, duration_seconds }: NonNullable<EditableContent['timeline']>,
  stagedEdits: readonly RevisionItem[],
  canAdd: boolean,
): TimelineItem | null {
  if (!music && !canAdd) return null;
  const edit = stagedEdits.find(({ action }) => action === 'music_removal' || action === 'change_music');
  const createMusic = (label: string, state: ItemState) =>
    createItem('music', 'all', 'music', [0, duration_seconds], label, state);
  if (!music && !edit) return createMusic('No music. Select to add some.', 'absent');
  const state = edit === undefined ? 'published' : edit.action === 'music_removal' ? 'removed' : 'staged';
  return createMusic('Music, quieter during speech', state);
}

/** Returns the time span of a block; null before it is rendered. */
export function getSpan({ start_time, end_time }: VisualBlock): readonly [number, number] | null {
  return start_time === null || end_time === null ? null : [start_time, end_time];
}

interface NamedOverlay {
  readonly label: string;
  readonly template: string | null;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly start_time: number;
}

/** Returns an overlay's kind and text, as in "Number: 15", or its kind and time if it has no text. */
function nameOverlay({ label, template, inputs, start_time }: NamedOverlay): string {
  const [overlayText] = getOverlayTexts(template, inputs);
  const detail = overlayText ?? formatClock(start_time);
  return label.includes(detail) ? label : `${label}: ${detail}`;
}
