/** Reads the current numbers of a channel's competitors. */
import { asc, eq } from 'drizzle-orm';

import type { CompetitorsRefreshed } from '#contract/schema/intel.ts';

import { type Platform, type PlatformChannel, PlatformError } from '../../engines/platform/platform.ts';
import { competitors } from '../../store/schema.ts';
import type { Call } from '../call.ts';
import { reachOwnChannel } from '../channels/own-channel.ts';
import { toCompetitorDetails } from './competitors.ts';
import type { IntelServices } from './lookups.ts';
import { asFailure } from './platform-failure.ts';

/** How many channels the platform returns for one unit of quota. */
const BATCH_SIZE = 50;

async function fetchChannels(platform: Platform, ids: readonly string[]): Promise<(PlatformChannel | null)[]> {
  if (platform.cannotSearch === true) {
    const message = 'Without a key, YouTube doesn’t say how many subscribers, videos and views a channel has.';
    throw new PlatformError(`${message} Connect a key in Settings.`, { kind: 'key_needed' });
  }
  const channels: (PlatformChannel | null)[] = [];
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE);
    await platform.prepareChannels(batch);
    channels.push(...(await Promise.all(batch.map((channel_id) => platform.fetchChannel({ channel_id })))));
  }
  return channels;
}

/** Writes all competitors or none. */
export async function refreshCompetitors(
  { store, getPlatform, now }: IntelServices,
  call: Call<'local.competitors.refresh'>,
): Promise<CompetitorsRefreshed> {
  const channel = await reachOwnChannel(store.db, call, call.params.id);
  const competitorRows = await store.db
    .select()
    .from(competitors)
    .where(eq(competitors.channel_id, channel.id))
    .orderBy(asc(competitors.id));
  const platform = await getPlatform(channel.team_id);
  try {
    const platformChannels = await fetchChannels(
      platform,
      competitorRows.map(({ platform_channel_id }) => platform_channel_id),
    );
    await store.transaction(async (tx) => {
      for (const [index, { id }] of competitorRows.entries()) {
        const platformChannel = platformChannels[index];
        if (!platformChannel) continue;
        const details = toCompetitorDetails(platformChannel, platform.isSample, now());
        await tx.update(competitors).set({ details }).where(eq(competitors.id, id));
      }
    });
    const missingRows = competitorRows
      .filter((_, index) => !platformChannels[index])
      .map(({ platform_channel_id }) => platform_channel_id);
    return { refreshed: competitorRows.length - missingRows.length, missing: missingRows };
  } catch (error) {
    throw asFailure(error, 'platform_unavailable', call.fail);
  }
}
