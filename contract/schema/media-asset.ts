/** Pictures, films and sounds of the team's own for its videos (spec 2 §2 Media asset). */
import { z } from 'zod';

import { openEnum, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

const { media: M } = LIMITS;

/** Ours beside `failed`. */
export const MEDIA_ASSET_STATES = ['uploading', 'processing', 'ready', 'failed'] as const;
export const MEDIA_TYPES = ['picture', 'video', 'audio'] as const;

/** From `media_type` on all is ours. Addresses are signed and expire. */
export const MediaAsset = z.looseObject({
  id: Uuid,
  kind: openEnum(['reference_media']),
  name: z.string(),
  state: openEnum(MEDIA_ASSET_STATES),
  allowed_actions: z.array(openEnum(['retry_processing'])),
  /** Read from the file's bytes, never from its name; null before. */
  media_type: openEnum(MEDIA_TYPES).nullable(),
  bytes: z.int(),
  /** How much of it has arrived. */
  uploaded_bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable(),
  /** The file; null until it is ready. */
  url: z.string().nullable(),
  /** A PNG; of sound null. */
  thumbnail_url: z.string().nullable(),
  /** Loudest values of equally long stretches, 0 to 1; of what makes no sound null. */
  waveform: z.array(z.number()).nullable(),
  /** Why it failed, in plain words. */
  error: z.string().nullable(),
  created_at: Timestamp,
});
export type MediaAsset = z.infer<typeof MediaAsset>;

/** Announces a file (ours). Its bytes follow in pieces. */
export const MediaAssetCreate = z.strictObject({
  name: text({ min: 1, max: M.name }),
  bytes: wholeNumber(1, M.bytes),
});

/** The next piece of a file, in Base64 (ours). After an interruption: from `uploaded_bytes` on. */
export const MediaAssetPiece = z.strictObject({
  offset: wholeNumber(0, M.bytes),
  data: z
    .string()
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'Not Base64.')
    .min(4, 'This field is required.')
    .max(M.pieceCharacters, `At most ${M.pieceCharacters} characters.`),
});
