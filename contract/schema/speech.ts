/** The voice that narrates videos (ours); each team has one. */
import { z } from 'zod';

import { openEnum, optionalText, text, WebAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { KEY_STORAGES } from './local.ts';

/**
 * Uses an OpenAI-compatible speech API (platform.openai.com/docs/api-reference/audio/createSpeech): `POST
 * {base_url}/audio/speech` as JSON, answered with a WAV file; the key as a bearer token.
 */
export const SpeechProvider = z.looseObject({
  base_url: z.string(),
  model: z.string(),
  voice: z.string(),
  key_storage: openEnum(KEY_STORAGES),
});
export type SpeechProvider = z.infer<typeof SpeechProvider>;

export const SpeechProviderPut = z.strictObject({
  /** Address of the speech API, which may be on this machine. */
  base_url: WebAddress(LIMITS.provider.address),
  model: text({ min: 1, max: LIMITS.provider.model }),
  voice: text({ min: 1, max: LIMITS.provider.voice }),
  /** Write-only: stored in the keychain and never returned. If absent, the stored key stays. */
  api_key: optionalText({ max: 1000 }),
});
