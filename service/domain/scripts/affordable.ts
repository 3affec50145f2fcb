import { scriptCredits } from '#contract/limits.ts';

import { balance } from '../../store/ledger.ts';
import type { Db } from '../../store/store.ts';
import type { Failing } from '../call.ts';
import { currentPeriod } from '../credits/periods.ts';

/** A paused subscription keeps from creating and generating (spec 1 §3 Team subscription). */
export function checkSubscription({ principal, fail }: Failing<'subscription_paused'>): void {
  if (principal.team.subscription.is_paused) throw fail('subscription_paused');
}

/** Whether a script of so many words could be paid now; nothing is held or charged. */
export async function checkCredits(
  tx: Db,
  { principal, fail }: Failing<'insufficient_credits'>,
  words: number,
  now: Date,
): Promise<void> {
  await currentPeriod(tx, principal.teamId, now);
  const required_credits = scriptCredits(words);
  const { available } = await balance(tx, principal.teamId);
  if (available < required_credits) {
    throw fail('insufficient_credits', { extras: { required_credits, credits_remaining: available } });
  }
}
