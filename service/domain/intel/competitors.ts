import { and, asc, eq } from 'drizzle-orm';

import type { Competitor } from '#contract/schema/intel.ts';
import { toText } from '#contract/to-text.ts';
import { getChannelUrl } from '#contract/video-platform.ts';

import type { PlatformChannel } from '../../engines/platform/platform.ts';
import { competitors } from '../../store/schema.ts';
import { isUniqueViolation } from '../../store/sql-error.ts';
import { type ChannelRow, reachChannel } from '../access.ts';
import type { Call, Handlers } from '../call.ts';
import { parseChannelReference } from './identifiers.ts';
import { type IntelServices, findNamedChannel } from './lookups.ts';

type CompetitorHandlers = Pick<Handlers, 'competitors.list' | 'competitors.add' | 'competitors.delete'>;
type Row = typeof competitors.$inferSelect;

const OWN_CHANNEL_MESSAGE = 'This is your own channel. Choose another channel as a competitor.';

/** Returns null if the source gave no number. */
const toCount = (value: unknown): number | null => (typeof value === 'number' ? Math.trunc(value) : null);

/** Shows the stored details; rows of earlier versions may lack fields. */
function toCompetitor({ platform_channel_id, details, created_at }: Row): Competitor {
  return {
    channel_id: platform_channel_id,
    title: toText(details['title']),
    custom_url: toText(details['custom_url']),
    custom_url_with_at: toText(details['custom_url_with_at']),
    platform_url: toText(details['platform_url']),
    thumbnails: (details['thumbnails'] ?? {}) as Competitor['thumbnails'],
    subscriber_count: toCount(details['subscriber_count']),
    video_count: toCount(details['video_count']),
    view_count: toCount(details['view_count']),
    read_at: toText(details['read_at']) || created_at.toISOString(),
  };
}

export function toCompetitorDetails(channel: PlatformChannel, isSample: boolean, now: Date) {
  const { channel_id, handle, title, thumbnails, subscriber_count, video_count, view_count } = channel;
  return {
    channel_id,
    title,
    thumbnails,
    subscriber_count,
    video_count,
    view_count,
    custom_url: handle,
    custom_url_with_at: handle === '' ? '' : `@${handle}`,
    platform_url: getChannelUrl(channel, isSample),
    read_at: now.toISOString(),
  };
}

const isSameName = (a: string | null | undefined, b: string): boolean =>
  a != null && a.replace(/^@/, '').toLowerCase() === b.toLowerCase();

/** Compares with stored data instead of asking the platform, so that it works offline. */
function isOwnChannel({ details, yt_handle }: ChannelRow, identifier: string): boolean {
  const reference = parseChannelReference(identifier);
  if (reference === null) return false;
  if ('channel_id' in reference) return reference.channel_id === details?.channel_id;
  return isSameName(details?.custom_url, reference.handle) || isSameName(yt_handle, reference.handle);
}

async function addCompetitor({ store, getPlatform, now }: IntelServices, call: Call<'competitors.add'>): Promise<Row> {
  const channel = await reachChannel(store.db, call, call.params.id);
  const createOwnChannelFailure = () =>
    call.fail('validation_failed', { fields: { identifier: [OWN_CHANNEL_MESSAGE] } });
  if (isOwnChannel(channel, call.body.identifier)) throw createOwnChannelFailure();
  const platform = await getPlatform(call.principal.teamId);
  const platformChannel = await findNamedChannel(platform, call.body.identifier, call.fail);
  if (platformChannel.channel_id === channel.details?.channel_id) throw createOwnChannelFailure();
  const values = { team_id: channel.team_id, channel_id: channel.id, platform_channel_id: platformChannel.channel_id };
  try {
    return await store.transaction(async (tx) => {
      const details = toCompetitorDetails(platformChannel, platform.isSample, now());
      const [row] = await tx
        .insert(competitors)
        .values({ ...values, details })
        .returning();
      if (!row) throw new Error('The competitor was not returned.');
      return row;
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'competitors_once')) throw error;
    throw call.fail('validation_failed', {
      fields: { identifier: [`${platformChannel.title} is already a competitor.`] },
    });
  }
}

export function createCompetitorHandlers(services: IntelServices): CompetitorHandlers {
  const { store } = services;
  return {
    'competitors.list': async (call) => {
      const { id } = await reachChannel(store.db, call, call.params.id);
      const rows = await store.db
        .select()
        .from(competitors)
        .where(eq(competitors.channel_id, id))
        .orderBy(asc(competitors.id));
      return { status: 200, body: { success: true, data: rows.map(toCompetitor) } };
    },

    'competitors.add': async (call) => {
      const row = await addCompetitor(services, call);
      const { channel_id, title, custom_url, custom_url_with_at } = toCompetitor(row);
      const data = { channel_id: row.channel_id, competitor: { channel_id, title, custom_url, custom_url_with_at } };
      return { status: 201, body: { success: true, data } };
    },

    'competitors.delete': async (call) => {
      const { params, fail } = call;
      await store.transaction(async (tx) => {
        const { id } = await reachChannel(tx, call, params.id);
        const removedRows = await tx
          .delete(competitors)
          .where(and(eq(competitors.channel_id, id), eq(competitors.platform_channel_id, params.competitor)))
          .returning({ id: competitors.id });
        if (removedRows.length === 0) throw fail('competitor_not_found');
      });
      return { status: 200, body: { success: true, message: 'Competitor removed' } };
    },
  };
}
