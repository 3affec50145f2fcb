/** The voice that narrates videos (ours); one a team. */
import { z } from 'zod';

import { openEnum, optionalText, text, WebAddress } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { KEY_STORAGES } from './local.ts';

/**
 * An OpenAI-compatible speech API (platform.openai.com/docs/api-reference/audio/createSpeech):
 * `POST {base_url}/audio/speech` as JSON, answered with a WAV file; the key as a bearer token.
 */
export const SpeechProvider = z.looseObject({
  base_url: z.string(),
  model: z.string(),
  voice: z.string(),
  key_storage: openEnum(KEY_STORAGES),
});
export type SpeechProvider = z.infer<typeof SpeechProvider>;

export const SpeechProviderPut = z.strictObject({
  /** Its own address, which may be on this machine. */
  base_url: WebAddress(LIMITS.provider.address),
  model: text({ min: 1, max: LIMITS.provider.model }),
  /** As the endpoint names it. */
  voice: text({ min: 1, max: LIMITS.provider.voice }),
  /** Write-only: goes to the keychain and is answered by nothing. Absent: the one that is there stays. */
  api_key: optionalText({ max: 1000 }),
});
