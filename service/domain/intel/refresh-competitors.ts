/** Reads the numbers of a channel's competitors again, so that they can be compared as they are now. */
import { asc, eq } from 'drizzle-orm';

import type { CompetitorsRefreshed } from '#contract/schema/intel.ts';

import { type Platform, type PlatformChannel, PlatformError } from '../../engines/platform/platform.ts';
import { competitors } from '../../store/schema.ts';
import type { Call } from '../call.ts';
import { ownChannel } from '../channels/own-channel.ts';
import { detailsOf } from './competitors.ts';
import type { IntelServices } from './lookups.ts';
import { platformFailure } from './platform-failure.ts';

/** Is what the platform answers for one unit. */
const BATCH = 50;

async function readChannels(platform: Platform, ids: readonly string[]): Promise<(PlatformChannel | null)[]> {
  if (platform.cannotSearch === true) {
    const words = 'Without a key, YouTube doesn’t say how many subscribers, videos and views a channel has.';
    throw new PlatformError(`${words} Connect a key in Settings.`, { kind: 'key_needed' });
  }
  const found: (PlatformChannel | null)[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    await platform.prepareChannels(batch);
    found.push(...(await Promise.all(batch.map((channel_id) => platform.channel({ channel_id })))));
  }
  return found;
}

/** Writes nothing unless all of them could be read. */
export async function refreshCompetitors(
  { store, platformOf, now }: IntelServices,
  call: Call<'local.competitors.refresh'>,
): Promise<CompetitorsRefreshed> {
  const channel = await ownChannel(store.db, call, call.params.id);
  const rivals = await store.db
    .select()
    .from(competitors)
    .where(eq(competitors.channel_id, channel.id))
    .orderBy(asc(competitors.id));
  const platform = await platformOf(channel.team_id);
  try {
    const found = await readChannels(
      platform,
      rivals.map(({ platform_channel_id }) => platform_channel_id),
    );
    await store.transaction(async (tx) => {
      for (const [at, { id }] of rivals.entries()) {
        const one = found[at];
        if (!one) continue;
        const details = detailsOf(one, platform.isSample, now());
        await tx.update(competitors).set({ details }).where(eq(competitors.id, id));
      }
    });
    const missing = rivals.filter((_, at) => !found[at]).map(({ platform_channel_id }) => platform_channel_id);
    return { refreshed: rivals.length - missing.length, missing };
  } catch (error) {
    if (error instanceof PlatformError) throw call.fail('platform_unavailable', { extras: platformFailure(error) });
    throw error;
  }
}
