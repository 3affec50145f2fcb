/** Connects the external platform's data API (not in the spec); each team has one. */
import { z } from 'zod';

import { openEnum, text, Timestamp, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { KEY_STORAGES } from './local.ts';

/**
 * `youtube` uses the YouTube Data API v3 (developers.google.com/youtube/v3), with the owner's key; `youtube_feeds`
 * reads YouTube's public feeds, which need none.
 */
const PLATFORM_PROVIDER_KINDS = ['youtube', 'youtube_feeds'] as const;

export const PlatformProvider = z.looseObject({
  kind: openEnum(PLATFORM_PROVIDER_KINDS),
  key_storage: openEnum(KEY_STORAGES),
  /** The most units of the key's quota that are used a day; null if only the platform's own limit counts. */
  daily_limit: z.int().nullable(),
  /** The number of units used since midnight in California, when the quota is reset. */
  units_used: z.int(),
  resets_at: Timestamp,
});
export type PlatformProvider = z.infer<typeof PlatformProvider>;

/** Null takes the limit away. */
export const PlatformLimitPut = z.strictObject({
  daily_limit: wholeNumber(LIMITS.platformUnits.min, LIMITS.platformUnits.max).nullable().default(null),
});

export const PlatformProviderPut = z
  .strictObject({
    kind: z.enum(PLATFORM_PROVIDER_KINDS),
    /** Write-only: stored in the keychain and never returned. Only `youtube` takes one. */
    api_key: text({ min: 1, max: 1000 }).optional(),
  })
  .refine(({ kind, api_key }) => kind !== 'youtube' || api_key !== undefined, {
    path: ['api_key'],
    error: 'This field is required.',
  })
  .refine(({ kind, api_key }) => kind === 'youtube' || api_key === undefined, {
    path: ['api_key'],
    error: 'The public feeds take no key.',
  });
