import { and, asc, sql } from 'drizzle-orm';

import { channels } from '../../store/schema.ts';
import { reachableChannels, reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import { containsText, pageOffset, pagination } from '../pagination.ts';
import type { Services } from '../services.ts';
import { channelDetail, channelListItem, scriptsCount } from './channel-view.ts';

type ChannelHandlers = Pick<Handlers, 'channels.list' | 'channels.get'>;

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
  };
}
