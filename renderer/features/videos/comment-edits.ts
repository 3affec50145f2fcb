/**
 * Finds the edit that a comment asks for in words. Suggests one only if it does what the words say, at the size that is
 * meant: a wish for one moment never changes the whole video. Reads English; any other comment gets no suggestion.
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
  wantedPicture,
  wantsNewOverlay,
  wantsNoMusic,
  wantsOtherWords,
  wantsPresenter,
} from './comment-wishes.ts';
import { blockAt, pictureOf, type SuggestedEdit } from './suggested-edits.ts';
import type { Moment } from '#renderer/shared/frames.ts';

interface Comment {
  readonly moment: Moment;
  readonly text: string;
}

interface Asked {
  /** The comment with empty quotation marks. */
  readonly text: string;
  /** What stands in quotation marks, in order. */
  readonly quotes: readonly string[];
  readonly moment: Moment;
  readonly block: VisualBlock | undefined;
  readonly overlays: readonly PublishedOverlay[];
  readonly content: EditableContent;
  readonly templates: readonly OverlayTemplate[];
}

function captions({ text, content }: Asked): SuggestedEdit | null {
  const { enabled, style } = content.settings.captions;
  const wish = captionsWish(text);
  if (wish === 'off' && enabled) return { does: 'captions', body: { enabled: false }, label: 'Turn off captions' };
  if (wish === 'on' && !enabled) return { does: 'captions', body: { enabled: true }, label: 'Turn on captions' };
  if (wish !== 'bar' || !enabled || style === 'bar') return null;
  return { does: 'captions', body: { style: 'bar' }, label: 'Captions on a bar (whole video)' };
}

function music({ text, content }: Asked): SuggestedEdit | null {
  if (!content.settings.music.removal_available || !wantsNoMusic(text)) return null;
  return { does: 'music', label: 'Remove music' };
}

/** Replaces one text by another: both in quotes, or the new one for a named or only field. */
function words(asked: Asked): SuggestedEdit | null {
  const { text, quotes, block } = asked;
  const [first, second, third] = quotes;
  if (first === undefined || third !== undefined || !wantsOtherWords(text)) return null;
  const newFirst = second === undefined || isNewFirst(text);
  const [now, old] = newFirst ? [first, second] : [second, first];
  const overlay = old === undefined ? null : overlayWords(asked, old, now);
  if (overlay) return overlay;
  if (!block?.available_actions.includes('edit_slide_text')) return null;
  const filled = block.fields.filter(({ value }) => value !== '');
  const named = filled.filter(({ label }) => text.toLowerCase().includes(label.toLowerCase()));
  const meant = old === undefined ? named : filled.filter(({ value }) => value.includes(old));
  const [field, another] = old === undefined && meant.length === 0 ? filled : meant;
  if (!field || another) return null;
  const value = old === undefined ? now : field.value.replace(old, () => now);
  if (value.length > field.max_chars) return null;
  return { does: 'text', block: block.key, field: field.key, value, label: `Change slide text to “${value}”` };
}

function overlayWords({ overlays }: Asked, old: string, now: string): SuggestedEdit | null {
  const overlay = overlays.find(({ inputs }) => Object.values(inputs).some((one) => one.includes(old)));
  if (!overlay) return null;
  const holding = Object.entries(overlay.inputs).filter(([, value]) => value.includes(old));
  const inputs = Object.fromEntries(holding.map(([key, value]) => [key, value.replace(old, () => now)]));
  return { does: 'overlay-change', overlay: overlay.id, inputs, label: `Change overlay text to “${now}”` };
}

function overlayRemoval({ text, overlays }: Asked): SuggestedEdit | null {
  const [only, another] = overlays;
  const noun = overlayToRemove(text);
  if (!only || another || noun === null) return null;
  const named = `${only.label} ${only.template}`.toLowerCase().replaceAll(/[_-]/g, ' ');
  if (noun !== 'overlay' && !named.includes(noun)) return null;
  return { does: 'overlay-removal', overlay: only.id, label: `Remove “${only.label}”` };
}

/** Adds an overlay with the quoted words, by the template that needs only words. */
function newOverlay({ text, quotes, moment, templates }: Asked): SuggestedEdit | null {
  const [value, another] = quotes;
  if (value === undefined || another !== undefined || !wantsNewOverlay(text)) return null;
  const needed = ({ input_fields }: OverlayTemplate) => input_fields.filter(({ required }) => required);
  const fits = (one: OverlayTemplate): boolean => needed(one).length === 1 && needed(one)[0]?.type === 'text';
  const template = templates.find((one) => one.id === 'callout' && fits(one)) ?? templates.find(fits);
  const field = template && needed(template)[0];
  if (!template || !field || value.length > field.max_chars) return null;
  return {
    does: 'overlay',
    template: template.id,
    inputs: { [field.key]: value },
    moment,
    label: `${template.label} “${value}”`,
  };
}

function newPicture({ text, block, quotes }: Asked): SuggestedEdit | null {
  const shown = wantedPicture(text);
  if (!block || quotes.length > 0 || shown === null) return null;
  const edit = pictureOf(block, shown);
  return edit && { ...edit, label: 'New picture from this comment' };
}

function presenter({ text, block, content }: Asked): SuggestedEdit | null {
  if (!block?.available_actions.includes('use_avatar_only') || !wantsPresenter(text)) return null;
  // Without a picture or clip of the person there is no presenter to show.
  if (!content.visual_blocks.some(({ kind }) => kind === 'presenter')) return null;
  return {
    does: 'presenter',
    block: block.key,
    note: text.slice(0, LIMITS.video.note),
    label: 'Presenter with this note',
  };
}

/** Returns null if no edit does what the comment says. */
export function editForComment(
  { moment, text: written }: Comment,
  content: EditableContent,
  templates: readonly OverlayTemplate[],
): SuggestedEdit | null {
  const { text, quotes } = splitQuotes(written);
  if (!isWish(text)) return null;
  const overlays = content.overlays.filter((one) => moment.start >= one.start_time && moment.start < one.end_time);
  const asked = { text, quotes, moment, block: blockAt(content, moment.start), overlays, content, templates };
  for (const find of [words, newOverlay, overlayRemoval, captions, music, newPicture, presenter]) {
    const edit = find(asked);
    if (edit) return edit;
  }
  return null;
}
