import { and, eq, isNull, sql } from 'drizzle-orm';

import type { ChannelDetail, ChannelListItem, Voice } from '#contract/schema/channel.ts';

import { channels, scripts, voices } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ChannelRow } from '../access.ts';

/** Default details of a channel without a platform channel. */
const UNLINKED_DETAILS = {
  title: null,
  custom_url: null,
  channel_id: null,
  subscriber_count: null,
  video_count: null,
  view_count: null,
  description: null,
  country: null,
  default_language: null,
  thumbnails: {},
};

export const selectScriptCount = (db: Db) =>
  db.$count(scripts, and(sql`${scripts.channel_id} = ${channels.id}`, isNull(scripts.archived_at)));

export function toChannelListItem(channel: ChannelRow, scripts_count: number): ChannelListItem {
  const { id, yt_handle, details } = channel;
  return { id, yt_handle, details: { ...UNLINKED_DETAILS, ...details }, scripts_count };
}

export function toSimpleVoice(row: typeof voices.$inferSelect): Voice {
  return { id: row.script_voice_id, name: row.name, instructions: row.instructions, voice: row.voice };
}

export async function readChannelDetail(db: Db, channel: ChannelRow): Promise<ChannelDetail> {
  const isUnarchived = and(eq(scripts.channel_id, channel.id), isNull(scripts.archived_at));
  const [voice] =
    channel.default_voice_id === null
      ? []
      : await db.select().from(voices).where(eq(voices.script_voice_id, channel.default_voice_id));
  return {
    ...toChannelListItem(channel, await db.$count(scripts, isUnarchived)),
    settings: channel.settings,
    voice: voice ? toSimpleVoice(voice) : null,
    scripts_idea_count: await db.$count(scripts, and(isUnarchived, eq(scripts.status, 'idea'))),
    scripts_active_count: await db.$count(scripts, and(isUnarchived, eq(scripts.status, 'active'))),
  };
}

/** Prefers the title from the settings over the platform's; returns null if neither exists. */
export function getChannelTitle({ settings, details }: ChannelRow): string | null {
  const customTitle = settings['title'];
  return typeof customTitle === 'string' ? customTitle : (details?.title ?? null);
}
