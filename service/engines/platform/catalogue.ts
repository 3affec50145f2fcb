import { CATALOGUE, type CatalogueChannel, type CatalogueVideo } from './catalogue-data.ts';
import { byNearness, nearest, standingOut } from './nearness.ts';
import {
  channelText,
  type Nearest,
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
  type SearchPage,
  type TextVectors,
  USUAL_VIDEO_ID,
  videoText,
} from './platform.ts';

const DAY_MS = 86_400_000;
const LATEST = 15;

/** Returns a stable id of eleven characters. The sample team has bookmarked the very first video. */
const videoId = (channel: number, video: number): string =>
  channel === 0 && video === 0 ? 'SAMPLEvid01' : `SAMPLE_${channel + 1}_${String(video).padStart(2, '0')}`;

function channelOf({ id, handle, title, about, country, ...numbers }: CatalogueChannel): PlatformChannel {
  return {
    channel_id: id,
    handle,
    title,
    description: about,
    country,
    thumbnails: {},
    subscriber_count: numbers.subscribers,
    video_count: numbers.videosInAll,
    view_count: numbers.views,
    published_at: new Date(Date.UTC(2016, handle.length % 12, 1)),
  };
}

function videoOf(
  channel: CatalogueChannel,
  at: number,
  place: number,
  video: CatalogueVideo,
  { today, thumbnailOf }: { readonly today: number; readonly thumbnailOf: (videoId: string) => string },
): PlatformVideo {
  const [title, age, ratio, minutes, topic, angle] = video;
  const views = Math.round(channel.usual * ratio) + place * 7;
  const video_id = videoId(at, place);
  return {
    video_id,
    channel_id: channel.id,
    title,
    topic,
    angle,
    description: `Sample video. ${angle}`,
    published_at: new Date(today - age * DAY_MS),
    thumbnail_url: thumbnailOf(video_id),
    seconds: minutes * 60 + ((place * 17) % 60),
    view_count: views,
    like_count: Math.round(views * 0.044),
    comment_count: Math.round(views * 0.005),
    format: null,
    goals: null,
    language: 'en',
  };
}

async function near<T>(
  query: string,
  all: readonly T[],
  textOf: (thing: T) => string,
  vectors: TextVectors | null,
): Promise<readonly T[]> {
  const ranked = vectors && (await byNearness(query, all, textOf, vectors));
  return ranked ? standingOut(ranked) : nearest(query, all, textOf);
}

/** Cursors are the place of the next result. */
function pageOf<T>(all: readonly T[], { limit, cursor }: SearchPage): Nearest<T> {
  const from = cursor === null ? 0 : Number(cursor);
  if (!Number.isInteger(from) || from < 0) {
    throw new PlatformError('The sample catalogue can’t continue this search. Search again.', { kind: 'page_expired' });
  }
  const to = from + limit;
  return {
    found: all.slice(from, to),
    total: all.length,
    next: to < all.length ? { cursor: String(to), units: 0 } : null,
  };
}

/**
 * Keeps the videos' ages, so that something is always recent; publication dates move with the day.
 * @param thumbnailOf returns a video's thumbnail address; by default there are no thumbnails.
 */
export function createCatalogue(now: () => Date, thumbnailOf: (videoId: string) => string = () => ''): Platform {
  const channels = CATALOGUE.map(channelOf);
  const videos = (): PlatformVideo[] => {
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    return CATALOGUE.flatMap((channel, at) =>
      channel.videos.map((video, place) => videoOf(channel, at, place, video, { today, thumbnailOf })),
    );
  };
  const uploads = (id: string): PlatformVideo[] =>
    videos()
      .filter(({ channel_id }) => channel_id === id)
      .toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
  return {
    videoId: USUAL_VIDEO_ID,
    isSample: true,
    channel: (reference) => {
      const found = channels.find((channel) =>
        'handle' in reference
          ? channel.handle.toLowerCase() === reference.handle.toLowerCase()
          : channel.channel_id === reference.channel_id,
      );
      return Promise.resolve(found ?? null);
    },
    video: (id) => Promise.resolve(videos().find(({ video_id }) => video_id === id) ?? null),
    videos: (ids) => Promise.resolve(videos().filter(({ video_id }) => ids.includes(video_id))),
    uploads: (id) => Promise.resolve(uploads(id)),
    knownUploads: (id) => Promise.resolve(uploads(id)),
    prepareChannels: () => Promise.resolve(),
    latest: (id) => Promise.resolve(uploads(id).slice(0, LATEST)),
    searchChannels: async (query, page) => pageOf(await near(query, channels, channelText, page.vectors), page),
    searchVideos: async (query, page) => pageOf(await near(query, videos(), videoText, page.vectors), page),
  };
}
