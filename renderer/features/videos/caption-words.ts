/** Reads the staged edits of captions. */
import { LIMITS } from '#contract/limits.ts';
import type { RevisionItem } from '#contract/schema/video-revision.ts';
import type { CaptionCue } from '#contract/schema/video-content.ts';

interface StagedCaption {
  readonly edit: RevisionItem;
  /** Empty if the caption will be removed. */
  readonly text: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the id of the caption whose words a staged edit changes; null for other edits. */
export const getCaption = ({ action, inputs }: RevisionItem): string | null =>
  action === 'edit_caption' && isText(inputs['cue_id']) ? inputs['cue_id'] : null;

export function findStagedCaption(stagedEdits: readonly RevisionItem[], cue: string): StagedCaption | null {
  const item = stagedEdits.find((edit) => getCaption(edit) === cue);
  const text = item?.inputs['text'];
  return item && isText(text) ? { edit: item, text } : null;
}

/** Returns the words a caption will have once the staged edits are applied; null if it will be removed. */
export function getStagedWords(
  stagedEdits: readonly RevisionItem[],
  cue: Pick<CaptionCue, 'id' | 'text'>,
): string | null {
  const text = findStagedCaption(stagedEdits, cue.id)?.text ?? cue.text;
  return text === '' ? null : text;
}

/** Returns why the words cannot be staged; null if they can. */
export function checkCaption(text: string): string | null {
  const maxLength = LIMITS.video.captionText;
  if (text.trim() === '') return 'Enter the words, or choose Remove caption.';
  return text.trim().length > maxLength ? `Use at most ${maxLength} characters.` : null;
}
