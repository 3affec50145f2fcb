/** The reasons why the video platform did not answer, so that a window can give them in its own words. */
export const PLATFORM_CAUSES = [
  /** The identifier can't exist on the platform. */
  'invalid',
  'not_found',
  /** No key is connected, so only the invented channels of the sample catalogue were searched. */
  'sample_only',
  'key_missing',
  /** Only the public feeds are read, which can't answer this. */
  'key_needed',
  /** There is no key, and the channel's page did not say which channel it is; its id is enough. */
  'id_needed',
  'key_refused',
  /** `until` says when the key works again. */
  'quota_used',
  /** The person's own limit of units a day is reached; `until` says when the count restarts. */
  'limit_reached',
  /** A search can't be continued where its last page ended. */
  'page_expired',
  /** The platform wants fewer requests a minute. */
  'busy',
  'offline',
  'unavailable',
] as const;
export type PlatformCause = (typeof PLATFORM_CAUSES)[number];
