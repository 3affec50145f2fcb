/** The image model that draws and edits thumbnails (ours); one a team. */
import { z } from 'zod';

import { openEnum, optionalText, text, WebAddress } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';
import { LIMITS } from '../limits.ts';

/**
 * An OpenAI-compatible images API (platform.openai.com/docs/api-reference/images): `POST {base_url}/images/generations`
 * as JSON, `POST {base_url}/images/edits` as a form with `image` or `image[]` and `mask`; the key as a bearer token.
 */
export const ImageProvider = z.looseObject({
  base_url: z.string(),
  model: z.string(),
  size: z.string(),
  key_storage: openEnum(KEY_STORAGES),
});
export type ImageProvider = z.infer<typeof ImageProvider>;

export const DEFAULT_IMAGE_SIZE = '1536x1024';

export const ImageProviderPut = z.strictObject({
  /** Its own address, which may be on this machine. */
  base_url: WebAddress(LIMITS.provider.address),
  model: text({ min: 1, max: LIMITS.provider.model }),
  /** What is asked of the model, which may know a few sizes only: `WIDTHxHEIGHT`, or `auto` leaves it to the model. */
  size: text({ min: 1, max: 11 })
    .regex(/^(?:auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/, 'A size such as 1536x1024, or auto.')
    .default(DEFAULT_IMAGE_SIZE),
  /** Write-only: goes to the keychain and is answered by nothing. Absent: the one that is there stays. */
  api_key: optionalText({ max: 1000 }),
});

/** Plain words: what answered, or why nothing did and what to do. */
export const ImageProviderTest = z.looseObject({ ok: z.boolean(), message: z.string() });
