/** Parses the answers of the data API (developers.google.com/youtube/v3/docs) and a channel's public feed. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { z } from 'zod';

import type { PlatformChannel, PlatformVideo } from './platform.ts';

/** Numbers arrive as text; hidden ones are missing. */
const count = z.coerce.number().int().nonnegative().catch(0);
const countOrNone = z.coerce.number().int().nonnegative().nullable().catch(null);
const text = z.string().catch('');
/** Is before every video; a date that can't be read, or can't be, counts as unknown: 1970. */
const UNKNOWN = new Date(0);
const EARLIEST = Date.UTC(2005, 0);
const when = z.coerce
  .date()
  .transform((date) => (date.getTime() < EARLIEST ? UNKNOWN : date))
  .catch(UNKNOWN);
const thumbnails = z.record(z.string(), z.looseObject({ url: z.url({ protocol: /^https$/ }) })).catch({});

/** Keeps the items of a list that can be read. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .object({ items: z.array(z.unknown()).default([]) })
    .transform(({ items }) => items.map((one) => item.safeParse(one).data).filter((one) => one !== undefined));

export const Channels = list(
  z
    .object({
      id: z.string(),
      snippet: z.object({
        title: text,
        description: text,
        customUrl: text,
        country: text,
        publishedAt: when,
        thumbnails,
      }),
      statistics: z.object({ subscriberCount: count, videoCount: count, viewCount: count }),
    })
    .transform(({ id, snippet, statistics }): PlatformChannel => ({
      channel_id: id,
      handle: snippet.customUrl.replace(/^@/, ''),
      title: snippet.title,
      description: snippet.description,
      country: snippet.country,
      thumbnails: snippet.thumbnails,
      subscriber_count: statistics.subscriberCount,
      video_count: statistics.videoCount,
      view_count: statistics.viewCount,
      published_at: snippet.publishedAt,
    })),
);

/** Parses an ISO 8601 duration; returns 0 for a live video or an unreadable duration. */
function secondsOf(duration: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!parts) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const pictureOf = (pictures: Readonly<Record<string, { url: string } | undefined>>): string =>
  (pictures['maxres'] ?? pictures['standard'] ?? pictures['high'] ?? pictures['medium'] ?? pictures['default'])?.url ??
  '';

const unknown = { format: null, topic: null, angle: null, goals: null } as const;

export const Videos = list(
  z
    .object({
      id: z.string(),
      snippet: z.object({ channelId: z.string(), title: text, description: text, publishedAt: when, thumbnails }),
      contentDetails: z.object({ duration: text }),
      statistics: z.object({ viewCount: count, likeCount: countOrNone, commentCount: countOrNone }),
    })
    .transform(({ id, snippet, contentDetails, statistics }): PlatformVideo => ({
      ...unknown,
      video_id: id,
      channel_id: snippet.channelId,
      title: snippet.title,
      description: snippet.description,
      published_at: snippet.publishedAt,
      thumbnail_url: pictureOf(snippet.thumbnails),
      seconds: secondsOf(contentDetails.duration),
      view_count: statistics.viewCount,
      like_count: statistics.likeCount,
      comment_count: statistics.commentCount,
    })),
);

export const PlaylistItems = list(
  z.object({ contentDetails: z.object({ videoId: z.string() }) }).transform((item) => item.contentDetails.videoId),
);

/** Reads the ids of the channels or videos that a search found. */
export const Found = list(
  z
    .object({ id: z.union([z.object({ videoId: z.string() }), z.object({ channelId: z.string() })]) })
    .transform(({ id }) => ('videoId' in id ? id.videoId : id.channelId)),
);

export const FoundTotal = z
  .object({ pageInfo: z.object({ totalResults: count }) })
  .transform(({ pageInfo }) => pageInfo.totalResults)
  .catch(0);

/** Reads the reason of an error, such as `quotaExceeded`; empty if none is given. */
export const Refusal = z
  .object({ error: z.object({ message: text, errors: z.array(z.object({ reason: text })).catch([]) }) })
  .transform(({ error }) => ({ message: error.message, reason: error.errors[0]?.reason ?? '' }))
  .catch({ message: '', reason: '' });

/**
 * Returns up to 15 videos of a channel's feed, newest first; null if it isn't a feed. Feeds have neither length nor
 * comments.
 */
export function feedVideos(xml: string, channel_id: string): PlatformVideo[] | null {
  const document = parseDocument(xml, { xmlMode: true });
  if (DomUtils.getElementsByTagName('feed', document, true, 1).length === 0) return null;
  return DomUtils.getElementsByTagName('entry', document).flatMap((entry): PlatformVideo[] => {
    const first = (name: string) => DomUtils.getElementsByTagName(name, entry, true, 1)[0];
    const words = (name: string): string => {
      const element = first(name);
      return element ? DomUtils.textContent(element).trim() : '';
    };
    const video_id = words('yt:videoId');
    if (!/^[\w-]{11}$/.test(video_id)) return [];
    return [
      {
        ...unknown,
        video_id,
        channel_id,
        title: words('title'),
        description: words('media:description'),
        published_at: when.parse(words('published')),
        thumbnail_url: first('media:thumbnail')?.attribs['url'] ?? '',
        seconds: null,
        view_count: count.parse(first('media:statistics')?.attribs['views']),
        like_count: countOrNone.parse(first('media:starRating')?.attribs['count']),
        comment_count: null,
      },
    ];
  });
}
