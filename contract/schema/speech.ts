/** Narrates videos (not in the spec); each team has one. */
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

export const SPEECH_SERVERS = ['kokoro', 'piper', 'localai'] as const;
export type SpeechServerName = (typeof SPEECH_SERVERS)[number];

/** A server on this computer that speaks. */
export const SpeechServer = z.looseObject({
  server: openEnum(SPEECH_SERVERS),
  base_url: z.string(),
  /** True if it lists models and voices only with a key. */
  needs_key: z.boolean(),
  models: z.array(z.string()),
  /** Empty if it lists none. */
  voices: z.array(z.string()),
});
export type SpeechServer = z.infer<typeof SpeechServer>;

/** The machine's own voice costs nothing; `label` is null if it has none. */
export const OwnVoice = z.looseObject({ label: z.string().nullable() });

export const SpeechSay = z.strictObject({
  /** Holds one sentence. */
  text: text({ min: 1, max: 2000 }),
  /** 1 is the voice's own speed. */
  rate: z.number().min(0.5).max(2).default(1),
  /** A BCP 47 tag. */
  language: text({ min: 2, max: 35 }).default('en'),
  /** Takes a voice of GET /video/capabilities; if absent, the service chooses. */
  voice: text({ min: 1, max: LIMITS.video.voiceId }).optional(),
});

/**
 * A WAV file as Base64, empty if the voice has no sound for the text; null if it failed, and `reason` says why.
 */
export const SpeechSaid = z.looseObject({ wave: z.string().nullable(), reason: z.string().nullable() });

export const SpeechProviderPut = z.strictObject({
  /** The server may run on this machine. */
  base_url: WebAddress(LIMITS.provider.address),
  model: text({ min: 1, max: LIMITS.provider.model }),
  voice: text({ min: 1, max: LIMITS.provider.voice }),
  /** Write-only: stored in the keychain and never returned. If absent, the stored key stays. */
  api_key: optionalText({ max: 1000 }),
});
