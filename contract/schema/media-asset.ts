/** Pictures, films and sounds that a team uploads for its videos (spec 2 §2 Media asset). */
import { z } from 'zod';

import { openEnum, text, Timestamp, Uuid, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

const { media: M } = LIMITS;

/** The spec names only `failed`. */
export const MEDIA_ASSET_STATES = ['uploading', 'processing', 'ready', 'failed'] as const;
export const MEDIA_TYPES = ['picture', 'video', 'audio'] as const;

/** Fields from `media_type` on are not in the spec. Addresses are signed and expire. */
export const MediaAsset = z.looseObject({
  id: Uuid,
  kind: openEnum(['reference_media']),
  name: z.string(),
  state: openEnum(MEDIA_ASSET_STATES),
  allowed_actions: z.array(openEnum(['retry_processing'])),
  /** The type read from the file's bytes, never from its name; null until then. */
  media_type: openEnum(MEDIA_TYPES).nullable(),
  bytes: z.int(),
  uploaded_bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  duration_seconds: z.number().nullable(),
  /** Addresses the file; null until it is ready. */
  url: z.string().nullable(),
  /** Addresses a PNG; null for sound. */
  thumbnail_url: z.string().nullable(),
  /** The peaks of equal time slices, 0 to 1; null if the file has no sound. */
  waveform: z.array(z.number()).nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
});
export type MediaAsset = z.infer<typeof MediaAsset>;

export const MediaAssetRemoved = z.looseObject({ deleted: z.boolean() });

/** Announces a file (not in the spec); its bytes follow in chunks. */
export const MediaAssetCreate = z.strictObject({
  name: text({ min: 1, max: M.name }),
  bytes: wholeNumber(1, M.bytes),
});

/**
 * Uploads the next chunk of a file in Base64 (not in the spec). After an interruption, continue from `uploaded_bytes`.
 */
export const MediaAssetChunk = z.strictObject({
  offset: wholeNumber(0, M.bytes),
  data: z
    .string()
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'Must be Base64.')
    .min(4, 'This field is required.')
    .max(M.pieceCharacters, `At most ${M.pieceCharacters} characters.`),
});
