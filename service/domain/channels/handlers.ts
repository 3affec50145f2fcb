import { and, asc, or, type SQL, sql } from 'drizzle-orm';

import { containsText } from '../../search/contains-text.ts';
import { channels } from '../../store/schema.ts';
import { buildReachFilter, reachChannel } from '../access.ts';
import type { Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import type { Services } from '../services.ts';
import { readChannelDetail, toChannelListItem, selectScriptCount } from './channel-view.ts';

type ChannelHandlers = Pick<Handlers, 'channels.list' | 'channels.get'>;

/** Matches channels by title or by handle, with or without the @. */
function matchesName(term: string): SQL | undefined {
  const title = sql`coalesce(${channels.details}->>'title', ${channels.settings}->>'title')`;
  const handle = term.replace(/^@/, '');
  return or(containsText(term, [title]), handle === '' ? undefined : containsText(handle, [channels.yt_handle]));
}

export function createChannelHandlers({ store }: Services): ChannelHandlers {
  const { db } = store;
  return {
    'channels.list': async ({ principal, query }) => {
      const filter = and(
        buildReachFilter(db, principal),
        query.search === undefined ? undefined : matchesName(query.search),
      );
      const rows = await db
        .select({ channel: channels, scripts_count: selectScriptCount(db) })
        .from(channels)
        .where(filter)
        .orderBy(asc(channels.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const data = rows.map((row) => toChannelListItem(row.channel, row.scripts_count));
      const total = await db.$count(channels, filter);
      return { status: 200, body: { success: true, data, pagination: toPagination(query, total) } };
    },

    'channels.get': async (call) => {
      const channel = await reachChannel(db, call, call.params.id);
      return { status: 200, body: { success: true, data: await readChannelDetail(db, channel) } };
    },
  };
}
