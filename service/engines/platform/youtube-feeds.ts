/**
 * Reads YouTube without a key: public pages say which channel a handle belongs to, and public feeds have its newest
 * videos. What they lack stays unknown, and what only the data API knows says that it needs a key.
 */
import { Kept } from './kept-answers.ts';
import { type Platform, PlatformError, type PlatformChannel, type PlatformVideo, USUAL_VIDEO_ID } from './platform.ts';
import { channelPage, type ChannelFeed, type ChannelPage } from './youtube-answers.ts';
import { type Read, readFeed, readText, refusal } from './youtube-requests.ts';

interface YouTubeFeedsOptions {
  readonly read: Read;
  now(): Date;
  readonly feeds?: string;
  /** Is where the pages of channels are; ends without a slash. */
  readonly pages?: string;
}

const PAGES = 'https://www.youtube.com';
/** Bounds the videos that are remembered from feeds, because a feed is the only way to a single video. */
const MAX_SEEN = 5000;

const keyNeeded = (): PlatformError =>
  new PlatformError('Without a key, YouTube can’t be searched. Connect a key in Settings.', { kind: 'key_needed' });

export class YouTubeFeeds implements Platform {
  readonly videoId = USUAL_VIDEO_ID;
  readonly isSample = false;
  readonly cannotSearch = true;
  readonly #options: YouTubeFeedsOptions;
  readonly #feeds: Kept<ChannelFeed>;
  readonly #pages: Kept<ChannelPage | null>;
  readonly #seen = new Map<string, PlatformVideo>();

  constructor(options: YouTubeFeedsOptions) {
    this.#options = options;
    this.#feeds = new Kept(() => options.now());
    this.#pages = new Kept(() => options.now());
  }

  async channel(reference: Parameters<Platform['channel']>[0]): Promise<PlatformChannel | null> {
    const page = 'handle' in reference ? await this.#page(reference.handle) : null;
    if ('handle' in reference && page === null) return null;
    const channel_id = 'handle' in reference ? (page?.channel_id ?? '') : reference.channel_id;
    const feed = await this.#feedOrNone(channel_id);
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
  video(videoId: string): Promise<PlatformVideo | null> {
    const seen = this.#seen.get(videoId);
    return seen ? Promise.resolve(seen) : Promise.reject(keyNeeded());
  }

  /** Only knows videos of the feeds read so far. @throws PlatformError if it knows none of them */
  videos(videoIds: readonly string[]): Promise<readonly PlatformVideo[]> {
    const found = videoIds.flatMap((id) => this.#seen.get(id) ?? []);
    return found.length > 0 || videoIds.length === 0 ? Promise.resolve(found) : Promise.reject(keyNeeded());
  }

  async uploads(channelId: string): Promise<readonly PlatformVideo[]> {
    return (await this.#feed(channelId)).videos;
  }

  async latest(channelId: string): Promise<readonly PlatformVideo[]> {
    return (await this.#read(channelId)).videos;
  }

  async knownUploads(channelId: string): Promise<readonly PlatformVideo[] | null> {
    return (await this.#feeds.peek(channelId)?.catch(() => null))?.videos ?? null; // told to whoever asked for them
  }

  prepareChannels(): Promise<void> {
    return Promise.resolve();
  }

  searchChannels(): Promise<never> {
    return Promise.reject(keyNeeded());
  }

  searchVideos(): Promise<never> {
    return Promise.reject(keyNeeded());
  }

  #feed(channelId: string): Promise<ChannelFeed> {
    return this.#feeds.get(channelId, () => this.#read(channelId));
  }

  async #read(channelId: string): Promise<ChannelFeed> {
    const feed = await readFeed(this.#options, channelId);
    for (const video of feed.videos) {
      this.#seen.delete(video.video_id);
      this.#seen.set(video.video_id, video);
    }
    for (const [oldest] of this.#seen) {
      if (this.#seen.size <= MAX_SEEN) break;
      this.#seen.delete(oldest);
    }
    return feed;
  }

  async #feedOrNone(channelId: string): Promise<ChannelFeed | null> {
    try {
      return await this.#feed(channelId);
    } catch (error) {
      if (error instanceof PlatformError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  /** Returns null if there is no such page. @throws PlatformError if the page doesn't say which channel it shows */
  #page(handle: string): Promise<ChannelPage | null> {
    return this.#pages.get(handle.toLowerCase(), async () => {
      const { pages = PAGES, read, now } = this.#options;
      const address = `${pages}/@${encodeURIComponent(handle)}`;
      const { status, text } = await readText(read, address, { Accept: 'text/html' });
      if (status === 404) return null;
      if (status !== 200) throw refusal(status, text, now());
      const page = channelPage(text);
      if (page) return page;
      throw new PlatformError('YouTube didn’t say which channel this is. Enter its link with the channel ID.', {
        kind: 'id_needed',
      });
    });
  }
}
