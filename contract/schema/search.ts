/** Connects the search engine of deep research (not in the spec); each team has one. */
import { z } from 'zod';

import { openEnum, optionalText, WebAddress } from '../fields.ts';
import { KEY_STORAGES } from './local.ts';
import { LIMITS } from '../limits.ts';

/**
 * `searxng` answers `GET {base_url}/search?q=…&format=json` without a key (docs.searxng.org, "Search API"). `brave`
 * answers `GET {base_url}/res/v1/web/search?q=…` with the key in `X-Subscription-Token`
 * (api-dashboard.search.brave.com).
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
  /** The server may run on this machine. `brave` defaults to its public address. */
  base_url: WebAddress(LIMITS.provider.address).nullish(),
  /** Write-only: stored in the keychain and never returned. If absent, the stored key stays. */
  api_key: optionalText({ max: 1000 }),
});

/** `message` names the server that answered, or says why none did and what to do, in plain words. */
export const ConnectionTest = z.looseObject({ ok: z.boolean(), message: z.string() });
