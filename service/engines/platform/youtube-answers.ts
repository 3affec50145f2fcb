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

const unknown = { format: null, topic: null, angle: null, goals: null, language: null } as const;

/** YouTube says `zxx` of videos in which nobody speaks, and `und` where it doesn’t know. */
const languageOf = (tag: string): string | null => (/^(zxx|und)?$/.test(tag) ? null : tag);

export const Videos = list(
  z
    .object({
      id: z.string(),
      snippet: z.object({
        channelId: z.string(),
        title: text,
        description: text,
        publishedAt: when,
        thumbnails,
        defaultAudioLanguage: text,
        defaultLanguage: text,
      }),
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
      language: languageOf(snippet.defaultAudioLanguage) ?? languageOf(snippet.defaultLanguage),
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

/** Reads where a search continues; null where it ends. */
export const FoundNext = z
  .object({ nextPageToken: z.string().min(1) })
  .transform(({ nextPageToken }) => nextPageToken)
  .nullable()
  .catch(null);

/** Reads the reason of an error, such as `quotaExceeded`; empty if none is given. */
export const Refusal = z
  .object({ error: z.object({ message: text, errors: z.array(z.object({ reason: text })).catch([]) }) })
  .transform(({ error }) => ({ message: error.message, reason: error.errors[0]?.reason ?? '' }))
  .catch({ message: '', reason: '' });

const firstOf = (name: string, within: Parameters<typeof DomUtils.getElementsByTagName>[1]) =>
  DomUtils.getElementsByTagName(name, within, true, 1)[0];

const wordsOf = (name: string, within: Parameters<typeof DomUtils.getElementsByTagName>[1]): string => {
  const element = firstOf(name, within);
  return element ? DomUtils.textContent(element).trim() : '';
};

export interface ChannelFeed {
  readonly title: string;
  readonly published_at: Date;
  /** Holds up to 15, newest first, without length and comments, which feeds lack. */
  readonly videos: readonly PlatformVideo[];
}

/** Returns null if the text isn't a feed. */
export function channelFeed(xml: string, channel_id: string): ChannelFeed | null {
  const document = parseDocument(xml, { xmlMode: true });
  const feed = firstOf('feed', document);
  if (!feed) return null;
  // The feed's own elements stand before its entries.
  const own = feed.children.filter((child) => !('name' in child && child.name === 'entry'));
  const videos = DomUtils.getElementsByTagName('entry', feed).flatMap((entry): PlatformVideo[] => {
    const video_id = wordsOf('yt:videoId', entry);
    if (!/^[\w-]{11}$/.test(video_id)) return [];
    return [
      {
        ...unknown,
        video_id,
        channel_id,
        title: wordsOf('title', entry),
        description: wordsOf('media:description', entry),
        published_at: when.parse(wordsOf('published', entry)),
        thumbnail_url: firstOf('media:thumbnail', entry)?.attribs['url'] ?? '',
        seconds: null,
        view_count: count.parse(firstOf('media:statistics', entry)?.attribs['views']),
        like_count: countOrNone.parse(firstOf('media:starRating', entry)?.attribs['count']),
        comment_count: null,
      },
    ];
  });
  return { title: wordsOf('title', own), published_at: when.parse(wordsOf('published', own)), videos };
}

export interface ChannelPage {
  readonly channel_id: string;
  readonly description: string;
  /** Is empty if the page names none. */
  readonly picture: string;
}

const CHANNEL_ID = /^UC[\w-]{10,40}$/;

/** Finds the channel in the links by which a page names its feed and itself; null if it names none. */
export function channelPage(html: string): ChannelPage | null {
  const document = parseDocument(html);
  const links = DomUtils.getElementsByTagName('link', document).map(({ attribs }) => attribs);
  const metas = DomUtils.getElementsByTagName('meta', document).map(({ attribs }) => attribs);
  const named = (rel: string, type?: string): URL | null => {
    const link = links.find((one) => one['rel'] === rel && (type === undefined || one['type'] === type));
    const href = link?.['href'] ?? '';
    return URL.canParse(href) ? new URL(href) : null;
  };
  const meta = (property: string): string => metas.find((one) => one['property'] === property)?.['content'] ?? '';
  const ids = [
    named('alternate', 'application/rss+xml')?.searchParams.get('channel_id'),
    named('canonical')?.pathname.replace(/^\/channel\//, ''),
  ];
  const channel_id = ids.find((id) => id != null && CHANNEL_ID.test(id));
  if (channel_id == null) return null;
  const picture = meta('og:image');
  return { channel_id, description: meta('og:description'), picture: picture.startsWith('https://') ? picture : '' };
}
