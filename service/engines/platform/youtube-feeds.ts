/**
 * Reads YouTube without a key: public pages map handles to channels, and public feeds list the newest
 * videos. Missing fields are unknown, and data that only the API has throws an error that a key is needed.
 */
import { AnswerCache } from './answer-cache.ts';
import { type Platform, PlatformError, type PlatformChannel, type PlatformVideo, USUAL_VIDEO_ID } from './platform.ts';
import { parseChannelPage, type ChannelFeed, type ChannelPage } from './youtube-answers.ts';
import { type Read, readFeed, readText, toRefusal } from './youtube-requests.ts';

interface YouTubeFeedsOptions {
  readonly read: Read;
  now(): Date;
  readonly feeds?: string;
  /** Base URL of channel pages, without a trailing slash. */
  readonly pages?: string;
}

const PAGES_URL = 'https://www.youtube.com';
/** Maximum number of videos cached from feeds, which are the only source of a single video. */
const MAX_KNOWN_VIDEOS = 5000;

const createKeyNeededError = (): PlatformError =>
  new PlatformError('Without a key, YouTube can’t be searched. Connect a key in Settings.', { kind: 'key_needed' });

export class YouTubeFeeds implements Platform {
  readonly videoIdPattern = USUAL_VIDEO_ID;
  readonly isSample = false;
  readonly cannotSearch = true;
  readonly #options: YouTubeFeedsOptions;
  readonly #feeds: AnswerCache<ChannelFeed>;
  readonly #pages: AnswerCache<ChannelPage | null>;
  readonly #knownVideos = new Map<string, PlatformVideo>();

  constructor(options: YouTubeFeedsOptions) {
    this.#options = options;
    this.#feeds = new AnswerCache(() => options.now());
    this.#pages = new AnswerCache(() => options.now());
  }

  async fetchChannel(reference: Parameters<Platform['fetchChannel']>[0]): Promise<PlatformChannel | null> {
    const page = 'handle' in reference ? await this.#readPage(reference.handle) : null;
    if ('handle' in reference && page === null) return null;
    const channel_id = 'handle' in reference ? (page?.channel_id ?? '') : reference.channel_id;
    const feed = await this.#findFeed(channel_id);
    return (
      feed && {
        channel_id,
        handle: 'handle' in reference ? reference.handle : '',
        title: feed.title,
        description: page?.description ?? '',
        thumbnails: page === null || page.picture === '' ? {} : { default: { url: page.picture } },
        subscriber_count: null,
        video_count: null,
        view_count: null,
        published_at: feed.published_at,
        country: '',
      }
    );
  }

  /** Only knows videos of the feeds read so far. */
  fetchVideo(videoId: string): Promise<PlatformVideo | null> {
    const knownVideo = this.#knownVideos.get(videoId);
    return knownVideo ? Promise.resolve(knownVideo) : Promise.reject(createKeyNeededError());
  }

  /** Only knows videos of the feeds read so far. @throws PlatformError if it knows none of them */
  fetchVideos(videoIds: readonly string[]): Promise<readonly PlatformVideo[]> {
    const videos = videoIds.flatMap((id) => this.#knownVideos.get(id) ?? []);
    return videos.length > 0 || videoIds.length === 0
      ? Promise.resolve(videos)
      : Promise.reject(createKeyNeededError());
  }

  async fetchUploads(channelId: string): Promise<readonly PlatformVideo[]> {
    return (await this.#getFeed(channelId)).videos;
  }

  async fetchLatest(channelId: string): Promise<readonly PlatformVideo[]> {
    return (await this.#readFeed(channelId)).videos;
  }

  async getKnownUploads(channelId: string): Promise<readonly PlatformVideo[] | null> {
    return (await this.#feeds.peek(channelId)?.catch(() => null))?.videos ?? null; // the original caller gets the error
  }

  prepareChannels(): Promise<void> {
    return Promise.resolve();
  }

  searchChannels(): Promise<never> {
    return Promise.reject(createKeyNeededError());
  }

  searchVideos(): Promise<never> {
    return Promise.reject(createKeyNeededError());
  }

  #getFeed(channelId: string): Promise<ChannelFeed> {
    return this.#feeds.get(channelId, () => this.#readFeed(channelId));
  }

  async #readFeed(channelId: string): Promise<ChannelFeed> {
    const feed = await readFeed(this.#options, channelId);
    for (const video of feed.videos) {
      this.#knownVideos.delete(video.video_id);
      this.#knownVideos.set(video.video_id, video);
    }
    for (const [oldest] of this.#knownVideos) {
      if (this.#knownVideos.size <= MAX_KNOWN_VIDEOS) break;
      this.#knownVideos.delete(oldest);
    }
    return feed;
  }

  async #findFeed(channelId: string): Promise<ChannelFeed | null> {
    try {
      return await this.#getFeed(channelId);
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  /** Returns null if there is no such page. @throws PlatformError if the page doesn't say which channel it shows */
  #readPage(handle: string): Promise<ChannelPage | null> {
    return this.#pages.get(handle.toLowerCase(), async () => {
      const { pages = PAGES_URL, read, now } = this.#options;
      const address = `${pages}/@${encodeURIComponent(handle)}`;
      const { status, text } = await readText(read, address, { Accept: 'text/html' });
      if (status === 404) return null;
      if (status !== 200) throw toRefusal(status, text, now());
      const page = parseChannelPage(text);
      if (page) return page;
      throw new PlatformError('YouTube didn’t say which channel this is. Enter its link with the channel ID.', {
        kind: 'id_needed',
      });
    });
  }
}
