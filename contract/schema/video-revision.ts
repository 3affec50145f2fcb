/** Staged edits of a video, the manifest that lists them, and the passes that applied them (spec 2 §2, §4). */
import { z } from 'zod';

import { openEnum, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { CAPTION_STYLES } from './video.ts';

const { video: V } = LIMITS;

const seconds = z.number().min(0, 'At least 0.').max(V.seconds, `At most ${V.seconds}.`);
const BlockKey = text({ min: 1, max: V.blockKey });
const inputs = z
  .record(text({ min: 1, max: V.fieldKey }), text({ max: V.fieldText }))
  .refine((values) => Object.keys(values).length <= V.fields, `At most ${V.fields} fields.`);

// Staged edits

/**
 * Other services' clients also send these (the spec leaves them open): they are stored with the staged edit and
 * returned in its answer. The times decide where an overlay is, whatever span it names.
 */
const overlayReference = {
  /** The caller chooses it. Only the Idempotency-Key makes a repeated request safe, not this. */
  client_request_id: text({ min: 1, max: V.reference }).optional(),
  span_scope: text({ min: 1, max: V.option }).optional(),
  /** The place of its beat among the others. */
  beat_sequence: wholeNumber(0, 1_000_000).optional(),
};

/** An overlay without times starts at the playhead and stays for its template's default duration. */
export const OverlayAdd = z
  .strictObject({
    template: text({ min: 1, max: V.blockKey }),
    inputs,
    playhead_time: seconds.optional(),
    start_time: seconds.optional(),
    end_time: seconds.optional(),
    ...overlayReference,
  })
  .refine(({ playhead_time, start_time }) => playhead_time !== undefined || start_time !== undefined, {
    path: ['playhead_time'],
    error: 'Required without start_time.',
  })
  .refine(
    ({ start_time, playhead_time, end_time }) =>
      end_time === undefined || end_time > (start_time ?? playhead_time ?? end_time),
    { path: ['end_time'], error: 'Must be after the start.' },
  );
/** Fields that are not named keep their values. */
export const OverlayUpdate = z.strictObject({ inputs });
/**
 * Changes the look of all captions, keeping fields that are not named; or `caption` (not in the spec), the new text of
 * one caption, empty to remove it.
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
    error: 'Set enabled, style or both, or one caption.',
  });
/**
 * Removes the music; discarding the edit keeps it. Not in the spec: or sets its level, or plays a sound of the team's
 * media, or the built-in music for null; what is not named stays.
 */
export const MusicEdit = z
  .strictObject({
    remove: z
      .boolean()
      .refine((remove) => remove, 'Must be true. To keep the music, discard the staged removal.')
      .optional(),
    media_asset_id: Uuid.nullable().optional(),
    level: z
      .number()
      .min(V.musicLevel.min, `At least ${V.musicLevel.min}.`)
      .max(V.musicLevel.max, `At most ${V.musicLevel.max}.`)
      .optional(),
  })
  .refine(
    ({ remove, media_asset_id, level }) =>
      (remove !== undefined) !== (media_asset_id !== undefined || level !== undefined),
    { path: ['remove'], error: 'Set remove, or the music, its level or both.' },
  );
/**
 * Changes texts that a block shows; or `sentence` (not in the spec) has one of its sentences spoken again, the first
 * being number 1, with `said_as` for the voice to read. Captions keep the script's words.
 */
export const SlideTextEdit = z
  .strictObject({
    block_key: BlockKey,
    field_edits: z
      .array(z.strictObject({ key: text({ min: 1, max: V.fieldKey }), value: text({ max: V.fieldText }) }))
      .min(1, 'At least 1 entry.')
      .max(V.fields, `At most ${V.fields} entries.`)
      .optional(),
    sentence: z
      .strictObject({ number: wholeNumber(1, V.sentences), said_as: text({ min: 1, max: V.saidAs }) })
      .optional(),
  })
  .refine(({ field_edits, sentence }) => (field_edits !== undefined) !== (sentence !== undefined), {
    path: ['field_edits'],
    error: 'Set field_edits, or one sentence.',
  });
export type SlideTextEdit = z.infer<typeof SlideTextEdit>;
export const RegenerateVisual = z.strictObject({ block_key: BlockKey, prompt: text(V.prompt) });
export const ReplaceWithMedia = z.strictObject({ block_key: BlockKey, media_asset_id: Uuid });
/**
 * `media_asset_id` (not in the spec) is a picture or clip of the person; if absent, the one of the video's other
 * presenter blocks.
 */
export const PresenterEdit = z.strictObject({
  block_key: BlockKey,
  note: text({ max: V.note }).optional(),
  media_asset_id: Uuid.optional(),
});

/**
 * Uses the words of the answers (spec 2 §4); those about overlays, for one caption, other music and one sentence are
 * not in the spec.
 */
export const EDIT_ACTIONS = [
  'add_overlay',
  'update_overlay',
  'remove_overlay',
  'update_captions',
  'edit_caption',
  'music_removal',
  'change_music',
  'edit_slide_text',
  'speak_sentence',
  'regenerate_visual',
  'replace_with_media',
  'use_avatar_only',
] as const;
export type EditAction = (typeof EDIT_ACTIONS)[number];

const EDIT_STATUSES = ['ready', 'generating'] as const;

/** Repeats the fields of a new overlay; null otherwise (not in the spec). */
const GivenReference = {
  client_request_id: z.string().nullable(),
  span_scope: z.string().nullable(),
  beat_sequence: z.int().nullable(),
};

/** `overlay_id` is the overlay's id after publishing. */
export const OverlayAdded = z.looseObject({
  id: z.string(),
  overlay_id: z.string(),
  revision_item_id: z.string(),
  status: openEnum(EDIT_STATUSES),
  start_time: z.number(),
  end_time: z.number(),
  template: z.string(),
  ...GivenReference,
});
/** `id` is the revision item's. A second edit of the same thing replaces the first and keeps its id. */
export const EditStaged = z.looseObject({
  id: z.string(),
  action: openEnum(EDIT_ACTIONS),
  status: openEnum(EDIT_STATUSES),
});
/** `cropped` says that the media has another aspect ratio than the video. */
export const MediaStaged = EditStaged.extend({ cropped: z.boolean() });
export const Deleted = z.looseObject({ deleted: z.boolean() });

// The manifest

export const RevisionItem = z.looseObject({
  id: z.string(),
  /** Set for edits of an overlay, null otherwise. */
  overlay_id: z.string().nullable(),
  label: z.string(),
  /** `moment` lasts from start_time to end_time. `block` and `video` are not in the spec. */
  scope: openEnum(['moment', 'block', 'video']),
  status: openEnum(EDIT_STATUSES),
  status_label: z.string(),
  /** Null for the whole video. */
  start_time: z.number().nullable(),
  end_time: z.number().nullable(),
  /** The spec names only `add`. */
  operation: openEnum(['add', 'update', 'remove']),
  /** Set for edits of an overlay, null otherwise. */
  template: z.string().nullable(),
  /** An overlay's future inputs; for other edits the requested values, by field. */
  inputs: z.record(z.string(), z.unknown()),
  /** Not in the spec. */
  action: openEnum(EDIT_ACTIONS),
  /** Not in the spec. */
  block_key: z.string().nullable(),
  /**
   * A signed address of a preview of the edited block or overlay, which expires; null if there is none (not in the
   * spec).
   */
  preview_url: z.string().nullable(),
  ...GivenReference,
  /** Not in the spec. */
  created_at: Timestamp,
});
export type RevisionItem = z.infer<typeof RevisionItem>;

/** `number` is the number of the pass it would become. */
export const RevisionManifest = z.looseObject({
  revision: z.looseObject({
    number: z.int(),
    /** The spec names only `draft`. */
    status: openEnum(['draft', 'applying']),
  }),
  /** Sorted by when they were first staged. */
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
      /** `text`, `number` or `choice` (not in the spec). */
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
  /** The spec names only `complete`. */
  status: openEnum(['applying', 'complete', 'failed']),
  /** The time its version was published; null before. */
  applied_at: Timestamp.nullable(),
  /** Explains a failure in plain words; null if there was none. */
  error: z.string().nullable(),
  artifact: z.looseObject({ revision: z.string(), published_at: Timestamp }).nullable(),
  /** `endpoint` is the path that answers this version's signed address; null before there is a version. */
  download: z.looseObject({ available: z.boolean(), endpoint: z.string().nullable() }),
  /** `none` before there is a version, else the status of its quality report. */
  quality_review: z.looseObject({ status: openEnum(['none', 'measuring', 'ready', 'failed']) }),
  /** Not in the spec: lists its changes in plain words. */
  changes: z.array(z.string()),
});
export type RevisionPass = z.infer<typeof RevisionPass>;
