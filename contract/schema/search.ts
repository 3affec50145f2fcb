/** The search engine used by deep research (ours); each team has one. */
import { z } from 'zod';

import { openEnum, optionalText, WebAddress } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';
import { LIMITS } from '../limits.ts';

/**
 * `searxng`: `GET {base_url}/search?q=…&format=json`, no key (docs.searxng.org, "Search API"). `brave`:
 * `GET {base_url}/res/v1/web/search?q=…` with the key in `X-Subscription-Token` (api-dashboard.search.brave.com).
 */
export const SEARCH_PROVIDER_KINDS = ['searxng', 'brave'] as const;
export type SearchProviderKind = (typeof SEARCH_PROVIDER_KINDS)[number];

export const BRAVE_BASE_URL = 'https://api.search.brave.com';

export const SearchProvider = z.looseObject({
  kind: openEnum(SEARCH_PROVIDER_KINDS),
  base_url: z.string(),
  key_storage: openEnum(KEY_STORAGES),
});
export type SearchProvider = z.infer<typeof SearchProvider>;

export const SearchProviderPut = z.strictObject({
  kind: z.enum(SEARCH_PROVIDER_KINDS),
  /** Address of the search engine, which may be on this machine. Default for `brave`: its public one. */
  base_url: WebAddress(LIMITS.provider.address).nullish(),
  /** Write-only: stored in the keychain and never returned. If absent, the stored key stays. */
  api_key: optionalText({ max: 1000 }),
});

/** `message` says what answered, or why nothing did and what to do, in plain words. */
export const ConnectionTest = z.looseObject({ ok: z.boolean(), message: z.string() });
