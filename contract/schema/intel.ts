/** Channels and videos of the external platform, and bookmarks for them (spec 1 §2 Intel, §4 Intel). */
import { z } from 'zod';

import { openEnum, optionalText, text, Timestamp, WebAddress, wholeNumber } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { PLATFORM_CAUSES } from '../platform-causes.ts';

const Image = z.looseObject({ url: z.string() });

/**
 * Follows spec 1 §2 Intel channel. `is_sample` (not in the spec) marks an invented channel from the sample catalogue.
 */
export const IntelChannel = z.looseObject({
  channel_id: z.string(),
  /** Does not include the @. */
  handle: z.string(),
  title: z.string(),
  /** At most 500 characters. */
  description: z.string(),
  thumbnails: z.record(z.string(), Image),
  /** Null if the source doesn't say, as the public feeds (not in the spec); so are the other two. */
  subscriber_count: z.int().nullable(),
  video_count: z.int().nullable(),
  view_count: z.int().nullable(),
  published_at: Timestamp,
  country: z.string(),
  is_sample: z.boolean().optional(),
});
export type IntelChannel = z.infer<typeof IntelChannel>;

/** Compares a score with the channel's own videos that are old enough to have been seen (not in the spec). */
export const IntelBaseline = z.looseObject({
  /** Null if there are too few videos to compare with. */
  median_views: z.number().nullable(),
  sample_size: z.int(),
  /** The age range, in days, of the compared videos. */
  from_days: z.int(),
  to_days: z.int(),
  age_days: z.int(),
  too_recent: z.boolean(),
  /** The kind of video that the score compares with: Shorts are compared with Shorts (not in the spec). */
  compared_with: openEnum(['shorts', 'long_videos', 'all_videos']).optional(),
});

/** Follows spec 1 §2 Intel video. */
export const IntelVideo = z.looseObject({
  /** 11 characters. */
  video_id: z.string(),
  channel: z.looseObject({ channel_id: z.string(), handle: z.string(), title: z.string() }),
  title: z.string(),
  /** At most 300 characters in search results. */
  description: z.string(),
  published_at: Timestamp,
  thumbnail_url: z.string(),
  /** An ISO 8601 duration. */
  duration: z.string(),
  view_count: z.int(),
  like_count: z.int().nullable(),
  comment_count: z.int().nullable(),
  /** Views as a multiple of the channel's median; null if unknown. */
  outlier_score: z.number().nullable(),
  format: z.string().nullable(),
  topic: z.string().nullable(),
  angle: z.string().nullable(),
  goals: z.string().nullable(),
  /** The language spoken in it, as in BCP 47 (not in the spec); null if unknown. */
  language: z.string().nullish(),
  baseline: IntelBaseline.nullish(),
  is_sample: z.boolean().optional(),
});
export type IntelVideo = z.infer<typeof IntelVideo>;

/** Answers the videos of one platform channel (not in the spec). */
export const PlatformChannelVideos = z.looseObject({ channel: IntelChannel, videos: z.array(IntelVideo) });

/** Shows enough of a channel to recognize it by before it is linked or added (not in the spec). */
export const PlatformPreview = z.looseObject({
  channel: IntelChannel,
  /** The newest videos, newest first; empty if the channel's public feed can't be read now. */
  videos: z.array(IntelVideo),
});
export type PlatformPreview = z.infer<typeof PlatformPreview>;

/** The reason why the platform gave nothing (not in the spec), as in the failures of errors.ts. */
const causeFields = {
  cause: openEnum(PLATFORM_CAUSES).optional(),
  detail: z.string().optional(),
  until: Timestamp.optional(),
};

/** `invalid` means that the identifier can't exist on the platform. */
const IntelError = z.looseObject({
  identifier: z.string(),
  error: z.string(),
  error_type: openEnum(['invalid', 'not_found', 'unavailable']),
  ...causeFields,
});

/** Answers one identifier with the item itself; several with a list and the identifiers that were not found. */
export const IntelChannelLookup = z.union([
  z.looseObject({ channels: z.array(IntelChannel), errors: z.array(IntelError) }),
  IntelChannel,
]);
export const IntelVideoLookup = z.union([
  z.looseObject({ videos: z.array(IntelVideo), errors: z.array(IntelError) }),
  IntelVideo,
]);

