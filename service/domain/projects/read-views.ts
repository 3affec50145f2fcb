/** Reads the numbers of published videos, in batches that cost one unit of the platform each. */
import { and, asc, eq, inArray } from 'drizzle-orm';

import type { ViewsRead } from '#contract/schema/published.ts';

import { type Platform, PlatformError, type PlatformVideo } from '../../engines/platform/platform.ts';
import { channels, scripts } from '../../store/schema.ts';
import { published_videos, view_readings } from '../../store/schema-projects.ts';
import type { Db } from '../../store/store.ts';
import type { Call } from '../call.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';
import type { IntelServices } from '../intel/lookups.ts';
import { measureOutlier } from '../intel/outliers.ts';
import { explainNotFound, toPlatformFailure } from '../intel/platform-failure.ts';
import { buildDueCondition } from './due.ts';

/** How many videos the platform returns for one unit of quota. */
const BATCH_SIZE = 50;

type VideoRow = typeof published_videos.$inferSelect;
type Uploads = ReadonlyMap<string, readonly PlatformVideo[]>;

/** Fetches uploads of the videos' channels from free sources; leaves out channels that can't be read. */
export async function readUploads(platform: Platform, videos: readonly PlatformVideo[]): Promise<Uploads> {
  const uploads = new Map<string, readonly PlatformVideo[]>();
  for (const channel of new Set(videos.map(({ channel_id }) => channel_id))) {
    try {
      uploads.set(channel, (await platform.getKnownUploads(channel)) ?? (await platform.fetchLatest(channel)));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  return uploads;
}

/** Fetches the channel's free feed if the platform knows single videos only from feeds. */
export async function readOwnFeed(db: Db, platform: Platform, channelId: number): Promise<void> {
  if (platform.cannotSearch !== true) return;
  const [channel] = await db.select().from(channels).where(eq(channels.id, channelId));
  const ownChannelId = channel?.details?.channel_id;
  if (!ownChannelId) return;
  try {
    await platform.fetchLatest(ownChannelId);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // The later look-up of the video reports the failure.
  }
}

/** Stores the current numbers of a linked video. */
export async function writeReading(
  tx: Db,
  row: Pick<VideoRow, 'id' | 'team_id'>,
  video: PlatformVideo,
  { uploads, now }: { readonly uploads: Uploads; readonly now: Date },
): Promise<void> {
  const { baseline } = measureOutlier(video, uploads.get(video.channel_id) ?? [], now);
  const details = {
    platform_channel_id: video.channel_id,
    title: video.title,
    thumbnail_url: video.thumbnail_url,
    seconds: video.seconds,
    published_at: video.published_at,
    read_at: now,
  };
  await tx.update(published_videos).set(details).where(eq(published_videos.id, row.id));
  await tx.insert(view_readings).values({
    team_id: row.team_id,
    published_video_id: row.id,
    taken_at: now,
    views: video.view_count,
    likes: video.like_count,
    comments: video.comment_count,
    usual_views: baseline.too_recent ? null : baseline.median_views,
    usual_sample: baseline.too_recent ? 0 : baseline.sample_size,
  });
}

/** Marks due videos as read in advance, so that two windows never pay for the same reading. */
async function claimDueVideos({ store }: IntelServices, channelId: number, now: Date): Promise<VideoRow[]> {
  return store.transaction(async (tx) => {
    const channelScripts = tx.select({ id: scripts.id }).from(scripts).where(eq(scripts.channel_id, channelId));
    const rows = await tx
      .select()
      .from(published_videos)
      .where(and(inArray(published_videos.script_id, channelScripts), buildDueCondition(now)))
      .orderBy(asc(published_videos.read_at), asc(published_videos.id))
      .limit(BATCH_SIZE)
      .for('update', { skipLocked: true });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0)
      await tx.update(published_videos).set({ read_at: now }).where(inArray(published_videos.id, ids));
    return rows;
  });
}

async function releaseClaims({ store }: IntelServices, rows: readonly VideoRow[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { id, read_at } of rows)
      await tx.update(published_videos).set({ read_at }).where(eq(published_videos.id, id));
  });
}

async function fetchBatch(services: IntelServices, platform: Platform, rows: readonly VideoRow[], now: Date) {
  try {
    const videos = await platform.fetchVideos([...new Set(rows.map(({ video_id }) => video_id))]);
    const uploads = await readUploads(platform, videos);
    await services.store.transaction(async (tx) => {
      for (const row of rows) {
        const video = videos.find(({ video_id }) => video_id === row.video_id);
        if (video) await writeReading(tx, row, video, { uploads, now });
      }
    });
    // Feeds omit older videos, so missing from a feed doesn't mean deleted.
    const unread = rows.filter((row) => !videos.some(({ video_id }) => video_id === row.video_id));
    if (platform.cannotSearch === true) await releaseClaims(services, unread);
    return videos.length;
  } catch (error) {
    await releaseClaims(services, rows);
    throw error;
  }
}

export async function readViews(services: IntelServices, call: Call<'local.projects.readViews'>): Promise<ViewsRead> {
  const channel = await reachOwnChannel(services.store.db, call, call.params.id);
  const platform = await services.getPlatform(channel.team_id);
  const totals = { read: 0, units: 0 };
  if (platform.isSample) return { ...totals, failure: explainNotFound(platform, 'video', null) };
  await readOwnFeed(services.store.db, platform, channel.id);
  const now = services.now();
  for (;;) {
    const rows = await claimDueVideos(services, channel.id, now);
    if (rows.length === 0) return { ...totals, failure: null };
    try {
      totals.read += await fetchBatch(services, platform, rows, now);
      if (platform.cannotSearch !== true) totals.units += 1;
    } catch (error) {
      if (error instanceof PlatformError) return { ...totals, failure: toPlatformFailure(error) };
      throw error;
    }
  }
}
