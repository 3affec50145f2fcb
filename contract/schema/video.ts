/**
 * Videos made from scripts (spec 2 §2 "Video project", 3 "Video"): what a client asks for and what it reads. Revisions
 * are in video-revision.ts. Times are seconds of the video. What the spec leaves open is said beside the field.
 */
import { z } from 'zod';

import { Id, openEnum, rawText, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ProjectId } from './project.ts';

const { video: V } = LIMITS;

/** Ours beside `complete` and `cancelled`. A project whose revision is being applied stays complete. */
export const VIDEO_STATUSES = ['generating', 'complete', 'failed', 'cancelled'] as const;
export const VIDEO_RESOLUTIONS = ['720p', '1080p'] as const;
/** Ours beside `default`. */
export const CAPTION_STYLES = ['default', 'outline', 'bar', 'highlight', 'large'] as const;
export const VIDEO_DESIGNS = ['screening', 'drawing', 'signal'] as const;
export const VISUAL_KINDS = ['slide', 'picture', 'presenter', 'media'] as const;
export const VISUAL_ACTIONS = [
  'edit_slide_text',
  'regenerate_visual',
  'replace_with_media',
  'use_avatar_only',
] as const;

/** SHA-256 of the artifact's bytes. */
export const ArtifactRevision = z.string().regex(/^[0-9a-f]{64}$/);

const artifact = { revision: z.string(), published_at: Timestamp };

export const VideoProject = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: openEnum(VIDEO_STATUSES),
  channel_id: z.string(),
  created_at: Timestamp,
  current_artifact: z.looseObject(artifact).nullable(),
  /** Ours: the operation that makes it, or its latest revision. */
  operation_id: Uuid,
  /** Ours: of the current artifact, else as it was quoted. */
  duration_seconds: z.number(),
  /** Ours: the project it was made for. */
  project_id: z.string().nullable(),
  /** Ours: what it holds or has cost. */
  credits: z.int(),
  /** Ours: a picture of it, signed and expiring; null before there is one. */
  picture_url: z.string().nullable(),
});
export type VideoProject = z.infer<typeof VideoProject>;

const list = <T extends z.ZodType>(item: T, count: number) => z.array(item).max(count, `At most ${count} entries.`);

const asked = {
  name: text({ min: 1, max: LIMITS.title }),
  /** Markdown. Needs at least one word to speak; may run for at most three hours. */
  script: rawText(V.scriptCharacters).meta({ minLength: 1, maxLength: V.scriptCharacters }),
  captions_enabled: z.boolean().default(true),
  caption_style: z.enum(CAPTION_STYLES).default('default'),
  music_enabled: z.boolean().default(true),
  narration_enabled: z.boolean().default(true),
  /** One of the voices of GET /video/capabilities; absent leaves the choice to the service. */
  voice_id: text({ min: 1, max: V.voiceId }).nullish(),
  /** 1 is the voice's own speed. */
  voice_speaking_rate: z
    .number()
    .min(V.rate.min, `At least ${V.rate.min}.`)
    .max(V.rate.max, `At most ${V.rate.max}.`)
    .default(1),
  /** How long one slide stays at most, about. */
  slideshow_max_seconds: wholeNumber(V.slideSeconds.min, V.slideSeconds.max).optional(),
  /** Its channel, as a number or in digits; absent: the first one the caller can reach. */
  channel_id: z
    .union([
      Id,
      z
        .string()
        .regex(/^[1-9][0-9]{0,9}$/)
        .transform(Number)
        .pipe(Id),
    ])
    .optional(),
  /** Further text to go by, kept with the project. */
  source_materials: list(text({ min: 1, max: V.material }), V.materials).default([]),
  /** Media assets that are ready; they stand in for the pictures, in their order. */
  library_asset_public_ids: list(Uuid, V.libraryAssets).default([]),
  /** Ours. */
  resolution: z.enum(VIDEO_RESOLUTIONS).default('720p'),
  /** Ours: the project it is made for; its channel is the video's then. */
  project_id: ProjectId.nullish(),
  /** Ours: how slides look. */
  design: z.enum(VIDEO_DESIGNS).default('screening'),
};

export const VideoCreate = z.strictObject(asked);
export type VideoCreate = z.infer<typeof VideoCreate>;

/** Spends nothing and agrees with the charge (spec 3 "Video"). */
export const VideoQuote = z.looseObject({
  /** Always true. */
  dry_run: z.boolean(),
  estimated_seconds: z.int(),
  required_credits: z.int(),
  /** Ours. */
  credits_remaining: z.int(),
});
export type VideoQuote = z.infer<typeof VideoQuote>;

export const VideoCancel = z.strictObject({ reason: text({ max: V.reason }).optional() });

/** Beyond the first two all is ours. Addresses are signed, expire together and answer Range requests. */
export const VideoDownload = z.looseObject({
  download_url: z.string(),
  expires_at: Timestamp,
  revision: z.string(),
  /** `video/mp4` or `video/webm`. */
  content_type: z.string(),
  bytes: z.int(),
  srt_url: z.string(),
  vtt_url: z.string(),
});
export type VideoDownload = z.infer<typeof VideoDownload>;

