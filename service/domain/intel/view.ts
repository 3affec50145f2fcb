import { LIMITS } from '#contract/limits.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';

import {
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
} from '../../engines/platform/platform.ts';
import { measure } from './outliers.ts';

/** Cuts by code points, so that no character is split. */
const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** Formats as ISO 8601, e.g. PT1H2M3S; empty if the length is not known. */
function durationOf(seconds: number | null): string {
  if (seconds === null) return '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest}S`;
}

export function channelView(
  { published_at, description, ...channel }: PlatformChannel,
  is_sample: boolean,
): IntelChannel {
  return {
    ...channel,
    description: cut(description, LIMITS.intelChannelDescription),
    published_at: published_at.toISOString(),
    is_sample,
  };
}

/** Returns the channel and videos to compare with; empty if the platform is unavailable. */
async function around(platform: Platform, channel_id: string) {
  try {
    return await Promise.all([platform.channel({ channel_id }), platform.uploads(channel_id)]);
  } catch (error) {
    if (error instanceof PlatformError) return [null, []] as const;
    throw error;
  }
}

/** @param descriptionLimit null keeps the whole description. */
export async function videoView(
  platform: Platform,
  video: PlatformVideo,
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo> {
  const [channel, uploads] = await around(platform, video.channel_id);
  const view = measuredView(platform, video, { channel, uploads, now });
  return descriptionLimit === null ? view : { ...view, description: cut(view.description, descriptionLimit) };
}

interface Surroundings {
  readonly channel: { readonly handle: string; readonly title: string } | null;
  /** Are the videos to compare with. */
  readonly uploads: readonly PlatformVideo[];
  readonly now: Date;
}

/** Shows a video beside what is known of its channel; asks the platform for nothing. */
export function measuredView(
  { isSample: is_sample }: Pick<Platform, 'isSample'>,
  video: PlatformVideo,
  { channel, uploads, now }: Surroundings,
): IntelVideo {
  const { channel_id, published_at, seconds, ...rest } = video;
  return {
    ...rest,
    channel: { channel_id, handle: channel?.handle ?? '', title: channel?.title ?? channel_id },
    published_at: published_at.toISOString(),
    duration: durationOf(seconds),
    ...measure(video, uploads, now),
    is_sample,
  };
}

/** Asks for the channels of all videos at once; what cannot be told now is left out of the views. */
async function prepare(platform: Platform, videos: readonly PlatformVideo[]): Promise<void> {
  try {
    await platform.prepareChannels(videos.map(({ channel_id }) => channel_id));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}

/** Measures this many videos in parallel; each may ask the platform for its channel. */
const BATCH_SIZE = 8;

/** @param descriptionLimit null keeps the whole descriptions. */
export async function videoViews(
  platform: Platform,
  videos: readonly PlatformVideo[],
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo[]> {
  await prepare(platform, videos);
  const views: IntelVideo[] = [];
  for (let at = 0; at < videos.length; at += BATCH_SIZE) {
    const some = videos.slice(at, at + BATCH_SIZE);
    views.push(...(await Promise.all(some.map((video) => videoView(platform, video, now, descriptionLimit)))));
  }
  return views;
}

/** Returns a video's page on the platform. */
export const videoUrl = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`;

/** Returns the channel's page on the platform; a sample channel gets a URL that does not exist. */
export function channelUrl(
  { handle, channel_id }: Pick<PlatformChannel, 'handle' | 'channel_id'>,
  isSample: boolean,
): string {
  const place = handle === '' ? `channel/${channel_id}` : `@${handle}`;
  return `https://${isSample ? 'platform.example' : 'www.youtube.com'}/${place}`;
}
