import { DAY_MS } from '#contract/values.ts';
import { CATALOGUE, type CatalogueChannel, type CatalogueVideo } from './catalogue-data.ts';
import { rankByVectors, rankByWords, keepStandout } from './nearness.ts';
import {
  toChannelText,
  type Nearest,
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
  type SearchPage,
  type TextVectors,
  USUAL_VIDEO_ID,
  toVideoText,
} from './platform.ts';

const MAX_LATEST = 15;

/** Returns a stable id of eleven characters. The sample team has bookmarked the very first video. */
const toVideoId = (channel: number, video: number): string =>
  channel === 0 && video === 0 ? 'SAMPLEvid01' : `SAMPLE_${channel + 1}_${String(video).padStart(2, '0')}`;

function toChannel({ id, handle, title, about, country, ...numbers }: CatalogueChannel): PlatformChannel {
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

function toVideo(
  channel: CatalogueChannel,
  channelIndex: number,
  videoIndex: number,
  video: CatalogueVideo,
  { today, getThumbnail }: { readonly today: number; readonly getThumbnail: (videoId: string) => string },
): PlatformVideo {
  const [title, age, ratio, minutes, topic, angle] = video;
  const views = Math.round(channel.usual * ratio) + videoIndex * 7;
  const video_id = toVideoId(channelIndex, videoIndex);
  return {
    video_id,
    channel_id: channel.id,
    title,
    topic,
    angle,
    description: `Sample video. ${angle}`,
    published_at: new Date(today - age * DAY_MS),
    thumbnail_url: getThumbnail(video_id),
    seconds: minutes * 60 + ((videoIndex * 17) % 60),
    view_count: views,
    like_count: Math.round(views * 0.044),
    comment_count: Math.round(views * 0.005),
    format: null,
    goals: null,
    language: 'en',
  };
}

async function rankItems<T>(
  query: string,
  items: readonly T[],
  toText: (item: T) => string,
  vectors: TextVectors | null,
): Promise<readonly T[]> {
  const rankedItems = vectors && (await rankByVectors(query, items, toText, vectors));
  return rankedItems ? keepStandout(rankedItems) : rankByWords(query, items, toText);
}

/** Cursors are the index of the next result. */
function slicePage<T>(items: readonly T[], { limit, cursor }: SearchPage): Nearest<T> {
  const start = cursor === null ? 0 : Number(cursor);
  if (!Number.isInteger(start) || start < 0) {
    throw new PlatformError('The sample catalogue can’t continue this search. Search again.', { kind: 'page_expired' });
  }
  const end = start + limit;
  return {
    results: items.slice(start, end),
    total: items.length,
    next: end < items.length ? { cursor: String(end), units: 0 } : null,
  };
}

/**
 * Keeps the videos' ages, so that some are always recent; publication dates move with the day.
 * @param getThumbnail returns a video's thumbnail address; by default there are no thumbnails.
 */
export function createCatalogue(now: () => Date, getThumbnail: (videoId: string) => string = () => ''): Platform {
  const channels = CATALOGUE.map(toChannel);
  const createVideos = (): PlatformVideo[] => {
    const today = Math.floor(now().getTime() / DAY_MS) * DAY_MS;
    return CATALOGUE.flatMap((channel, channelIndex) =>
      channel.videos.map((video, videoIndex) =>
        toVideo(channel, channelIndex, videoIndex, video, { today, getThumbnail }),
      ),
    );
  };
  const listUploads = (id: string): PlatformVideo[] =>
    createVideos()
      .filter(({ channel_id }) => channel_id === id)
      .toSorted((a, b) => b.published_at.getTime() - a.published_at.getTime());
  return {
    videoIdPattern: USUAL_VIDEO_ID,
    isSample: true,
    fetchChannel: (reference) => {
      const match = channels.find((channel) =>
        'handle' in reference
          ? channel.handle.toLowerCase() === reference.handle.toLowerCase()
          : channel.channel_id === reference.channel_id,
      );
      return Promise.resolve(match ?? null);
    },
    fetchVideo: (id) => Promise.resolve(createVideos().find(({ video_id }) => video_id === id) ?? null),
    fetchVideos: (ids) => Promise.resolve(createVideos().filter(({ video_id }) => ids.includes(video_id))),
    fetchUploads: (id) => Promise.resolve(listUploads(id)),
    getKnownUploads: (id) => Promise.resolve(listUploads(id)),
    prepareChannels: () => Promise.resolve(),
    fetchLatest: (id) => Promise.resolve(listUploads(id).slice(0, MAX_LATEST)),
    searchChannels: async (query, page) =>
      slicePage(await rankItems(query, channels, toChannelText, page.vectors), page),
    searchVideos: async (query, page) =>
      slicePage(await rankItems(query, createVideos(), toVideoText, page.vectors), page),
  };
}
