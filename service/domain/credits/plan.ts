import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { CreditPlan } from '#contract/schema/local.ts';
import { DAY_MS } from '#contract/values.ts';

import type { Call, Handlers } from '../call.ts';
import { openCurrentPeriod, readLatestPeriod } from './periods.ts';
import type { Services } from '../services.ts';
import { readBalance, expire, grant, sumUsedSince } from '../../store/ledger.ts';
import { credit_periods, subscriptions, teams } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { z } from 'zod';

const TRIAL_DAYS = 14;

async function readPlan(db: Db, teamId: number): Promise<z.infer<typeof CreditPlan>> {
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.team_id, teamId));
  if (!subscription) throw new Error(`Team ${teamId} has no subscription.`);
  const period = await readLatestPeriod(db, teamId);
  return {
    plan: subscription.plan,
    status: subscription.status,
    plan_credits: period.plan_credits,
    held_credits: (await readBalance(db, teamId)).held,
    trial_ends_at: subscription.trial_ends_at?.toISOString() ?? null,
  };
}

/** Keeps used and held credits: one ledger entry sets the available credits to the new plan minus both. */
async function setPlanCredits(tx: Db, teamId: number, credits: number, now: Date): Promise<void> {
  const period = await openCurrentPeriod(tx, teamId, now);
  if (credits === period.plan_credits) return;
  await tx.update(credit_periods).set({ plan_credits: credits }).where(eq(credit_periods.id, period.id));
  const { available, held } = await readBalance(tx, teamId);
  const usedCredits = await sumUsedSince(tx, teamId, period.starts_at);
  const difference = Math.max(0, credits - usedCredits - held) - available;
  const note = {
    team_id: teamId,
    idempotency_key: `plan:${randomUUID()}`,
    reason: `Plan changed to ${credits} credits`,
  };
  if (difference > 0) await grant(tx, note, difference);
  if (difference < 0) await expire(tx, note, -difference);
}

async function setStatus(tx: Db, teamId: number, status: Status, now: Date): Promise<void> {
  const trial_ends_at = status === 'trial' ? new Date(now.getTime() + TRIAL_DAYS * DAY_MS) : null;
  await tx.update(subscriptions).set({ status, trial_ends_at }).where(eq(subscriptions.team_id, teamId));
  const { id, ends_at } = await openCurrentPeriod(tx, teamId, now);
  const next_refresh_at = status === 'inactive' ? null : ends_at;
  await tx.update(credit_periods).set({ next_refresh_at }).where(eq(credit_periods.id, id));
}

type Status = NonNullable<Call<'local.creditPlan.put'>['body']['status']>;

type PlanHandlers = Pick<Handlers, 'local.creditPlan.get' | 'local.creditPlan.put'>;

export function createCreditPlanHandlers({ store, principals, now }: Services): PlanHandlers {
  return {
    'local.creditPlan.get': async ({ principal }) => {
      return { status: 200, body: { success: true, data: await readPlan(store.db, principal.teamId) } };
    },

    'local.creditPlan.put': async ({ principal: { teamId }, body }) => {
      const data = await store.transaction(async (tx) => {
        await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
        if (body.status !== undefined) await setStatus(tx, teamId, body.status, now());
        if (body.plan_credits !== undefined) await setPlanCredits(tx, teamId, body.plan_credits, now());
        return readPlan(tx, teamId);
      });
      principals.forget();
      return { status: 200, body: { success: true, data } };
    },
  };
}
