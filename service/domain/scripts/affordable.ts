import { getScriptCredits } from '#contract/limits.ts';

import { readBalance } from '../../store/ledger.ts';
import type { Db } from '../../store/store.ts';
import type { Failing, Principal } from '../call.ts';
import { openCurrentPeriod } from '../credits/periods.ts';
import type { Services } from '../services.ts';

/** Blocks creating and generating while the subscription is paused (spec 1 §3 Team subscription). */
export function checkSubscription({ principal, fail }: Failing<'subscription_paused'>): void {
  if (principal.team.subscription.is_paused) throw fail('subscription_paused');
}

/** Returns whether a team's drafts are free because no provider charges for them. Call it outside transactions. */
export async function areDraftsFree(
  { engines }: Pick<Services, 'engines'>,
  { principal }: { readonly principal: Principal },
): Promise<boolean> {
  return !(await engines.describe(principal.teamId)).paysProvider;
}

/** Checks that the balance covers a script of `words` words; holds and charges nothing. */
export async function checkCredits(
  tx: Db,
  { principal, fail }: Failing<'insufficient_credits'>,
  { words, isFree, now }: { readonly words: number; readonly isFree: boolean; readonly now: Date },
): Promise<void> {
  await openCurrentPeriod(tx, principal.teamId, now);
  const required_credits = isFree ? 0 : getScriptCredits(words);
  const { available } = await readBalance(tx, principal.teamId);
  if (available < required_credits) {
    throw fail('insufficient_credits', { extras: { required_credits, credits_remaining: available } });
  }
}
