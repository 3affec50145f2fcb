/** Serves local-only intel: editing a bookmark, and the competitors' latest videos. */
import { and, asc, eq } from 'drizzle-orm';

import type { IntelVideo } from '#contract/schema/intel.ts';
import { toText } from '#contract/to-text.ts';

import type { Call, Handlers } from '../call.ts';
import { toBookmark } from './bookmarks.ts';
import { type IntelServices, findNamedChannel } from './lookups.ts';
import { asFailure, explainNotFound, type PlatformFailure, toPlatformFailure } from './platform-failure.ts';
import { refreshCompetitors } from './refresh-competitors.ts';
import { toIntelChannel, toMeasuredVideo } from './view.ts';
import { type Platform, PlatformError, type PlatformVideo } from '../../engines/platform/platform.ts';
import { bookmarks, competitors } from '../../store/schema.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';

const MAX_PREVIEW_VIDEOS = 4;

async function updateBookmark({ store }: IntelServices, call: Call<'local.bookmarks.update'>) {
  const { params, body, principal, fail } = call;
  const isOwn = and(eq(bookmarks.id, params.bookmark), eq(bookmarks.team_id, principal.teamId));
  const changes = {
    ...(body.notes !== undefined && { notes: body.notes }),
    ...(body.tags !== undefined && { tags: body.tags ?? [] }),
  };
  return store.transaction(async (tx) => {
    const isUnchanged = Object.keys(changes).length === 0;
    const [row] = isUnchanged
      ? await tx.select().from(bookmarks).where(isOwn)
      : await tx.update(bookmarks).set(changes).where(isOwn).returning();
    if (!row) throw fail('bookmark_not_found');
    return toBookmark(row);
  });
}

async function listLatestVideos({ store, getPlatform, now }: IntelServices, call: Call<'local.competitors.latest'>) {
  const channel = await reachOwnChannel(store.db, call, call.params.id);
  const platform = await getPlatform(channel.team_id);
  const competitorRows = await store.db
    .select()
    .from(competitors)
    .where(eq(competitors.channel_id, channel.id))
    .orderBy(asc(competitors.id));
  const videos: IntelVideo[] = [];
  const errors: (Omit<PlatformFailure, 'reason'> & { channel_id: string; title: string; error: string })[] = [];
  for (const { platform_channel_id: channel_id, details } of competitorRows) {
    const title = toText(details.title) || channel_id;
    try {
      const feed = await platform.fetchLatest(channel_id);
      // If no uploads are known, compares with the feed itself, which is free.
      const uploads = (await platform.getKnownUploads(channel_id)) ?? feed;
      const context = { channel: { handle: toText(details.custom_url), title }, uploads, now: now() };
      videos.push(...feed.slice(0, call.query.each).map((video) => toMeasuredVideo(platform, video, context)));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { reason, ...cause } = toPlatformFailure(error);
      errors.push({ channel_id, title, error: reason, ...cause });
    }
  }
  return { videos: videos.toSorted((a, b) => b.published_at.localeCompare(a.published_at)), errors };
}

async function listChannelVideos({ getPlatform, now }: IntelServices, call: Call<'local.intel.channelVideos'>) {
  const { principal, params, fail } = call;
  const platform = await getPlatform(principal.teamId);
  try {
    const channel = await platform.fetchChannel({ channel_id: params.channel });
    if (!channel) throw fail('source_channel_not_found', { extras: explainNotFound(platform, 'channel', null) });
    const uploads = await platform.fetchUploads(channel.channel_id);
    const context = { channel, uploads, now: now() };
    return {
      channel: toIntelChannel(channel, platform.isSample),
      videos: uploads.map((video) => toMeasuredVideo(platform, video, context)),
    };
  } catch (error) {
    throw asFailure(error, 'platform_unavailable', fail);
  }
}

/** Returns an empty list if the feed can't be read: people can recognize the channel without it. */
async function listNewestVideos(platform: Platform, channelId: string): Promise<readonly PlatformVideo[]> {
  try {
    return (await platform.getKnownUploads(channelId)) ?? (await platform.fetchLatest(channelId));
  } catch (error) {
    if (error instanceof PlatformError) return [];
    throw error;
  }
}

async function previewChannel(
  { getPlatform, now }: IntelServices,
  { principal, query, fail }: Call<'local.platform.preview'>,
) {
  const platform = await getPlatform(principal.teamId);
  const channel = await findNamedChannel(platform, query.identifier, fail);
  const uploads = await listNewestVideos(platform, channel.channel_id);
  const context = { channel, uploads, now: now() };
  return {
    channel: toIntelChannel(channel, platform.isSample),
    videos: uploads.slice(0, MAX_PREVIEW_VIDEOS).map((video) => toMeasuredVideo(platform, video, context)),
  };
}

type LocalIntelHandlers = Pick<
  Handlers,
  | 'local.bookmarks.update'
  | 'local.competitors.latest'
  | 'local.competitors.refresh'
  | 'local.intel.channelVideos'
  | 'local.platform.preview'
>;

export function createLocalIntelHandlers(services: IntelServices): LocalIntelHandlers {
  return {
    'local.bookmarks.update': async (call) => {
      return { status: 200, body: { success: true, data: await updateBookmark(services, call) } };
    },
    'local.intel.channelVideos': async (call) => {
      return { status: 200, body: { success: true, data: await listChannelVideos(services, call) } };
    },
    'local.platform.preview': async (call) => {
      return { status: 200, body: { success: true, data: await previewChannel(services, call) } };
    },
    'local.competitors.refresh': async (call) => {
      return { status: 200, body: { success: true, data: await refreshCompetitors(services, call) } };
    },
    'local.competitors.latest': async (call) => {
      return { status: 200, body: { success: true, data: await listLatestVideos(services, call) } };
    },
  };
}
