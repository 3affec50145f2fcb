/** Draws and edits thumbnails (not in the spec); each team has one. */
import { z } from 'zod';

import { openEnum, optionalText, text, WebAddress } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';
import { LIMITS } from '../limits.ts';

/**
 * Uses an OpenAI-compatible images API (platform.openai.com/docs/api-reference/images): `POST
 * {base_url}/images/generations` as JSON, `POST {base_url}/images/edits` as a form with `image` or `image[]` and
 * `mask`; the key as a bearer token.
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
  /** The server may run on this machine. */
  base_url: WebAddress(LIMITS.provider.address),
  model: text({ min: 1, max: LIMITS.provider.model }),
  /**
   * Asks the model for a size, of which it may support only a few: `WIDTHxHEIGHT`, or `auto` to let the model choose.
   */
  size: text({ min: 1, max: 11 })
    .regex(/^(?:auto|[1-9]\d{1,4}x[1-9]\d{1,4})$/, 'Enter a size such as 1536x1024, or auto.')
    .default(DEFAULT_IMAGE_SIZE),
  /** Write-only: stored in the keychain and never returned. If absent, the stored key stays. */
  api_key: optionalText({ max: 1000 }),
});

/** `message` names the server that answered, or says why none did and what to do, in plain words. */
export const ImageProviderTest = z.looseObject({ ok: z.boolean(), message: z.string() });
