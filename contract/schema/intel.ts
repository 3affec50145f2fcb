/** Channels and videos of the external platform, and bookmarks of them (spec 1 §2 Intel, §4 Intel). */
import { z } from 'zod';

import { openEnum, optionalText, text, Timestamp, WebAddress, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';

const Image = z.looseObject({ url: z.string() });

/** Spec 1 §2 Intel channel. `is_sample` (ours): invented, from the studio's offline catalogue. */
export const IntelChannel = z.looseObject({
  channel_id: z.string(),
  /** Without @. */
  handle: z.string(),
  title: z.string(),
  /** At most 500 characters. */
  description: z.string(),
  thumbnails: z.record(z.string(), Image),
  subscriber_count: z.int(),
  video_count: z.int(),
  view_count: z.int(),
  published_at: Timestamp,
  country: z.string(),
  is_sample: z.boolean().optional(),
});
export type IntelChannel = z.infer<typeof IntelChannel>;

/** What a score was measured against (ours): the channel's own videos, old enough to have been seen. */
export const IntelBaseline = z.looseObject({
  /** Views; null where there are too few videos to compare with. */
  median_views: z.number().nullable(),
  sample_size: z.int(),
  /** Ages, in days, between which videos are compared with. */
  from_days: z.int(),
  to_days: z.int(),
  /** Of this video. */
  age_days: z.int(),
  /** It had too little time to be seen: it has no score yet. */
  too_recent: z.boolean(),
});

/** Spec 1 §2 Intel video. */
export const IntelVideo = z.looseObject({
  /** 11 characters. */
  video_id: z.string(),
  channel: z.looseObject({ channel_id: z.string(), handle: z.string(), title: z.string() }),
  title: z.string(),
  /** At most 300 characters in search results. */
  description: z.string(),
  published_at: Timestamp,
  thumbnail_url: z.string(),
  /** ISO 8601. */
  duration: z.string(),
  view_count: z.int(),
  like_count: z.int().nullable(),
  comment_count: z.int().nullable(),
  /** Views as a multiple of the channel's median; null where it cannot be said. */
  outlier_score: z.number().nullable(),
  format: z.string().nullable(),
  topic: z.string().nullable(),
  angle: z.string().nullable(),
  goals: z.string().nullable(),
  baseline: IntelBaseline.nullish(),
  is_sample: z.boolean().optional(),
});
export type IntelVideo = z.infer<typeof IntelVideo>;

/** `invalid`: it names nothing the platform could have. */
const IntelError = z.looseObject({
  identifier: z.string(),
  error: z.string(),
  error_type: openEnum(['invalid', 'not_found', 'unavailable']),
});

/** One identifier answers the thing itself, several a list with what was not found. */
export const IntelChannelLookup = z.union([
  z.looseObject({ channels: z.array(IntelChannel), errors: z.array(IntelError) }),
  IntelChannel,
]);
export const IntelVideoLookup = z.union([
  z.looseObject({ videos: z.array(IntelVideo), errors: z.array(IntelError) }),
  IntelVideo,
]);

const identifier = text({ min: 1, max: LIMITS.identifier });

export const IntelLookup = z.strictObject({
  identifiers: z.array(identifier).min(1).max(LIMITS.identifiers),
});

export const IntelSearch = z.strictObject({
  query: text({ min: 1, max: LIMITS.search }),
  limit: wholeNumber(LIMITS.intelResults.min, LIMITS.intelResults.max).default(LIMITS.intelResults.default),
});

const found = { query: z.string(), total_results: z.int(), message: z.string() };
export const IntelChannelsFound = z.looseObject({ channels: z.array(IntelChannel), ...found });
export const IntelVideosFound = z.looseObject({ videos: z.array(IntelVideo), ...found });

export const BOOKMARK_TYPES = ['channel', 'video'] as const;

/** Spec 1 §2 Intel bookmark. */
export const Bookmark = z.looseObject({
  id: z.int(),
  type: openEnum(BOOKMARK_TYPES),
  external_id: z.string(),
  title: z.string(),
  url: z.string(),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
});
export type Bookmark = z.infer<typeof Bookmark>;

export const BookmarkCreate = z.strictObject({
  type: z.enum(BOOKMARK_TYPES),
  external_id: text({ min: 1, max: LIMITS.externalId }),
  title: text({ min: 1, max: LIMITS.title }),
  url: WebAddress(LIMITS.bookmarkUrl),
  notes: optionalText({ max: LIMITS.bookmarkNotes }),
  /** Kept in lower case, each once. */
  tags: z
    .array(text({ min: 1, max: LIMITS.bookmarkTag }))
    .max(LIMITS.bookmarkTags)
    .transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))])
    .nullish(),
});

/** Ours. What is absent stays. */
export const BookmarkUpdate = BookmarkCreate.pick({ notes: true, tags: true });

/** Spec 1 §2 Competitor. */
export const Competitor = z.looseObject({
  channel_id: z.string(),
  title: z.string(),
  /** Handle without @. */
  custom_url: z.string(),
  custom_url_with_at: z.string(),
  platform_url: z.string(),
  thumbnails: z.record(z.string(), Image),
  subscriber_count: z.int(),
  video_count: z.int(),
  view_count: z.int(),
});
export type Competitor = z.infer<typeof Competitor>;

export const CompetitorAdd = z.strictObject({ identifier: text({ min: 1, max: LIMITS.competitorIdentifier }) });

export const CompetitorAdded = z.looseObject({
  /** Of the service. */
  channel_id: z.int(),
  competitor: Competitor.pick({ channel_id: true, title: true, custom_url: true, custom_url_with_at: true }),
});

/** Ours. A competitor whose videos cannot be had now does not keep the others' from being seen. */
export const CompetitorsLatest = z.looseObject({
  videos: z.array(IntelVideo),
  errors: z.array(z.looseObject({ channel_id: z.string(), title: z.string(), error: z.string() })),
});
