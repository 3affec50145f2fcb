/** The port of every adapter that knows channels and videos of the external platform. Engines know no domain. */
export interface PlatformChannel {
  channel_id: string;
  /** Without @. */
  handle: string;
  title: string;
  description: string;
  thumbnails: Record<string, { url: string }>;
  subscriber_count: number;
  video_count: number;
  view_count: number;
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
  seconds: number;
  view_count: number;
  like_count: number | null;
  comment_count: number | null;
  format: string | null;
  topic: string | null;
  angle: string | null;
  goals: string | null;
}

export type ChannelReference = { readonly channel_id: string } | { readonly handle: string };

/** What is asked for cannot be had now; the message is a sentence for people. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
}

/** One vector for each text, in their order; null: there are none now, and nearness is found without. */
export type TextVectors = (texts: readonly string[]) => Promise<readonly Float32Array[] | null>;

export interface Platform {
  /** Its channels and videos are invented. */
  readonly isSample: boolean;
  /** Null: the platform has no such channel. @throws PlatformError */
  channel(reference: ChannelReference): Promise<PlatformChannel | null>;
  /** Null: the platform has no such video. @throws PlatformError */
  video(videoId: string): Promise<PlatformVideo | null>;
  /** The channel's videos, newest first, as far as they are known. @throws PlatformError */
  uploads(channelId: string): Promise<readonly PlatformVideo[]>;
  /** Its newest videos, newest first: fewer than `uploads`, and asked for at no cost. @throws PlatformError */
  latest(channelId: string): Promise<readonly PlatformVideo[]>;
  /**
   * The nearest first; `total` is how many there are beyond the limit.
   * @param vectors what nearness is taken from; null leaves it to the platform.
   * @throws PlatformError
   */
  searchChannels(query: string, limit: number, vectors: TextVectors | null): Promise<Nearest<PlatformChannel>>;
  /** As `searchChannels`. */
  searchVideos(query: string, limit: number, vectors: TextVectors | null): Promise<Nearest<PlatformVideo>>;
}

export interface Nearest<T> {
  readonly found: readonly T[];
  readonly total: number;
}

export const channelText = ({ title, description, handle }: PlatformChannel): string =>
  `${title} ${handle} ${description}`;

/** What it is called counts twice. */
export const videoText = ({ title, topic, angle, description }: PlatformVideo): string =>
  [title, title, topic, topic, angle, description].filter((part) => part !== null).join(' ');
