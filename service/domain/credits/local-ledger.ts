import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';

import { DAY_MS } from '#contract/values.ts';
import type { Handlers } from '../call.ts';
import { getPageOffset, toPagination } from '../pagination.ts';
import type { Services } from '../services.ts';
import { credit_ledger } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';

const USAGE_DAYS = 30;

/** Returns the usage per day (UTC), oldest first. */
async function readDailyUsage(db: Db, teamId: number, now: Date): Promise<{ day: string; credits: number }[]> {
  const day = sql<string>`to_char(${credit_ledger.created_at} at time zone 'UTC', 'YYYY-MM-DD')`;
  const credits = sql<number>`sum(case ${credit_ledger.kind} when 'charge' then ${credit_ledger.amount} else -${credit_ledger.amount} end)`;
  return db
    .select({ day, credits: credits.mapWith(Number) })
    .from(credit_ledger)
    .where(
      and(
        eq(credit_ledger.team_id, teamId),
        inArray(credit_ledger.kind, ['charge', 'refund']),
        gte(credit_ledger.created_at, new Date(now.getTime() - USAGE_DAYS * DAY_MS)),
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

export function createLedgerHandlers({
  store: { db },
  now,
}: Pick<Services, 'store' | 'now'>): Pick<Handlers, 'local.ledger.list'> {
  return {
    'local.ledger.list': async ({ principal: { teamId }, query }) => {
      const isOwnEntry = eq(credit_ledger.team_id, teamId);
      const rows = await db
        .select()
        .from(credit_ledger)
        .where(isOwnEntry)
        .orderBy(desc(credit_ledger.id))
        .limit(query.per_page)
        .offset(getPageOffset(query));
      const data = rows.map(({ id, kind, amount, delta, reason, created_at }) => ({
        id,
        kind,
        amount,
        delta,
        reason,
        created_at: created_at.toISOString(),
      }));
      const [total, usage] = await Promise.all([
        db.$count(credit_ledger, isOwnEntry),
        readDailyUsage(db, teamId, now()),
      ]);
      return { status: 200, body: { success: true, data, pagination: toPagination(query, total), usage } };
    },
  };
}
