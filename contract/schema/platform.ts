/** Connects the external platform's data API (ours); each team has one. */
import { z } from 'zod';

import { openEnum, text } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';

/** `youtube` uses the YouTube Data API v3 (developers.google.com/youtube/v3), with the owner's key. */
const PLATFORM_PROVIDER_KINDS = ['youtube'] as const;

export const PlatformProvider = z.looseObject({
  kind: openEnum(PLATFORM_PROVIDER_KINDS),
  key_storage: openEnum(KEY_STORAGES),
});
export type PlatformProvider = z.infer<typeof PlatformProvider>;

export const PlatformProviderPut = z.strictObject({
  kind: z.enum(PLATFORM_PROVIDER_KINDS),
  /** Write-only: stored in the keychain and never returned. */
  api_key: text({ min: 1, max: 1000 }),
});
