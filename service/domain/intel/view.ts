import { LIMITS } from '#contract/limits.ts';
import type { IntelChannel, IntelVideo } from '#contract/schema/intel.ts';

import {
  type Platform,
  type PlatformChannel,
  PlatformError,
  type PlatformVideo,
} from '../../engines/platform/platform.ts';
import { measureOutlier } from './outliers.ts';

/** Cuts by code points, so that no character is split. */
const truncate = (text: string, maxLength: number): string => [...text].slice(0, maxLength).join('');

/** Formats as ISO 8601, e.g. PT1H2M3S; empty if the length is unknown. */
function toIsoDuration(seconds: number | null): string {
  if (seconds === null) return '';
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest}S`;
}

export function toIntelChannel(
  { published_at, description, ...channel }: PlatformChannel,
  is_sample: boolean,
): IntelChannel {
  return {
    ...channel,
    description: truncate(description, LIMITS.intelChannelDescription),
    published_at: published_at.toISOString(),
    is_sample,
  };
}

/** Returns the channel and videos to compare with; empty if the platform is unavailable. */
async function fetchSurroundings(platform: Platform, channel_id: string) {
  try {
    return await Promise.all([platform.fetchChannel({ channel_id }), platform.fetchUploads(channel_id)]);
  } catch (error) {
    if (error instanceof PlatformError) return [null, []] as const;
    throw error;
  }
}

/** @param descriptionLimit null keeps the whole description. */
export async function fetchIntelVideo(
  platform: Platform,
  video: PlatformVideo,
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo> {
  const [channel, uploads] = await fetchSurroundings(platform, video.channel_id);
  const view = toMeasuredVideo(platform, video, { channel, uploads, now });
  return descriptionLimit === null ? view : { ...view, description: truncate(view.description, descriptionLimit) };
}

interface Surroundings {
  readonly channel: { readonly handle: string; readonly title: string } | null;
  /** The videos to compare with. */
  readonly uploads: readonly PlatformVideo[];
  readonly now: Date;
}

/** Measures a video against given uploads, without asking the platform. */
export function toMeasuredVideo(
  { isSample: is_sample }: Pick<Platform, 'isSample'>,
  video: PlatformVideo,
  { channel, uploads, now }: Surroundings,
): IntelVideo {
  const { channel_id, published_at, seconds, ...rest } = video;
  return {
    ...rest,
    channel: { channel_id, handle: channel?.handle ?? '', title: channel?.title ?? channel_id },
    published_at: published_at.toISOString(),
    duration: toIsoDuration(seconds),
    ...measureOutlier(video, uploads, now),
    is_sample,
  };
}

/** Requests the channels of all videos at once; views leave out channels that can't be read. */
async function preloadChannels(platform: Platform, videos: readonly PlatformVideo[]): Promise<void> {
  try {
    await platform.prepareChannels(videos.map(({ channel_id }) => channel_id));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}

/** How many videos are measured in parallel; each may ask the platform for its channel. */
const BATCH_SIZE = 8;

/** @param descriptionLimit null keeps the whole descriptions. */
export async function fetchIntelVideos(
  platform: Platform,
  videos: readonly PlatformVideo[],
  now: Date,
  descriptionLimit: number | null = null,
): Promise<IntelVideo[]> {
  await preloadChannels(platform, videos);
  const views: IntelVideo[] = [];
  for (let start = 0; start < videos.length; start += BATCH_SIZE) {
    const batch = videos.slice(start, start + BATCH_SIZE);
    views.push(...(await Promise.all(batch.map((video) => fetchIntelVideo(platform, video, now, descriptionLimit)))));
  }
  return views;
}
