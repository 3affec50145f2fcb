/** The data API of the external platform that the owner connected (ours); one a team. */
import { z } from 'zod';

import { openEnum, text } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';

/** `youtube`: the YouTube Data API v3 (developers.google.com/youtube/v3), with a key of the owner's. */
const PLATFORM_PROVIDER_KINDS = ['youtube'] as const;

export const PlatformProvider = z.looseObject({
  kind: openEnum(PLATFORM_PROVIDER_KINDS),
  key_storage: openEnum(KEY_STORAGES),
});
export type PlatformProvider = z.infer<typeof PlatformProvider>;

export const PlatformProviderPut = z.strictObject({
  kind: z.enum(PLATFORM_PROVIDER_KINDS),
  /** Write-only: goes to the keychain and is answered by nothing. */
  api_key: text({ min: 1, max: 1000 }),
});
