/** Manages credit periods: at the end of each, unused credits expire and the plan's credits are granted again. */
import { desc, eq } from 'drizzle-orm';

import { expire, grant } from '../../store/ledger.ts';
import { credit_periods, subscriptions, teams } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

export type CreditPeriod = typeof credit_periods.$inferSelect;

/** Returns the same day of a later month, or that month's last day. */
export function addMonths(from: Date, months: number): Date {
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return to;
}

export async function readLatestPeriod(db: Db, teamId: number): Promise<CreditPeriod> {
  const [period] = await db
    .select()
    .from(credit_periods)
    .where(eq(credit_periods.team_id, teamId))
    .orderBy(desc(credit_periods.starts_at))
    .limit(1);
  if (!period) throw new Error(`Team ${teamId} has no credit period.`);
  return period;
}

export async function openFirstPeriod(tx: Db, teamId: number, planCredits: number, now: Date): Promise<void> {
  await openPeriod(tx, teamId, planCredits, now, addMonths(now, 1));
}

async function openPeriod(tx: Db, teamId: number, planCredits: number, start: Date, end: Date): Promise<void> {
  await tx
    .insert(credit_periods)
    .values({ team_id: teamId, plan_credits: planCredits, starts_at: start, ends_at: end, next_refresh_at: end });
  await grant(
    tx,
    { team_id: teamId, idempotency_key: `period:${start.toISOString()}:grant`, reason: 'Credits for the period' },
    planCredits,
  );
}

/**
 * Returns the current period, and opens it if the last one ended. Skips several missed periods in one step. A team with
 * an inactive subscription gets a period without credits.
 */
export async function openCurrentPeriod(tx: Db, teamId: number, now: Date): Promise<CreditPeriod> {
  const latest = await readLatestPeriod(tx, teamId);
  if (latest.ends_at > now) return latest;
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
  const previous = await readLatestPeriod(tx, teamId);
  if (previous.ends_at > now) return previous;
  let months = 1;
  while (addMonths(previous.ends_at, months) <= now) months++;
  const start = addMonths(previous.ends_at, months - 1);
  const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.team_id, teamId));
  const planCredits = subscription?.status === 'inactive' ? 0 : previous.plan_credits;
  await expire(tx, {
    team_id: teamId,
    idempotency_key: `period:${previous.starts_at.toISOString()}:expire`,
    reason: 'End of the period',
  });
  await openPeriod(tx, teamId, planCredits, start, addMonths(previous.ends_at, months));
  return readLatestPeriod(tx, teamId);
}
