/** Lists voices, channels and avatars for videos, in the format that clients of such services expect. */
import { and, eq, sql } from 'drizzle-orm';

import type { VideoAvatar, VideoChannel, VideoVoice } from '#contract/schema/video-capabilities.ts';

import { media_assets, video_artifacts } from '../../store/schema-videos.ts';
import { channels } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, buildReachFilter } from '../access.ts';
import type { Handlers, Principal } from '../call.ts';
import { type PageQuery, getPageOffset, toPagination } from '../pagination.ts';
import { formatAssetRef } from './asset-ref.ts';
import type { VideoMaker, VideoServices } from './services.ts';

/** Identifies the only voice of a connected speech provider. */
export const CONNECTED_VOICE = 'connected';

export async function listVoices(maker: VideoMaker, teamId: number): Promise<VideoVoice[]> {
  const connectedVoice = await maker.getConnectedVoice(teamId);
  if (connectedVoice !== null) {
    const voiceFields = { id: CONNECTED_VOICE, name: connectedVoice, label: connectedVoice };
    return [{ ...voiceFields, language: null, provider: 'connected', preview_url: null }];
  }
  const voices = await maker.listVoices(teamId);
  return voices.map((voice) => ({ ...voice, name: voice.label, provider: 'system', preview_url: null }));
}

/** Lists the pictures and clips already used as a presenter; the presenter edit takes their ids. */
function listPresenters(db: Db, teamId: number): Promise<VideoAvatar[]> {
  const isPresenter = sql`exists (
    select 1 from ${video_artifacts}, jsonb_array_elements(${video_artifacts.plan} -> 'scenes') as scene
    where ${video_artifacts.team_id} = ${teamId} and scene ->> 'kind' = 'presenter'
      and scene -> 'media' ->> 'path' = ${formatAssetRef('')} || ${media_assets.id}::text
  )`;
  return db
    .select({ id: media_assets.id, name: media_assets.name })
    .from(media_assets)
    .where(and(eq(media_assets.team_id, teamId), eq(media_assets.state, 'ready'), isPresenter))
    .orderBy(media_assets.created_at);
}

const getTitle = ({ details, settings }: ChannelRow): string =>
  details?.title ?? (typeof settings['title'] === 'string' ? settings['title'] : '');

const toVideoChannel = (channel: ChannelRow): VideoChannel => ({
  id: String(channel.id),
  public_id: String(channel.id),
  name: getTitle(channel),
  handle: channel.yt_handle,
});

const normalizeHandle = (handle: string): string => handle.replace(/^@/, '').toLowerCase();

export function findChannelByName(candidates: readonly ChannelRow[], name: string): ChannelRow | undefined {
  const title = name.toLowerCase();
  return (
    findChannelByPublicId(candidates, name) ??
    candidates.find(({ yt_handle }) => yt_handle !== null && normalizeHandle(yt_handle) === normalizeHandle(name)) ??
    candidates.find((channel) => getTitle(channel).toLowerCase() === title)
  );
}

export const findChannelByPublicId = (candidates: readonly ChannelRow[], id: string): ChannelRow | undefined =>
  candidates.find((channel) => String(channel.id) === id);

export function listReachableChannels({ store: { db } }: VideoServices, principal: Principal): Promise<ChannelRow[]> {
  return db.select().from(channels).where(buildReachFilter(db, principal)).orderBy(channels.id);
}

function cutPage<T>(entries: readonly T[], query: PageQuery) {
  const start = getPageOffset(query);
  return { data: entries.slice(start, start + query.per_page), pagination: toPagination(query, entries.length) };
}

type Catalogues = {
  [Id in Extract<keyof Handlers, `video.${'voices' | 'channels' | 'avatars'}.${string}`>]: Handlers[Id];
};

export function createCatalogueHandlers(services: VideoServices): Catalogues {
  const listTeamVoices = ({ teamId }: Principal) => listVoices(services.videoMaker, teamId);
  const listChannels = async (principal: Principal) =>
    (await listReachableChannels(services, principal)).map(toVideoChannel);
  return {
    'video.voices.list': async ({ principal, query }) => ({
      status: 200,
      body: cutPage(await listTeamVoices(principal), query),
    }),
    'video.voices.get': async ({ principal, params, fail }) => {
      const voice = (await listTeamVoices(principal)).find(({ id }) => id === params.voice);
      if (!voice) throw fail('voice_not_found');
      return { status: 200, body: { data: voice, meta: {} } };
    },
    'video.channels.list': async ({ principal, query }) => ({
      status: 200,
      body: cutPage(await listChannels(principal), query),
    }),
    'video.channels.get': async ({ principal, params, fail }) => {
      const channel = (await listChannels(principal)).find(({ id }) => id === params.video_channel);
      if (!channel) throw fail('channel_not_found');
      return { status: 200, body: { data: channel, meta: {} } };
    },
    'video.avatars.list': async ({ principal, query }) => ({
      status: 200,
      body: cutPage(await listPresenters(services.store.db, principal.teamId), query),
    }),
    'video.avatars.get': async ({ principal, params, fail }) => {
      const presenters = await listPresenters(services.store.db, principal.teamId);
      const avatar = presenters.find(({ id }) => id === params.avatar);
      if (!avatar) throw fail('avatar_not_found');
      return { status: 200, body: { data: avatar, meta: {} } };
    },
  };
}
