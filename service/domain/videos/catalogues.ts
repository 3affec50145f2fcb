/** Lists the voices, channels and avatars a video can be made with (the format follows clients of such services). */
import { and, eq, sql } from 'drizzle-orm';

import type { VideoAvatar, VideoChannel, VideoVoice } from '#contract/schema/video.ts';

import { media_assets, video_artifacts } from '../../store/schema-videos.ts';
import { channels } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { type ChannelRow, reachableChannels } from '../access.ts';
import type { Handlers, Principal } from '../call.ts';
import { type PageQuery, pageOffset, pagination } from '../pagination.ts';
import { assetRef } from './asset-ref.ts';
import type { VideoMaker, VideoServices } from './services.ts';

/** Identifies the only voice of a connected speech provider. */
export const CONNECTED_VOICE = 'connected';

export async function narrators(maker: VideoMaker, teamId: number): Promise<VideoVoice[]> {
  const connected = await maker.connectedVoice(teamId);
  if (connected !== null) {
    const named = { id: CONNECTED_VOICE, name: connected, label: connected };
    return [{ ...named, language: null, provider: 'connected', preview_url: null }];
  }
  const voices = await maker.voices(teamId);
  return voices.map((voice) => ({ ...voice, name: voice.label, provider: 'system', preview_url: null }));
}

/** Lists the pictures and clips that a presenter was chosen from; the presenter edit takes their ids. */
function presentersOf(db: Db, teamId: number): Promise<VideoAvatar[]> {
  const presents = sql`exists (
    select 1 from ${video_artifacts}, jsonb_array_elements(${video_artifacts.plan} -> 'scenes') as scene
    where ${video_artifacts.team_id} = ${teamId} and scene ->> 'kind' = 'presenter'
      and scene -> 'media' ->> 'path' = ${assetRef('')} || ${media_assets.id}::text
  )`;
  return db
    .select({ id: media_assets.id, name: media_assets.name })
    .from(media_assets)
    .where(and(eq(media_assets.team_id, teamId), eq(media_assets.state, 'ready'), presents))
    .orderBy(media_assets.created_at);
}

const titleOf = ({ details, settings }: ChannelRow): string =>
  details?.title ?? (typeof settings['title'] === 'string' ? settings['title'] : '');

const channelView = (channel: ChannelRow): VideoChannel => ({
  id: String(channel.id),
  public_id: String(channel.id),
  name: titleOf(channel),
  handle: channel.yt_handle,
});

const bareHandle = (handle: string): string => handle.replace(/^@/, '').toLowerCase();

export function namedChannel(all: readonly ChannelRow[], name: string): ChannelRow | undefined {
  const title = name.toLowerCase();
  return (
    channelByPublicId(all, name) ??
    all.find(({ yt_handle }) => yt_handle !== null && bareHandle(yt_handle) === bareHandle(name)) ??
    all.find((channel) => titleOf(channel).toLowerCase() === title)
  );
}

export const channelByPublicId = (all: readonly ChannelRow[], id: string): ChannelRow | undefined =>
  all.find((channel) => String(channel.id) === id);

export function channelsOf({ store: { db } }: VideoServices, principal: Principal): Promise<ChannelRow[]> {
  return db.select().from(channels).where(reachableChannels(db, principal)).orderBy(channels.id);
}

function onePage<T>(entries: readonly T[], query: PageQuery) {
  const start = pageOffset(query);
  return { data: entries.slice(start, start + query.per_page), pagination: pagination(query, entries.length) };
}

type Catalogues = {
  [Id in Extract<keyof Handlers, `video.${'voices' | 'channels' | 'avatars'}.${string}`>]: Handlers[Id];
};

export function catalogueHandlers(services: VideoServices): Catalogues {
  const voices = ({ teamId }: Principal) => narrators(services.videoMaker, teamId);
  const listChannels = async (principal: Principal) => (await channelsOf(services, principal)).map(channelView);
  return {
    'video.voices.list': async ({ principal, query }) => ({
      status: 200,
      body: onePage(await voices(principal), query),
    }),
    'video.voices.get': async ({ principal, params, fail }) => {
      const voice = (await voices(principal)).find(({ id }) => id === params.voice);
      if (!voice) throw fail('voice_not_found');
      return { status: 200, body: { data: voice, meta: {} } };
    },
    'video.channels.list': async ({ principal, query }) => ({
      status: 200,
      body: onePage(await listChannels(principal), query),
    }),
    'video.channels.get': async ({ principal, params, fail }) => {
      const channel = (await listChannels(principal)).find(({ id }) => id === params.video_channel);
      if (!channel) throw fail('channel_not_found');
      return { status: 200, body: { data: channel, meta: {} } };
    },
    'video.avatars.list': async ({ principal, query }) => ({
      status: 200,
      body: onePage(await presentersOf(services.store.db, principal.teamId), query),
    }),
    'video.avatars.get': async ({ principal, params, fail }) => {
      const presenters = await presentersOf(services.store.db, principal.teamId);
      const avatar = presenters.find(({ id }) => id === params.avatar);
      if (!avatar) throw fail('avatar_not_found');
      return { status: 200, body: { data: avatar, meta: {} } };
    },
  };
}
