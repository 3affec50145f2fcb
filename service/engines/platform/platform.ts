/** The port for adapters to the external platform's channels and videos. Engines know no domain. */
import type { PlatformCause } from '#contract/platform-causes.ts';

export const CHANNEL_ID = /^UC[\w-]{10,40}$/;

export interface PlatformChannel {
  channel_id: string;
  /** The name after the @. */
  handle: string;
  title: string;
  description: string;
  thumbnails: Record<string, { url: string }>;
  /** Null if the source doesn't tell, as without a key; the same holds for the other two counts. */
  subscriber_count: number | null;
  video_count: number | null;
  view_count: number | null;
  published_at: Date;
  country: string;
}

export interface PlatformVideo {
  video_id: string;
  channel_id: string;
  title: string;
  description: string;
  published_at: Date;
  thumbnail_url: string;
  /** Null if the source doesn't tell, as in a feed. */
  seconds: number | null;
  view_count: number;
  like_count: number | null;
  comment_count: number | null;
  format: string | null;
  topic: string | null;
  angle: string | null;
  goals: string | null;
  /** The BCP 47 language that is spoken in it, or else of its title; null if unknown. */
  language: string | null;
}

export type ChannelReference = { readonly channel_id: string } | { readonly handle: string };

interface PlatformErrorOptions extends ErrorOptions {
  readonly kind?: PlatformCause;
  readonly detail?: string;
  readonly until?: Date;
}

/** The request cannot be answered now; the message can be shown to people. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  readonly kind: PlatformCause;
  /** The platform's own message. */
  readonly detail: string | undefined;
  /** When a retry can succeed, if known. */
  readonly until: Date | undefined;

  constructor(message: string, { kind = 'unavailable', detail, until, ...options }: PlatformErrorOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.detail = detail;
    this.until = until;
  }
}

/** Returns one vector for each text, in their order, or null if there are none now and search must do without. */
export type TextVectors = (texts: readonly string[]) => Promise<readonly Float32Array[] | null>;

/** Matches video ids of the default platform. */
export const USUAL_VIDEO_ID = /^[A-Za-z0-9_-]{11}$/;

export interface Platform {
  /** Matches a whole video id, anchored at both ends. The API carries up to 20 of `[A-Za-z0-9_-]`. */
  readonly videoIdPattern: RegExp;
  /** True if the channels and videos are invented. */
  readonly isSample: boolean;
  /** True if this is the catalogue only because the connected platform's key is gone. */
  readonly isKeyMissing?: boolean;
  /** True if search is missing, because no key is connected. */
  readonly cannotSearch?: boolean;
  /** Returns null if the platform has no such channel. @throws PlatformError */
  fetchChannel(reference: ChannelReference): Promise<PlatformChannel | null>;
  /** Returns null if the platform has no such video. @throws PlatformError */
  fetchVideo(videoId: string): Promise<PlatformVideo | null>;
  /** Returns those that the platform has, asking for up to 50 at once. @throws PlatformError */
  fetchVideos(videoIds: readonly string[]): Promise<readonly PlatformVideo[]>;
  /** Returns the channel's known videos, newest first. @throws PlatformError */
  fetchUploads(channelId: string): Promise<readonly PlatformVideo[]>;
  /** Returns its newest videos, newest first: fewer than `fetchUploads` does, but at no cost. @throws PlatformError */
  fetchLatest(channelId: string): Promise<readonly PlatformVideo[]>;
  /** Returns the channel's videos if they are known without asking the platform, else null. */
  getKnownUploads(channelId: string): Promise<readonly PlatformVideo[] | null>;
  /** Loads several channels at once, so that reading each later costs nothing. @throws PlatformError */
  prepareChannels(channelIds: readonly string[]): Promise<void>;
  /**
   * Returns the most similar of a page first; their `total` also counts those beyond the page.
   * @throws PlatformError
   */
  searchChannels(query: string, page: SearchPage): Promise<Nearest<PlatformChannel>>;
  /** Works like `searchChannels`. */
  searchVideos(query: string, page: SearchPage): Promise<Nearest<PlatformVideo>>;
}

export interface SearchPage {
  readonly limit: number;
  /** Vectors that rank the results; null leaves the order to the platform. */
  readonly vectors: TextVectors | null;
  /** The previous page's `next.cursor`; null requests the first page. */
  readonly cursor: string | null;
}

/** The position of the next page. */
export interface NextPage {
  readonly cursor: string;
  /** Maximum units of the key's daily quota for the page, including the data its videos are compared with. */
  readonly units: number;
}

export interface Nearest<T> {
  readonly results: readonly T[];
  readonly total: number;
  /** Null after the last page. A ranked page must be a whole one, or the next leaves results out. */
  readonly next: NextPage | null;
}

export const toChannelText = ({ title, description, handle }: PlatformChannel): string =>
  `${title} ${handle} ${description}`;

/** Counts title and topic twice. */
export const toVideoText = ({ title, topic, angle, description }: PlatformVideo): string =>
  [title, title, topic, topic, angle, description].filter((part) => part !== null).join(' ');
