/** Channels and videos of the platform as the API answers them. */
import { LIMITS } from '#contract/limits.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';

import {
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
} from '../../engines/platform/platform.ts';
import { measure } from './outliers.ts';

/** At most so many characters, none of them cut in half. */
const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** ISO 8601, such as PT1H2M3S. */
function durationOf(seconds: number): string {
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

/** What a video is measured against; nothing where the platform cannot be asked for it now. */
async function around(platform: Platform, channel_id: string) {
  try {
    return await Promise.all([platform.channel({ channel_id }), platform.uploads(channel_id)]);
  } catch (error) {
    if (error instanceof PlatformError) return [null, []] as const;
    throw error;
  }
}

/** @param descriptionLimit null leaves it whole. */
export async function videoView(
  platform: Platform,
  video: PlatformVideo,
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo> {
  const { channel_id, published_at, seconds, description, ...rest } = video;
  const [channel, uploads] = await around(platform, channel_id);
  return {
    ...rest,
    channel: { channel_id, handle: channel?.handle ?? '', title: channel?.title ?? channel_id },
    description: descriptionLimit === null ? description : cut(description, descriptionLimit),
    published_at: published_at.toISOString(),
    duration: durationOf(seconds),
    ...measure(video, uploads, now),
    is_sample: platform.isSample,
  };
}

/** So many are measured at the same time: each may ask the platform for its channel. */
const AT_ONCE = 8;

/** @param descriptionLimit null leaves them whole. */
export async function videoViews(
  platform: Platform,
  videos: readonly PlatformVideo[],
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo[]> {
  const views: IntelVideo[] = [];
  for (let at = 0; at < videos.length; at += AT_ONCE) {
    const some = videos.slice(at, at + AT_ONCE);
    views.push(...(await Promise.all(some.map((video) => videoView(platform, video, now, descriptionLimit)))));
  }
  return views;
}

/** Where the platform shows it; an invented one is nowhere. */
export function channelUrl({ handle }: Pick<PlatformChannel, 'handle'>, isSample: boolean): string {
  return `https://${isSample ? 'platform.example' : 'www.youtube.com'}/@${handle}`;
}