// Editable content

/** A text of a block that may be edited. */
const BlockField = z.looseObject({ key: z.string(), label: z.string(), value: z.string(), max_chars: z.int() });

/** From `kind` on all is ours. Before the video is finished times are null. */
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
  /** What is said, sentence by sentence. */
  narration: z.array(z.string()),
  prompt: z.string(),
  /** A picture of it as it stands in the video; null before it is drawn. */
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

/** A published version (ours): what the generation made, and what each applied pass made of it. */
export const VideoVersion = z.looseObject({
  ...artifact,
  /** Null for the first one. */
  pass: z.looseObject({ id: z.string(), number: z.int() }).nullable(),
  duration_seconds: z.number(),
  /** What the pass changed, in plain words. */
  changes: z.array(z.string()),
});
export type VideoVersion = z.infer<typeof VideoVersion>;

/** The current version as it is played and measured (ours). */
export const VideoTimeline = z.looseObject({
  revision: z.string(),
  width: z.int(),
  height: z.int(),
  frames: z.int(),
  frames_per_second: z.number(),
  duration_seconds: z.number(),
  narration: z.boolean(),
  music: z.boolean(),
  /** Loudest values of equally long stretches, 0 to 1; null where there is no sound. */
  waveform: z.array(z.number()).nullable(),
  /** One for each sentence or part of one; there with captions off, too. */
  cues: z.array(CaptionCue),
});
export type VideoTimeline = z.infer<typeof VideoTimeline>;

export const EditableContent = z.looseObject({
  edit_session: z.looseObject({
    /** `draft` while editable; ours: `applying`, `closed`, `none` before the video is complete. */
    status: openEnum(['draft', 'applying', 'closed', 'none']),
    editable: z.boolean(),
  }),
  edit_availability: z.looseObject({
    can_apply: z.boolean(),
    can_start_new_pass: z.boolean(),
    /** Null before the video is complete. */
    edit_window_ends_at: Timestamp.nullable(),
    /** In plain words; empty where all is possible. */
    explanation: z.string(),
    /** Ours: what applying costs. Always 0: the video was paid for. */
    required_credits: z.int(),
  }),
  overlays: z.array(PublishedOverlay),
  visual_blocks: z.array(VisualBlock),
  settings: z.looseObject({
    captions: z.looseObject({ enabled: z.boolean(), style: openEnum(CAPTION_STYLES) }),
    music: z.looseObject({ removal_available: z.boolean() }),
  }),
  /** Ours; null before the video is complete. */
  timeline: VideoTimeline.nullable(),
  /** Ours, newest first. */
  versions: z.array(VideoVersion),
});
export type EditableContent = z.infer<typeof EditableContent>;

// Quality

export const QUALITY_STATUSES = ['pass', 'warning', 'fail'] as const;
export const FINDING_SEVERITIES = ['info', 'warning', 'severe'] as const;

export const QualityFinding = z.looseObject({
  id: z.string(),
  category: z.string(),
  severity: openEnum(FINDING_SEVERITIES),
  message: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  /** The visual block it touches (ours); null where it is of the whole video. */
  block_key: z.string().nullable(),
});
export type QualityFinding = z.infer<typeof QualityFinding>;

/** Measured on the artifact itself, right after it was published. */
export const QualityReport = z.looseObject({
  /** Ours beside `ready`. */
  status: openEnum(['measuring', 'ready', 'failed']),
  artifact: z.looseObject({ revision: z.string(), duration_seconds: z.number() }),
  /** These four are null until the report is ready. */
  overall_status: openEnum(QUALITY_STATUSES).nullable(),
  visual_status: openEnum(QUALITY_STATUSES).nullable(),
  audio_status: openEnum(QUALITY_STATUSES).nullable(),
  measured_at: Timestamp.nullable(),
  findings: z.array(QualityFinding),
  summary: z.looseObject({ count: z.int(), severe_count: z.int() }),
  /** EBU R128 (ours): integrated loudness in LUFS, true peak in dBTP; null where there is no sound. */
  loudness: z.number().nullable(),
  peak: z.number().nullable(),
});
export type QualityReport = z.infer<typeof QualityReport>;

// What this service can do (spec 3 "Video"; the shape is ours)

const named = { id: z.string(), label: z.string() };
export const VideoCapabilities = z.looseObject({
  /** False where nothing can be rendered; `explanation` says why and what to do. */
  available: z.boolean(),
  explanation: z.string(),
  resolutions: z.array(openEnum(VIDEO_RESOLUTIONS)),
  frames_per_second: z.number(),
  designs: z.array(openEnum(VIDEO_DESIGNS)),
  caption_styles: z.array(openEnum(CAPTION_STYLES)),
  /** For voice_id; empty where no voice is there, and then narration is silent with the right timing. */
  voices: z.array(z.looseObject({ ...named, language: z.string().nullable() })),
  /** What speaks, in plain words. */
  narration: z.string(),
  max_seconds: z.int(),
  max_media_bytes: z.int(),
});
export type VideoCapabilities = z.infer<typeof VideoCapabilities>;
