/**
 * Finds the edit that a comment asks for in words. Suggests one only if it does exactly that: a wish for one moment
 * never changes the whole video. Reads English; any other comment gets no suggestion.
 */
import { LIMITS } from '#contract/limits.ts';
import type { OverlayTemplate } from '#contract/schema/video-revision.ts';
import type { EditableContent, PublishedOverlay, VisualBlock } from '#contract/schema/video-content.ts';
import {
  readCaptionsWish,
  isNewFirst,
  isWish,
  readOverlayToRemove,
  splitQuotes,
  readPictureSubject,
  wantsNewOverlay,
  wantsNoMusic,
  wantsOtherWords,
  wantsPresenter,
} from './comment-wishes.ts';
import { findBlockAt, createPictureEdit, type SuggestedEdit } from './suggested-edits.ts';
import type { Moment } from '#renderer/shared/frames.ts';

interface Comment {
  readonly moment: Moment;
  readonly text: string;
}

interface CommentContext {
  /** The comment with empty quotation marks. */
  readonly text: string;
  /** The quoted texts, in order. */
  readonly quotes: readonly string[];
  readonly moment: Moment;
  readonly block: VisualBlock | undefined;
  readonly overlays: readonly PublishedOverlay[];
  readonly content: EditableContent;
  readonly templates: readonly OverlayTemplate[];
}

function suggestCaptionsEdit({ text, content }: CommentContext): SuggestedEdit | null {
  const { enabled, style } = content.settings.captions;
  const wish = readCaptionsWish(text);
  if (wish === 'off' && enabled) return { kind: 'captions', body: { enabled: false }, label: 'Turn off captions' };
  if (wish === 'on' && !enabled) return { kind: 'captions', body: { enabled: true }, label: 'Turn on captions' };
  if (wish !== 'bar' || !enabled || style === 'bar') return null;
  return { kind: 'captions', body: { style: 'bar' }, label: 'Captions on a bar (whole video)' };
}

function suggestMusicEdit({ text, content }: CommentContext): SuggestedEdit | null {
  if (!content.settings.music.removal_available || !wantsNoMusic(text)) return null;
  return { kind: 'music', label: 'Remove music' };
}

/** Replaces one text by another: both in quotes, or the new one for a named or only field. */
function suggestTextEdit(context: CommentContext): SuggestedEdit | null {
  const { text, quotes, block } = context;
  const [first, second, third] = quotes;
  if (first === undefined || third !== undefined || !wantsOtherWords(text)) return null;
  const hasNewFirst = second === undefined || isNewFirst(text);
  const [newText, oldText] = hasNewFirst ? [first, second] : [second, first];
  const overlay = oldText === undefined ? null : suggestOverlayText(context, oldText, newText);
  if (overlay) return overlay;
  if (!block?.available_actions.includes('edit_slide_text')) return null;
  const filledFields = block.fields.filter(({ value }) => value !== '');
  const namedFields = filledFields.filter(({ label }) => text.toLowerCase().includes(label.toLowerCase()));
  const matchingFields =
    oldText === undefined ? namedFields : filledFields.filter(({ value }) => value.includes(oldText));
  const [field, another] = oldText === undefined && matchingFields.length === 0 ? filledFields : matchingFields;
  if (!field || another) return null;
  const value = oldText === undefined ? newText : field.value.replace(oldText, () => newText);
  if (value.length > field.max_chars) return null;
  return { kind: 'text', block: block.key, field: field.key, value, label: `Change slide text to “${value}”` };
}

function suggestOverlayText({ overlays }: CommentContext, oldText: string, newText: string): SuggestedEdit | null {
  const overlay = overlays.find(({ inputs }) => Object.values(inputs).some((value) => value.includes(oldText)));
  if (!overlay) return null;
  const affectedInputs = Object.entries(overlay.inputs).filter(([, value]) => value.includes(oldText));
  const inputs = Object.fromEntries(affectedInputs.map(([key, value]) => [key, value.replace(oldText, () => newText)]));
  return { kind: 'overlay-change', overlay: overlay.id, inputs, label: `Change overlay text to “${newText}”` };
}

function suggestOverlayRemoval({ text, overlays }: CommentContext): SuggestedEdit | null {
  const [overlay, another] = overlays;
  const noun = readOverlayToRemove(text);
  if (!overlay || another || noun === null) return null;
  const overlayName = `${overlay.label} ${overlay.template}`.toLowerCase().replaceAll(/[_-]/g, ' ');
  if (noun !== 'overlay' && !overlayName.includes(noun)) return null;
  return { kind: 'overlay-removal', overlay: overlay.id, label: `Remove “${overlay.label}”` };
}

/** Adds an overlay with the quoted words, from a template that needs only text. */
function suggestNewOverlay({ text, quotes, moment, templates }: CommentContext): SuggestedEdit | null {
  const [value, another] = quotes;
  if (value === undefined || another !== undefined || !wantsNewOverlay(text)) return null;
  const getRequiredFields = ({ input_fields }: OverlayTemplate) => input_fields.filter(({ required }) => required);
  const fits = (template: OverlayTemplate): boolean =>
    getRequiredFields(template).length === 1 && getRequiredFields(template)[0]?.type === 'text';
  const template = templates.find((item) => item.id === 'callout' && fits(item)) ?? templates.find(fits);
  const field = template && getRequiredFields(template)[0];
  if (!template || !field || value.length > field.max_chars) return null;
  return {
    kind: 'overlay',
    template: template.id,
    inputs: { [field.key]: value },
    moment,
    label: `${template.label} “${value}”`,
  };
}

function suggestNewPicture({ text, block, quotes }: CommentContext): SuggestedEdit | null {
  const subject = readPictureSubject(text);
  if (!block || quotes.length > 0 || subject === null) return null;
  const edit = createPictureEdit(block, subject);
  return edit && { ...edit, label: 'New picture from this comment' };
}

function suggestPresenter({ text, block, content }: CommentContext): SuggestedEdit | null {
  if (!block?.available_actions.includes('use_avatar_only') || !wantsPresenter(text)) return null;
  // Without a picture or clip of the person there is no presenter to show.
  if (!content.visual_blocks.some(({ kind }) => kind === 'presenter')) return null;
  return {
    kind: 'presenter',
    block: block.key,
    note: text.slice(0, LIMITS.video.note),
    label: 'Presenter with this note',
  };
}

/** Returns null if no edit matches the comment. */
export function suggestEdit(
  { moment, text: comment }: Comment,
  content: EditableContent,
  templates: readonly OverlayTemplate[],
): SuggestedEdit | null {
  const { text, quotes } = splitQuotes(comment);
  if (!isWish(text)) return null;
  const overlays = content.overlays.filter(
    ({ start_time, end_time }) => moment.start >= start_time && moment.start < end_time,
  );
  const context = { text, quotes, moment, block: findBlockAt(content, moment.start), overlays, content, templates };
  for (const suggest of [
    suggestTextEdit,
    suggestNewOverlay,
    suggestOverlayRemoval,
    suggestCaptionsEdit,
    suggestMusicEdit,
    suggestNewPicture,
    suggestPresenter,
  ]) {
    const edit = suggest(context);
    if (edit) return edit;
  }
  return null;
}
