import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';

import { channels, templates, voices } from '../../store/schema.ts';
import { reachableChannels, reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import { containsText, pageOffset, pagination } from '../pagination.ts';
import type { Services } from '../services.ts';
import { channelDetail, channelListItem, scriptsCount, simpleVoice } from './channel-view.ts';

/** Templates a channel can use: the built-in ones and its own. */
export const templatesOf = (channelId: number) =>
  and(or(isNull(templates.team_id), eq(templates.channel_id, channelId)), isNull(templates.archived_at));

type ChannelHandlers = Pick<Handlers, 'channels.list' | 'channels.get' | 'templates.list' | 'voices.list'>;

export function channelHandlers({ store }: Services): ChannelHandlers {
  const { db } = store;
  return {
    'channels.list': async ({ principal, query }) => {
      const title = sql`coalesce(${channels.details}->>'title', ${channels.settings}->>'title')`;
      const found = and(
        reachableChannels(db, principal),
        query.search === undefined ? undefined : containsText(query.search, [title, channels.yt_handle]),
      );
      const rows = await db
        .select({ channel: channels, scripts_count: scriptsCount(db) })
        .from(channels)
        .where(found)
        .orderBy(asc(channels.id))
        .limit(query.per_page)
        .offset(pageOffset(query));
      const data = rows.map((row) => channelListItem(row.channel, row.scripts_count));
      const total = await db.$count(channels, found);
      return { status: 200, body: { success: true, data, pagination: pagination(query, total) } };
    },

    'channels.get': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      return { status: 200, body: { success: true, data: await channelDetail(db, channel) } };
    },

    'templates.list': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      const rows = await db.select().from(templates).where(templatesOf(channel.id)).orderBy(asc(templates.id));
      const list = rows.map(({ id, name, category, description, is_active, team_id }) => {
        return { id, name, category, description, is_active, is_system: team_id === null };
      });
      const data = { default_template_id: channel.default_template_id, templates: list };
      return { status: 200, body: { success: true, data } };
    },

    'voices.list': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      const rows = await db
        .select()
        .from(voices)
        .where(eq(voices.channel_id, channel.id))
        .orderBy(asc(voices.script_voice_id));
      const data = { default_voice_id: channel.default_voice_id, voices: rows.map(simpleVoice) };
      return { status: 200, body: { success: true, data } };
    },
  };
}