const identifier = text({ min: 1, max: LIMITS.identifier });

/**
 * A request costs 1 credit, even if several identifiers find nothing. A failed one costs nothing: the platform cannot
 * be reached or, as the spec leaves it open, its only identifier is not found.
 */
export const IntelLookup = z.strictObject({
  identifiers: z.array(identifier).min(1).max(LIMITS.identifiers),
});

export const IntelSearch = z.strictObject({
  query: text({ min: 1, max: LIMITS.search }),
  limit: wholeNumber(LIMITS.intelResults.min, LIMITS.intelResults.max).default(LIMITS.intelResults.default),
});

const resultFields = {
  query: z.string(),
  total_results: z.int(),
  message: z.string(),
  /** The reason why only the sample catalogue was searched (not in the spec); absent if the platform was. */
  cause: openEnum(PLATFORM_CAUSES).optional(),
  /** The ranking of the results (not in the spec); absent if the platform's order was kept. */
  ranking: z
    .looseObject({ by: openEnum(['meaning', 'words']), model: z.string(), problem: z.string().optional() })
    .optional(),
};
export const IntelChannelsFound = z.looseObject({ channels: z.array(IntelChannel), ...resultFields });
export const IntelVideosFound = z.looseObject({ videos: z.array(IntelVideo), ...resultFields });

/** Asks for one page of a search's results (not in the spec); null asks for the first. */
export const IntelPageSearch = IntelSearch.pick({ query: true }).extend({
  cursor: text({ min: 1, max: LIMITS.cursor }).nullable().default(null),
});

/** Leads to more results (not in the spec); null on the last page. */
const nextPage = z
  .looseObject({
    cursor: z.string(),
    /** The most units of the key's quota that the next page uses; 0 for the sample catalogue. */
    units: z.int(),
  })
  .nullable();
export const IntelChannelsPage = IntelChannelsFound.extend({ next: nextPage });
export const IntelVideosPage = IntelVideosFound.extend({ next: nextPage });

export const BOOKMARK_TYPES = ['channel', 'video'] as const;

/** Follows spec 1 §2 Intel bookmark. */
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
  /** Stored in lower case without repetitions. */
  tags: z
    .array(text({ min: 1, max: LIMITS.bookmarkTag }))
    .max(LIMITS.bookmarkTags)
    .transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))])
    .nullish(),
});

/** Absent fields keep their value (not in the spec). */
export const BookmarkUpdate = BookmarkCreate.pick({ notes: true, tags: true });

/** Follows spec 1 §2 Competitor. */
export const Competitor = z.looseObject({
  channel_id: z.string(),
  title: z.string(),
  /** Does not include the @. */
  custom_url: z.string(),
  custom_url_with_at: z.string(),
  platform_url: z.string(),
  thumbnails: z.record(z.string(), Image),
  subscriber_count: z.int().nullable(),
  video_count: z.int().nullable(),
  view_count: z.int().nullable(),
  /** The time the numbers were read (not in the spec). */
  read_at: Timestamp.optional(),
});
export type Competitor = z.infer<typeof Competitor>;

export const CompetitorAdd = z.strictObject({ identifier: text({ min: 1, max: LIMITS.competitorIdentifier }) });

export const CompetitorAdded = z.looseObject({
  /** The service's id, not the platform's. */
  channel_id: z.int(),
  competitor: Competitor.pick({ channel_id: true, title: true, custom_url: true, custom_url_with_at: true }),
});

/** Leaves out competitors that the platform doesn’t have any more; their last numbers stay (not in the spec). */
export const CompetitorsRefreshed = z.looseObject({ refreshed: z.int(), missing: z.array(z.string()) });
export type CompetitorsRefreshed = z.infer<typeof CompetitorsRefreshed>;

/**
 * Lists the competitors that could not be loaded too, so that one failure does not hide the others' videos (not in the
 * spec).
 */
export const CompetitorsLatest = z.looseObject({
  videos: z.array(IntelVideo),
  errors: z.array(z.looseObject({ channel_id: z.string(), title: z.string(), error: z.string(), ...causeFields })),
});
