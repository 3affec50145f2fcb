/**
 * Finds the edit that a comment asks for in words. Suggests one only if it does exactly that: a wish for one moment never
 * changes the whole video. Reads English; any other comment gets no suggestion.
 */
import { LIMITS } from '#contract/limits.ts';
import type { OverlayTemplate } from '#contract/schema/video-revision.ts';
import type { EditableContent, PublishedOverlay, VisualBlock } from '#contract/schema/video.ts';
import {
  captionsWish,
  isNewFirst,
  isWish,
  overlayToRemove,
  splitQuotes,
  wantedPictureSubject,
  wantsNewOverlay,
  wantsNoMusic,
  wantsOtherWords,
  wantsPresenter,
} from './comment-wishes.ts';
import { blockAt, getPicture, type SuggestedEdit } from './suggested-edits.ts';
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

function captionsEdit({ text, content }: CommentContext): SuggestedEdit | null {
  const { enabled, style } = content.settings.captions;
  const wish = captionsWish(text);
  if (wish === 'off' && enabled) return { kind: 'captions', body: { enabled: false }, label: 'Turn off captions' };
  if (wish === 'on' && !enabled) return { kind: 'captions', body: { enabled: true }, label: 'Turn on captions' };
  if (wish !== 'bar' || !enabled || style === 'bar') return null;
  return { kind: 'captions', body: { style: 'bar' }, label: 'Captions on a bar (whole video)' };
}

function musicEdit({ text, content }: CommentContext): SuggestedEdit | null {
  if (!content.settings.music.removal_available || !wantsNoMusic(text)) return null;
  return { kind: 'music', label: 'Remove music' };
}

/** Replaces one text by another: both in quotes, or the new one for a named or only field. */
function textEdit(context: CommentContext): SuggestedEdit | null {
  const { text, quotes, block } = context;
  const [first, second, third] = quotes;
  if (first === undefined || third !== undefined || !wantsOtherWords(text)) return null;
  const hasNewFirst = second === undefined || isNewFirst(text);
  const [newText, oldText] = hasNewFirst ? [first, second] : [second, first];
  const overlay = oldText === undefined ? null : overlayTextEdit(context, oldText, newText);
  if (overlay) return overlay;
  if (!block?.available_actions.includes('edit_slide_text')) return null;
  const filled = block.fields.filter(({ value }) => value !== '');
  const namedFields = filled.filter(({ label }) => text.toLowerCase().includes(label.toLowerCase()));
  const matching = oldText === undefined ? namedFields : filled.filter(({ value }) => value.includes(oldText));
  const [field, another] = oldText === undefined && matching.length === 0 ? filled : matching;
  if (!field || another) return null;
  const value = oldText === undefined ? newText : field.value.replace(oldText, () => newText);
  if (value.length > field.max_chars) return null;
  return { kind: 'text', block: block.key, field: field.key, value, label: `Change slide text to “${value}”` };
}

function overlayTextEdit({ overlays }: CommentContext, oldText: string, newText: string): SuggestedEdit | null {
  const overlay = overlays.find(({ inputs }) => Object.values(inputs).some((value) => value.includes(oldText)));
  if (!overlay) return null;
  const affected = Object.entries(overlay.inputs).filter(([, value]) => value.includes(oldText));
  const inputs = Object.fromEntries(affected.map(([key, value]) => [key, value.replace(oldText, () => newText)]));
  return { kind: 'overlay-change', overlay: overlay.id, inputs, label: `Change overlay text to “${newText}”` };
}

function overlayRemovalEdit({ text, overlays }: CommentContext): SuggestedEdit | null {
  const [overlay, another] = overlays;
  const noun = overlayToRemove(text);
  if (!overlay || another || noun === null) return null;
  const overlayName = `${overlay.label} ${overlay.template}`.toLowerCase().replaceAll(/[_-]/g, ' ');
  if (noun !== 'overlay' && !overlayName.includes(noun)) return null;
  return { kind: 'overlay-removal', overlay: overlay.id, label: `Remove “${overlay.label}”` };
}

/** Adds an overlay with the quoted words, from a template that needs only text. */
function newOverlayEdit({ text, quotes, moment, templates }: CommentContext): SuggestedEdit | null {
  const [value, another] = quotes;
  if (value === undefined || another !== undefined || !wantsNewOverlay(text)) return null;
  const requiredFields = ({ input_fields }: OverlayTemplate) => input_fields.filter(({ required }) => required);
  const fits = (template: OverlayTemplate): boolean =>
    requiredFields(template).length === 1 && requiredFields(template)[0]?.type === 'text';
  const template = templates.find((item) => item.id === 'callout' && fits(item)) ?? templates.find(fits);
  const field = template && requiredFields(template)[0];
  if (!template || !field || value.length > field.max_chars) return null;
  return {
    kind: 'overlay',
    template: template.id,
    inputs: { [field.key]: value },
    moment,
    label: `${template.label} “${value}”`,
  };
}

function newPictureEdit({ text, block, quotes }: CommentContext): SuggestedEdit | null {
  const subject = wantedPictureSubject(text);
  if (!block || quotes.length > 0 || subject === null) return null;
  const edit = getPicture(block, subject);
  return edit && { ...edit, label: 'New picture from this comment' };
}

function presenterEdit({ text, block, content }: CommentContext): SuggestedEdit | null {
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
export function editForComment(
  { moment, text: comment }: Comment,
  content: EditableContent,
  templates: readonly OverlayTemplate[],
): SuggestedEdit | null {
  const { text, quotes } = splitQuotes(comment);
  if (!isWish(text)) return null;
  const overlays = content.overlays.filter(
    ({ start_time, end_time }) => moment.start >= start_time && moment.start < end_time,
  );
  const context = { text, quotes, moment, block: blockAt(content, moment.start), overlays, content, templates };
  for (const find of [
    textEdit,
    newOverlayEdit,
    overlayRemovalEdit,
    captionsEdit,
    musicEdit,
    newPictureEdit,
    presenterEdit,
  ]) {
    const edit = find(context);
    if (edit) return edit;
  }
  return null;
}
