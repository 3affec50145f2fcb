/** Parses the answers of the data API (developers.google.com/youtube/v3/docs) and a channel's public feed. */
import { DomUtils, parseDocument } from 'htmlparser2';
import { z } from 'zod';

import { FIRST_VIDEO_TIME } from '#contract/video-platform.ts';

import { CHANNEL_ID, type PlatformChannel, type PlatformVideo } from './platform.ts';

/** Numbers arrive as text; hidden ones are missing. */
const count = z.coerce.number().int().nonnegative().catch(0);
const countOrNull = z.coerce.number().int().nonnegative().nullable().catch(null);
const text = z.string().catch('');
/** Earlier than every video; stands for an unreadable or impossible date. */
const UNKNOWN_DATE = new Date(0);
const dateOrUnknown = z.coerce
  .date()
  .transform((date) => (date.getTime() < FIRST_VIDEO_TIME ? UNKNOWN_DATE : date))
  .catch(UNKNOWN_DATE);
const thumbnails = z.record(z.string(), z.looseObject({ url: z.url({ protocol: /^https$/ }) })).catch({});

/** Keeps the items of a list that can be read. */
const list = <T extends z.ZodType>(item: T) =>
  z
    .object({ items: z.array(z.unknown()).default([]) })
    .transform(({ items }) => items.map((entry) => item.safeParse(entry).data).filter((entry) => entry !== undefined));

