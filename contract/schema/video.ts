/**
 * Covers videos made from scripts (spec 2 §2 "Video project", 3 "Video"): requests, the project and its files. What can
 * be edited is in video-content.ts and video-revision.ts. Times are seconds of the video. A comment on the field says
 * what the spec leaves open.
 */
import { z } from 'zod';
import { Id, openEnum, rawText, Sha256, text, Timestamp, Uuid, WebAddress, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { ProjectId } from './project.ts';

const { video: V } = LIMITS;

/** The spec names only `complete` and `cancelled`. A project whose revision is being applied stays complete. */
export const VIDEO_STATUSES = ['generating', 'complete', 'failed', 'cancelled'] as const;
export const VIDEO_RESOLUTIONS = ['720p', '1080p'] as const;
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1'] as const;
export const FRAME_RATES = [24, 25, 30, 50, 60] as const;
/** The spec names only `default`. */
export const CAPTION_STYLES = ['default', 'outline', 'bar', 'highlight', 'large'] as const;
export const VIDEO_DESIGNS = ['screening', 'drawing', 'signal', 'poster', 'chalkboard', 'neon'] as const;

/** The SHA-256 of the artifact's bytes. */
export const ArtifactRevision = Sha256;

/** The fields of a published version, wherever it is named. */
export const artifactFields = { revision: z.string(), published_at: Timestamp };

export const VideoProject = z.looseObject({
  id: z.string(),
  title: z.string(),
  status: openEnum(VIDEO_STATUSES),
  channel_id: z.string(),
  created_at: Timestamp,
  current_artifact: z.looseObject(artifactFields).nullable(),
  /** The operation that renders the video or its latest revision (not in the spec). */
  operation_id: Uuid,
  /** Measures the current artifact, or repeats the quoted duration (not in the spec). */
  duration_seconds: z.number(),
  /** Not in the spec. */
  project_id: z.string().nullable(),
  /** Not in the spec: repeats the value given at creation. */
  client_reference_id: z.string().nullable(),
  /** The number of credits held or charged; 0 once cancelled or failed, which refunds everything (not in the spec). */
  credits: z.int(),
  /** A signed address of a picture of it, which expires; null before there is one (not in the spec). */
  picture_url: z.string().nullable(),
});
export type VideoProject = z.infer<typeof VideoProject>;

const boundedList = <T extends z.ZodType>(item: T, count: number) =>
  z.array(item).max(count, `At most ${count} entries.`);

/** Has the shape that other services' clients send; the spec leaves it open. */
const SourceMaterial = z.strictObject({
  type: text({ min: 1, max: V.option }).optional(),
  title: text({ min: 1, max: LIMITS.title }).optional(),
  url: WebAddress(LIMITS.researchUrls.length).optional(),
  text: text({ min: 1, max: V.material }).optional(),
  content: text({ min: 1, max: V.material }).optional(),
});

const optionText = () => text({ min: 1, max: V.option }).optional();

/** The most seconds per slide, approximately, by name of the pace (not in the spec). */
export const PACE_SECONDS = { slow: 12, balanced: 6, fast: 4 } as const;

const channelName = () =>
  z
    .union([text({ min: 1, max: V.reference }), Id.transform(String)], 'Enter a channel’s ID, handle or title.')
    .optional();

/**
 * Other services' clients also send these (read from their contracts; the spec leaves them open). The warnings of quote
 * and operation name each field this service cannot honour, at the start of the sentence.
 */
const fromOtherClients = {
  /** The caller chooses it; the service stores and returns it. */
  client_reference_id: text({ min: 1, max: V.reference }).optional(),
  /** Finds a channel by its id, handle or title, in this order. It must agree with the other names and the project. */
  channel: channelName(),
  /** Finds a channel by its `public_id` of GET /video/channels; must agree as `channel` must. */
  channel_public_id: channelName(),
  /**
   * Takes the `provider` of a voice of GET /video/voices. An unknown provider together with voice_id is refused as
   * video_capability_unavailable; alone it causes a warning, and the default voice speaks.
   */
  voice_provider: optionText(),
  voice_delivery_mode: optionText(),
  /** Takes shares of visual kinds, or the name of a mix. */
  visual_mix: z
    .union([
      text({ min: 1, max: V.option }),
      z
        .record(text({ min: 1, max: V.option }), z.number())
        .refine((mix) => Object.keys(mix).length <= V.mix, `At most ${V.mix} kinds.`),
    ])
    .optional(),
  editing_style: optionText(),
  /**
   * `slow`, `balanced` and `fast` set how long a slide stays, unless slideshow_max_seconds does; others cause a
   * warning.
   */
  editorial_rhythm_pace_profile: optionText(),
  talking_head_source: optionText(),
  avatar_engine: optionText(),
};
/** This service ignores these; a warning says so. */
export const UNUSED_VIDEO_OPTIONS = [
  'voice_delivery_mode',
  'visual_mix',
  'editing_style',
  'talking_head_source',
  'avatar_engine',
] as const;

const requestFields = {
  name: text({ min: 1, max: LIMITS.title }),
  /** Markdown. Needs at least one word to speak; may run for at most three hours. */
  script: rawText(V.scriptCharacters).meta({ minLength: 1, maxLength: V.scriptCharacters }),
  captions_enabled: z.boolean().default(true),
  caption_style: z.enum(CAPTION_STYLES).default('default'),
  /** Not in the spec: draws captions also where the slide shows the same words. */
  captions_over_text: z.boolean().default(false),
  music_enabled: z.boolean().default(true),
  narration_enabled: z.boolean().default(true),
  /** Takes a voice of GET /video/capabilities; if absent, the service chooses. */
  voice_id: text({ min: 1, max: V.voiceId }).nullish(),
  /** The value 1 is the voice's own speed. */
  voice_speaking_rate: z
    .number()
    .min(V.rate.min, `At least ${V.rate.min}.`)
    .max(V.rate.max, `At most ${V.rate.max}.`)
    .default(1),
  /** Not in the spec: multiplies the usual level of the music. */
  music_level: z
    .number()
    .min(V.musicLevel.min, `At least ${V.musicLevel.min}.`)
    .max(V.musicLevel.max, `At most ${V.musicLevel.max}.`)
    .default(1),
  /** The most seconds per slide, approximately. */
  slideshow_max_seconds: wholeNumber(V.slideSeconds.min, V.slideSeconds.max).optional(),
  /** Takes a channel id as a number or in digits; if absent, the first channel the caller can access. */
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
  /**
   * Adds text for the video, stored with the project: as text, or as an object from other services' clients. No url
   * is read.
   */
  source_materials: boundedList(z.union([text({ min: 1, max: V.material }), SourceMaterial]), V.materials).default([]),
  /** Takes media assets that are ready; they replace the pictures, in order, and the first sound is the music. */
  library_asset_public_ids: boundedList(Uuid, V.libraryAssets).default([]),
  /** The picture's shorter side, 1080 or 720 pixels (not in the spec). */
  resolution: z.enum(VIDEO_RESOLUTIONS).default('1080p'),
  /** Not in the spec: the ratio of width to height. */
  aspect_ratio: z.enum(ASPECT_RATIOS).default('16:9'),
  /** Not in the spec. */
  frames_per_second: z.literal(FRAME_RATES, `One of ${FRAME_RATES.join(', ')}.`).default(30),
  /** The project that the video is made for; the video then uses its channel (not in the spec). */
  project_id: ProjectId.nullish(),
  /** Not in the spec. */
  design: z.enum(VIDEO_DESIGNS).default('screening'),
  ...fromOtherClients,
};

export const VideoCreate = z.strictObject(requestFields);
export type VideoCreate = z.infer<typeof VideoCreate>;

/** Costs nothing and agrees with the charge (spec 3 "Video"). */
export const VideoQuote = z.looseObject({
  /** Always true. */
  dry_run: z.boolean(),
  estimated_seconds: z.int(),
  required_credits: z.int(),
  /** Not in the spec. */
  credits_remaining: z.int(),
  /**
   * Not in the spec: lists parts of the request that the service cannot honour, in plain words; the operation of
   * video.create says the same.
   */
  warnings: z.array(z.string()),
  /** Not in the spec: repeats the given value. */
  client_reference_id: z.string().nullable(),
});
export type VideoQuote = z.infer<typeof VideoQuote>;

export const VideoCancel = z.strictObject({ reason: text({ max: V.reason }).optional() });

/** The spec names only the first two fields. Addresses are signed, expire together and answer Range requests. */
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

/** A mark at a moment of the video in the cut lists of a hand-off. */
const HandOffMarker = z.strictObject({
  start: z.number().min(0).max(V.seconds),
  name: text({ max: V.markers.name }),
  note: text({ max: V.markers.note }).default(''),
  kind: z.enum(['block', 'overlay', 'finding', 'comment']),
});
export const VideoHandOff = z.strictObject({ markers: boundedList(HandOffMarker, V.markers.count).default([]) });
export type VideoHandOff = z.infer<typeof VideoHandOff>;
