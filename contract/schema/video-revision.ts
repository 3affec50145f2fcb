/** Revisions of a video: staged edits, the manifest that lists them, and the passes that applied them (spec 2 §2, §4). */
import { z } from 'zod';

import { openEnum, text, Timestamp, Uuid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { CAPTION_STYLES } from './video.ts';

const { video: V } = LIMITS;

const seconds = z.number().min(0, 'At least 0.').max(V.seconds, `At most ${V.seconds}.`);
const BlockKey = text({ min: 1, max: V.blockKey });
const inputs = z
  .record(text({ min: 1, max: V.fieldKey }), text({ max: V.fieldText }))
  .refine((all) => Object.keys(all).length <= V.fields, `At most ${V.fields} fields.`);

// Staged edits

/** Without times it begins at the playhead and stays as long as its template usually does. */
export const OverlayAdd = z
  .strictObject({
    template: text({ min: 1, max: V.blockKey }),
    inputs,
    playhead_time: seconds.optional(),
    start_time: seconds.optional(),
    end_time: seconds.optional(),
  })
  .refine(({ playhead_time, start_time }) => playhead_time !== undefined || start_time !== undefined, {
    path: ['playhead_time'],
    error: 'Needed without start_time.',
  })
  .refine(
    ({ start_time, playhead_time, end_time }) =>
      end_time === undefined || end_time > (start_time ?? playhead_time ?? end_time),
    { path: ['end_time'], error: 'After the start.' },
  );
/** Fields that are not named stay as they are. */
export const OverlayUpdate = z.strictObject({ inputs });
/**
 * How all captions look, what is not named stays as it is; or `caption` (ours): what one of them says instead, nothing to
 * take it away.
 */
export const CaptionsEdit = z
  .strictObject({
    enabled: z.boolean().optional(),
    style: z.enum(CAPTION_STYLES).optional(),
    caption: z
      .strictObject({ cue_id: text({ min: 1, max: V.blockKey }), text: text({ max: V.captionText }) })
      .optional(),
  })
  .refine(({ enabled, style, caption }) => (enabled !== undefined || style !== undefined) !== (caption !== undefined), {
    path: ['enabled'],
    error: 'Name enabled, style or both, or else one caption.',
  });
/** Removal is all that can be staged; discarding it keeps the music. */
export const MusicEdit = z.strictObject({
  remove: z.boolean().refine((remove) => remove, 'Only true: to keep the music, discard the staged removal.'),
});
export const SlideTextEdit = z.strictObject({
  block_key: BlockKey,
  field_edits: z
    .array(z.strictObject({ key: text({ min: 1, max: V.fieldKey }), value: text({ max: V.fieldText }) }))
    .min(1, 'At least 1 entry.')
    .max(V.fields, `At most ${V.fields} entries.`),
});
export const RegenerateVisual = z.strictObject({ block_key: BlockKey, prompt: text(V.prompt) });
export const ReplaceWithMedia = z.strictObject({ block_key: BlockKey, media_asset_id: Uuid });
export const PresenterEdit = z.strictObject({ block_key: BlockKey, note: text({ max: V.note }).optional() });

/** What a staged edit does; the words of the answers (spec 2 §4), ours for the three about overlays and for one caption. */
export const EDIT_ACTIONS = [
  'add_overlay',
  'update_overlay',
  'remove_overlay',
  'update_captions',
  'edit_caption',
  'music_removal',
  'edit_slide_text',
  'regenerate_visual',
  'replace_with_media',
  'use_avatar_only',
] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

const EDIT_STATUSES = ['ready', 'generating'] as const;

/** `overlay_id` is the id the overlay will have once it is published. */
export const OverlayAdded = z.looseObject({
  id: z.string(),
  overlay_id: z.string(),
  revision_item_id: z.string(),
  status: openEnum(EDIT_STATUSES),
  start_time: z.number(),
  end_time: z.number(),
  template: z.string(),
});
/** `id` is the revision item's. A second edit of the same thing takes the place of the first and keeps its id. */
export const EditStaged = z.looseObject({
  id: z.string(),
  action: openEnum(EDIT_ACTIONS),
  status: openEnum(EDIT_STATUSES),
});
/** `cropped`: the media has another shape than the video. */
export const MediaStaged = EditStaged.extend({ cropped: z.boolean() });
export const Deleted = z.looseObject({ deleted: z.boolean() });

// The manifest

export const RevisionItem = z.looseObject({
  id: z.string(),
  /** Of edits of an overlay, else null. */
  overlay_id: z.string().nullable(),
  label: z.string(),
  /** `moment`: from start_time to end_time. Ours: `block`, `video`. */
  scope: openEnum(['moment', 'block', 'video']),
  status: openEnum(EDIT_STATUSES),
  status_label: z.string(),
  /** Null for the whole video. */
  start_time: z.number().nullable(),
  end_time: z.number().nullable(),
  /** Ours beside `add`. */
  operation: openEnum(['add', 'update', 'remove']),
  /** Of edits of an overlay, else null. */
  template: z.string().nullable(),
  /** Of an overlay, as they will be; of other edits what was asked for, by field. */
  inputs: z.record(z.string(), z.unknown()),
  /** Ours. */
  action: openEnum(EDIT_ACTIONS),
  /** Ours. */
  block_key: z.string().nullable(),
  /** Ours: the block or overlay as it will be, signed and expiring; null where there is no picture of it. */
  preview_url: z.string().nullable(),
  /** Ours. */
  created_at: Timestamp,
});
export type RevisionItem = z.infer<typeof RevisionItem>;

/** `number` is the pass it would become. */
export const RevisionManifest = z.looseObject({
  revision: z.looseObject({
    number: z.int(),
    /** Ours beside `draft`. */
    status: openEnum(['draft', 'applying']),
  }),
  /** In the order in which they were first staged. */
  items: z.array(RevisionItem),
});
export type RevisionManifest = z.infer<typeof RevisionManifest>;

export const OverlayTemplate = z.looseObject({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  input_fields: z.array(
    z.looseObject({
      key: z.string(),
      label: z.string(),
      /** Ours: `text`, `number`, `choice`. */
      type: z.string(),
      required: z.boolean(),
      max_chars: z.int(),
    }),
  ),
  preview_url: z.string(),
});
export type OverlayTemplate = z.infer<typeof OverlayTemplate>;

export const RevisionPass = z.looseObject({
  id: z.string(),
  number: z.int(),
  /** Ours beside `complete`. */
  status: openEnum(['applying', 'complete', 'failed']),
  /** When its version was published; null before. */
  applied_at: Timestamp.nullable(),
  /** In plain words; null where nothing went wrong. */
  error: z.string().nullable(),
  artifact: z.looseObject({ revision: z.string(), published_at: Timestamp }).nullable(),
  /** `endpoint`: the path that answers the signed address of this version; null before there is one. */
  download: z.looseObject({ available: z.boolean(), endpoint: z.string().nullable() }),
  /** `none` before there is a version, else as in its quality report. */
  quality_review: z.looseObject({ status: openEnum(['none', 'measuring', 'ready', 'failed']) }),
  /** Ours: what it changes, in plain words. */
  changes: z.array(z.string()),
});
export type RevisionPass = z.infer<typeof RevisionPass>;
