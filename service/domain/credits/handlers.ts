import { readBalance, sumUsedSince } from '../../store/ledger.ts';
import { StoreReadOnlyError } from '../../store/store.ts';
import type { Handlers } from '../call.ts';
import type { Services } from '../services.ts';
import { type CreditPeriod, openCurrentPeriod, readLatestPeriod } from './periods.ts';

/** Falls back to the old period on a full disk, so that the balance stays readable. */
async function readPeriod({ store, now }: Services, teamId: number): Promise<CreditPeriod> {
  const latest = await readLatestPeriod(store.db, teamId);
  if (latest.ends_at > now()) return latest;
  try {
    return await store.transaction((tx) => openCurrentPeriod(tx, teamId, now()));
  } catch (error) {
    if (error instanceof StoreReadOnlyError) return latest;
    throw error;
  }
}

export function createCreditHandlers(services: Services): Pick<Handlers, 'credits.get'> {
  return {
    'credits.get': async ({ principal: { teamId } }) => {
      const { db } = services.store;
      const period = await readPeriod(services, teamId);
      const { available, held } = await readBalance(db, teamId);
      const credits = {
        current_credits: available + held,
        plan_credits: period.plan_credits,
        credits_used_this_period: await sumUsedSince(db, teamId, period.starts_at),
        credits_remaining: available,
        credits_expire_at: period.ends_at.toISOString(),
        next_credit_refresh: period.next_refresh_at?.toISOString() ?? null,
      };
      return { status: 200, body: { credits } };
    },
  };
}