export const Channels = list(
  z
    .object({
      id: z.string(),
      snippet: z.object({
        title: text,
        description: text,
        customUrl: text,
        country: text,
        publishedAt: dateOrUnknown,
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
function parseDuration(duration: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!parts) return 0;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const pickLargestThumbnail = (pictures: Readonly<Record<string, { url: string } | undefined>>): string =>
  (pictures['maxres'] ?? pictures['standard'] ?? pictures['high'] ?? pictures['medium'] ?? pictures['default'])?.url ??
  '';

const UNKNOWN_FIELDS = { format: null, topic: null, angle: null, goals: null, language: null } as const;

/** YouTube uses `zxx` for videos without speech and `und` for unknown. */
const toLanguage = (tag: string): string | null => (/^(zxx|und)?$/.test(tag) ? null : tag);

export const Videos = list(
  z
    .object({
      id: z.string(),
      snippet: z.object({
        channelId: z.string(),
        title: text,
        description: text,
        publishedAt: dateOrUnknown,
        thumbnails,
        defaultAudioLanguage: text,
        defaultLanguage: text,
      }),
      contentDetails: z.object({ duration: text }),
      statistics: z.object({ viewCount: count, likeCount: countOrNull, commentCount: countOrNull }),
    })
    .transform(({ id, snippet, contentDetails, statistics }): PlatformVideo => ({
      ...UNKNOWN_FIELDS,
      video_id: id,
      channel_id: snippet.channelId,
      title: snippet.title,
      description: snippet.description,
      published_at: snippet.publishedAt,
      thumbnail_url: pickLargestThumbnail(snippet.thumbnails),
      seconds: parseDuration(contentDetails.duration),
      view_count: statistics.viewCount,
      like_count: statistics.likeCount,
      comment_count: statistics.commentCount,
      language: toLanguage(snippet.defaultAudioLanguage) ?? toLanguage(snippet.defaultLanguage),
    })),
);

export const PlaylistItems = list(
  z.object({ contentDetails: z.object({ videoId: z.string() }) }).transform((item) => item.contentDetails.videoId),
);

/** Reads the ids of the channels or videos that a search found. */
export const SearchIds = list(
  z
    .object({ id: z.union([z.object({ videoId: z.string() }), z.object({ channelId: z.string() })]) })
    .transform(({ id }) => ('videoId' in id ? id.videoId : id.channelId)),
);

export const SearchTotal = z
  .object({ pageInfo: z.object({ totalResults: count }) })
  .transform(({ pageInfo }) => pageInfo.totalResults)
  .catch(0);

/** Reads the cursor of the next page; null on the last page. */
export const SearchNextPage = z
  .object({ nextPageToken: z.string().min(1) })
  .transform(({ nextPageToken }) => nextPageToken)
  .nullable()
  .catch(null);

/** Reads the reason of an error, such as `quotaExceeded`; empty if none is given. */
export const Refusal = z
  .object({ error: z.object({ message: text, errors: z.array(z.object({ reason: text })).catch([]) }) })
  .transform(({ error }) => ({ message: error.message, reason: error.errors[0]?.reason ?? '' }))
  .catch({ message: '', reason: '' });

const findElement = (name: string, parent: Parameters<typeof DomUtils.getElementsByTagName>[1]) =>
  DomUtils.getElementsByTagName(name, parent, true, 1)[0];

const readText = (name: string, parent: Parameters<typeof DomUtils.getElementsByTagName>[1]): string => {
  const element = findElement(name, parent);
  return element ? DomUtils.textContent(element).trim() : '';
};

export interface ChannelFeed {
  readonly title: string;
  readonly published_at: Date;
  /** Up to 15, newest first, without length and comments, which feeds lack. */
  readonly videos: readonly PlatformVideo[];
}

/** Returns null if the text isn't a feed. */
export function parseChannelFeed(xml: string, channel_id: string): ChannelFeed | null {
  const document = parseDocument(xml, { xmlMode: true });
  const feed = findElement('feed', document);
  if (!feed) return null;
  // The feed's own elements stand before its entries.
  const feedElements = feed.children.filter((child) => !('name' in child && child.name === 'entry'));
  const videos = DomUtils.getElementsByTagName('entry', feed).flatMap((entry): PlatformVideo[] => {
    const video_id = readText('yt:videoId', entry);
    if (!/^[\w-]{11}$/.test(video_id)) return [];
    return [
      {
        ...UNKNOWN_FIELDS,
        video_id,
        channel_id,
        title: readText('title', entry),
        description: readText('media:description', entry),
        published_at: dateOrUnknown.parse(readText('published', entry)),
        thumbnail_url: findElement('media:thumbnail', entry)?.attribs['url'] ?? '',
        seconds: null,
        view_count: count.parse(findElement('media:statistics', entry)?.attribs['views']),
        like_count: countOrNull.parse(findElement('media:starRating', entry)?.attribs['count']),
        comment_count: null,
      },
    ];
  });
  return {
    title: readText('title', feedElements),
    published_at: dateOrUnknown.parse(readText('published', feedElements)),
    videos,
  };
}

export interface ChannelPage {
  readonly channel_id: string;
  readonly description: string;
  /** Empty if the page has none. */
  readonly picture: string;
}

/** Finds the channel in the links by which a page names its feed and itself; null if it names none. */
export function parseChannelPage(html: string): ChannelPage | null {
  const document = parseDocument(html);
  const links = DomUtils.getElementsByTagName('link', document).map(({ attribs }) => attribs);
  const metas = DomUtils.getElementsByTagName('meta', document).map(({ attribs }) => attribs);
  const findLink = (rel: string, type?: string): URL | null => {
    const link = links.find((entry) => entry['rel'] === rel && (type === undefined || entry['type'] === type));
    const href = link?.['href'] ?? '';
    return URL.canParse(href) ? new URL(href) : null;
  };
  const findMeta = (property: string): string =>
    metas.find((entry) => entry['property'] === property)?.['content'] ?? '';
  const ids = [
    findLink('alternate', 'application/rss+xml')?.searchParams.get('channel_id'),
    findLink('canonical')?.pathname.replace(/^\/channel\//, ''),
  ];
  const channel_id = ids.find((id) => id != null && CHANNEL_ID.test(id));
  if (channel_id == null) return null;
  const picture = findMeta('og:image');
  return {
    channel_id,
    description: findMeta('og:description'),
    picture: picture.startsWith('https://') ? picture : '',
  };
}
