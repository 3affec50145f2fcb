/**
 * Covers what the service can make videos from: its capabilities (spec 3 "Video") and catalogues. The spec leaves the
 * shapes open; those of the catalogues are read from clients of such services.
 */
import { z } from 'zod';
import { openEnum } from '../fields.ts';
import { VIDEO_RESOLUTIONS, ASPECT_RATIOS, CAPTION_STYLES, VIDEO_DESIGNS } from './video.ts';

const idAndLabel = { id: z.string(), label: z.string() };
export const VideoCapabilities = z.looseObject({
  /** False if nothing can be rendered; `explanation` says why and what to do. */
  available: z.boolean(),
  explanation: z.string(),
  resolutions: z.array(openEnum(VIDEO_RESOLUTIONS)),
  /** The rate of a video whose request names none. */
  frames_per_second: z.number(),
  /** Absent where a service has the usual shape and rate only. */
  aspect_ratios: z.array(openEnum(ASPECT_RATIOS)).optional(),
  frame_rates: z.array(z.number()).optional(),
  designs: z.array(openEnum(VIDEO_DESIGNS)),
  /** Shows a title slide in each design. */
  design_previews: z.array(z.looseObject({ design: openEnum(VIDEO_DESIGNS), preview_url: z.string() })).optional(),
  caption_styles: z.array(openEnum(CAPTION_STYLES)),
  /**
   * Lists values for voice_id; empty if a connected provider's only voice speaks, or if none does: then narration is
   * silent, with the right timing.
   */
  voices: z.array(z.looseObject({ ...idAndLabel, language: z.string().nullable() })),
  /** The speaker, in plain words. */
  narration: z.string(),
  max_seconds: z.int(),
  max_media_bytes: z.int(),
});
export type VideoCapabilities = z.infer<typeof VideoCapabilities>;

/** A voice that can narrate; use `id` as voice_id and `provider` as voice_provider. */
export const VideoVoice = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Repeats the name, as GET /video/capabilities calls it. */
  label: z.string(),
  language: z.string().nullable(),
  /** `system` means the machine's own voices, `connected` a speech provider. */
  provider: openEnum(['system', 'connected']),
  /** Always null, because there are no recorded samples. */
  preview_url: z.string().nullable(),
});
export type VideoVoice = z.infer<typeof VideoVoice>;

/** Videos can be made for it; `id` and `public_id` are the channel's id in digits, which never changes. */
export const VideoChannel = z.looseObject({
  id: z.string(),
  public_id: z.string(),
  name: z.string(),
  /** A handle on the platform; null if the channel is not linked. */
  handle: z.string().nullable(),
});
export type VideoChannel = z.infer<typeof VideoChannel>;

/** A person whose picture or clip presents in a video of the team; the id is that of the media asset. */
export const VideoAvatar = z.looseObject({ id: z.string(), name: z.string() });
export type VideoAvatar = z.infer<typeof VideoAvatar>;
