/** Holds the fee of an agent run at its start, charges it on completion and refunds it otherwise. */
import { eq, sql } from 'drizzle-orm';

import { DEEP_RESEARCH_CREDITS } from '#contract/limits.ts';

import { charge, hold, readLedgerEntry, type LedgerNote, release } from '../../store/ledger.ts';
import { credit_ledger } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';
import type { Fail } from '../call.ts';
import { toCreditFailure } from '../credits/credit-failure.ts';

const SUBJECT = 'agent_run';

const createLedgerNote = (team_id: number, runId: number, step: string, reason: string): LedgerNote => ({
  team_id,
  idempotency_key: `agent:${runId}:${step}`,
  reason,
  subject_type: SUBJECT,
  subject_id: String(runId),
});

export async function holdFee(
  tx: Db,
  { team_id, script_number, length }: ScriptRow,
  runId: number,
  credits: number,
  fail: Fail<'insufficient_credits'>,
): Promise<void> {
  try {
    await hold(
      tx,
      createLedgerNote(team_id, runId, 'hold', `Agent run for script ${script_number}, ${length} words`),
      credits,
    );
  } catch (error) {
    throw toCreditFailure(error, fail);
  }
}

/** @param foundNoPages true refunds the deep research part, because no page could be read. */
export async function chargeFee(tx: Db, teamId: number, runId: number, foundNoPages: boolean): Promise<void> {
  const holdEntry = await readLedgerEntry(tx, teamId, `agent:${runId}:hold`);
  if (!holdEntry) return;
  const amount = foundNoPages ? Math.max(0, holdEntry.amount - DEEP_RESEARCH_CREDITS) : holdEntry.amount;
  await charge(tx, createLedgerNote(teamId, runId, 'charge', holdEntry.reason), holdEntry.id, amount);
}

/** Refunds the fee and returns whether there was one. */
export async function releaseFee(tx: Db, teamId: number, runId: number): Promise<boolean> {
  const holdEntry = await readLedgerEntry(tx, teamId, `agent:${runId}:hold`);
  if (!holdEntry) return false;
  await release(tx, createLedgerNote(teamId, runId, 'release', holdEntry.reason), holdEntry.id);
  return holdEntry.amount > 0;
}

/** Returns the credits a run holds or has charged. */
export async function readFee(db: Db, runId: number): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(-sum(${credit_ledger.delta}), 0)`.mapWith(Number) })
    .from(credit_ledger)
    .where(sql`${eq(credit_ledger.subject_type, SUBJECT)} and ${eq(credit_ledger.subject_id, String(runId))}`);
  return row?.sum ?? 0;
}
