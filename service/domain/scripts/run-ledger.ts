/** Holds credits when a run starts, charges them with its text and refunds them if it fails. */
import { and, eq, sql } from 'drizzle-orm';

import { getScriptCredits } from '#contract/limits.ts';

import { charge, hold, readLedgerEntry, release } from '../../store/ledger.ts';
import { credit_ledger } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { ScriptRow } from '../access.ts';
import type { Fail } from '../call.ts';
import { toCreditFailure } from '../credits/credit-failure.ts';

/** All runs of a script share this key, so that the script is charged only once. */
const toPaidKey = (scriptId: number): string => `script:${scriptId}:generation`;
const toHoldKey = (runId: string): string => `run:${runId}:hold`;

export async function isScriptPaid(tx: Db, script: ScriptRow): Promise<boolean> {
  return (await readLedgerEntry(tx, script.team_id, toPaidKey(script.id))) !== null;
}

export async function holdForScript(
  tx: Db,
  script: ScriptRow,
  runId: string,
  fail: Fail<'insufficient_credits'>,
): Promise<void> {
  const note = {
    team_id: script.team_id,
    idempotency_key: toHoldKey(runId),
    reason: `Script ${script.script_number}, ${script.length} words`,
    subject_type: 'run',
    subject_id: runId,
  };
  try {
    await hold(tx, note, getScriptCredits(script.length));
  } catch (error) {
    throw toCreditFailure(error, fail);
  }
}

export async function chargeRun(tx: Db, script: ScriptRow, runId: string): Promise<void> {
  const holdEntry = await readLedgerEntry(tx, script.team_id, toHoldKey(runId));
  if (!holdEntry) return;
  const { team_id, reason } = holdEntry;
  const note = { team_id, reason, idempotency_key: toPaidKey(script.id), subject_type: 'run', subject_id: runId };
  await charge(tx, note, holdEntry.id);
}

export async function releaseRun(tx: Db, teamId: number, runId: string): Promise<void> {
  const holdEntry = await readLedgerEntry(tx, teamId, toHoldKey(runId));
  if (!holdEntry) return;
  const { team_id, reason } = holdEntry;
  const note = { team_id, reason, idempotency_key: `run:${runId}:release`, subject_type: 'run', subject_id: runId };
  await release(tx, note, holdEntry.id);
}

/** Returns the credits a run holds or has charged. */
export const selectRunCredits = (runId: SqlText) =>
  sql<number>`coalesce((select -sum(${credit_ledger.delta}) from ${credit_ledger} where ${and(
    eq(credit_ledger.subject_type, 'run'),
    sql`${credit_ledger.subject_id} = ${runId}::text`,
  )}), 0)`.mapWith(Number);

type SqlText = Parameters<typeof sql>[1];
