/**
 * Covers the content of a published video and its measured quality (spec 2 §2, 3 "Video"). Times are seconds of the
 * video.
 */
import { z } from 'zod';
import { openEnum, Timestamp } from '../fields.ts';
import { artifactFields, CAPTION_STYLES } from './video.ts';

export const VISUAL_KINDS = ['slide', 'picture', 'presenter', 'media'] as const;
export const VISUAL_ACTIONS = [
  'edit_slide_text',
  'speak_sentence',
  'regenerate_visual',
  'replace_with_media',
  'use_avatar_only',
] as const;

const BlockField = z.looseObject({ key: z.string(), label: z.string(), value: z.string(), max_chars: z.int() });

/**
 * `available_actions`, `fields` and `prompt` include staged edits; the rest is as published. Fields from `kind` on are
 * not in the spec. Times are null before the video is finished.
 */
export const VisualBlock = z.looseObject({
  key: z.string(),
  available_actions: z.array(openEnum(VISUAL_ACTIONS)),
  /** Always false: replacing costs nothing here. */
  replace_with_media_paid: z.boolean(),
  kind: openEnum(VISUAL_KINDS),
  label: z.string(),
  chapter: z.string(),
  start_time: z.number().nullable(),
  end_time: z.number().nullable(),
  fields: z.array(BlockField),
  /** The block's sentences as the script has them. */
  narration: z.array(z.string()),
  /** The text that the voice reads for each sentence, which differs where the spelling was changed to be spoken. */
  said_as: z.array(z.string()).optional(),
  prompt: z.string(),
  /** Shows the block in the video; null before it is drawn. */
  picture_url: z.string().nullable(),
});
export type VisualBlock = z.infer<typeof VisualBlock>;

/** The spec leaves the shape open. */
export const PublishedOverlay = z.looseObject({
  id: z.string(),
  template: z.string(),
  label: z.string(),
  inputs: z.record(z.string(), z.string()),
  start_time: z.number(),
  end_time: z.number(),
});
export type PublishedOverlay = z.infer<typeof PublishedOverlay>;

export const CaptionCue = z.looseObject({
  id: z.string(),
  block_key: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  text: z.string(),
  words: z.array(z.looseObject({ text: z.string(), start_time: z.number() })),
});
export type CaptionCue = z.infer<typeof CaptionCue>;

/** The first generation, or the result of an applied pass (not in the spec). */
export const VideoVersion = z.looseObject({
  ...artifactFields,
  /** Null for the first version. */
  pass: z.looseObject({ id: z.string(), number: z.int() }).nullable(),
  duration_seconds: z.number(),
  changes: z.array(z.string()),
});
export type VideoVersion = z.infer<typeof VideoVersion>;

/** The current version as it is played and measured (not in the spec). */
export const VideoTimeline = z.looseObject({
  revision: z.string(),
  width: z.int(),
  height: z.int(),
  frames: z.int(),
  frames_per_second: z.number(),
  duration_seconds: z.number(),
  narration: z.boolean(),
  music: z.boolean(),
  /** Peaks of equal time slices, 0 to 1; null if there is no sound. */
  waveform: z.array(z.number()).nullable(),
  /** One cue per sentence or part of one, even if captions are off. */
  cues: z.array(CaptionCue),
});
export type VideoTimeline = z.infer<typeof VideoTimeline>;

export const EditableContent = z.looseObject({
  edit_session: z.looseObject({
    /** `draft` while editable. Not in the spec: `applying`, `closed`, and `none` before the video is complete. */
    status: openEnum(['draft', 'applying', 'closed', 'none']),
    editable: z.boolean(),
  }),
  edit_availability: z.looseObject({
    can_apply: z.boolean(),
    can_start_new_pass: z.boolean(),
    /** Null before the video is complete. */
    edit_window_ends_at: Timestamp.nullable(),
    /** Explains limitations in plain words; empty if there are none. */
    explanation: z.string(),
    /** Always 0, because the video was paid for (not in the spec). */
    required_credits: z.int(),
  }),
  overlays: z.array(PublishedOverlay),
  visual_blocks: z.array(VisualBlock),
  settings: z.looseObject({
    captions: z.looseObject({ enabled: z.boolean(), style: openEnum(CAPTION_STYLES) }),
    music: z.looseObject({
      removal_available: z.boolean(),
      /** True if other music and its level can be staged (not in the spec). */
      change_available: z.boolean().optional(),
      /** The name of the sound that plays; null for the built-in music (not in the spec). */
      media_asset_id: z.string().nullable().optional(),
      /** Not in the spec. */
      level: z.number().optional(),
    }),
    /** Not in the spec; `voice_id` is null if the service chooses. */
    narration: z
      .looseObject({
        enabled: z.boolean(),
        language: z.string(),
        voice_id: z.string().nullable(),
        speaking_rate: z.number(),
      })
      .optional(),
  }),
  /** Null before the video is complete (not in the spec). */
  timeline: VideoTimeline.nullable(),
  /** Newest first (not in the spec). */
  versions: z.array(VideoVersion),
});
export type EditableContent = z.infer<typeof EditableContent>;

export const QUALITY_STATUSES = ['pass', 'warning', 'fail'] as const;
export const FINDING_SEVERITIES = ['info', 'warning', 'severe'] as const;

export const QualityFinding = z.looseObject({
  id: z.string(),
  category: z.string(),
  severity: openEnum(FINDING_SEVERITIES),
  message: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  /** The visual block that the finding concerns (not in the spec); null for the whole video. */
  block_key: z.string().nullable(),
});
export type QualityFinding = z.infer<typeof QualityFinding>;

/** Measurements of the artifact itself, made right after publishing. */
export const QualityReport = z.looseObject({
  /** The spec names only `ready`. */
  status: openEnum(['measuring', 'ready', 'failed']),
  artifact: z.looseObject({ revision: z.string(), duration_seconds: z.number() }),
  /** This and the next three fields are null until the report is ready. */
  overall_status: openEnum(QUALITY_STATUSES).nullable(),
  visual_status: openEnum(QUALITY_STATUSES).nullable(),
  audio_status: openEnum(QUALITY_STATUSES).nullable(),
  measured_at: Timestamp.nullable(),
  findings: z.array(QualityFinding),
  summary: z.looseObject({ count: z.int(), severe_count: z.int() }),
  /** Follows EBU R128 (not in the spec): integrated loudness in LUFS, true peak in dBTP; null if there is no sound. */
  loudness: z.number().nullable(),
  peak: z.number().nullable(),
});
export type QualityReport = z.infer<typeof QualityReport>;
