/**
 * Keeps credits in an append-only ledger. Every entry has the caller's idempotency key; a repeated key returns the
 * first entry and changes nothing. Entries of a team are written one at a time (the team's row is locked until the
 * transaction ends), so a balance never falls below zero.
 */
import { and, eq, gte, sql } from 'drizzle-orm';
import { credit_ledger, teams } from './schema.ts';
import type { Db } from './store.ts';

export type LedgerEntry = typeof credit_ledger.$inferSelect;

export interface LedgerNote {
  team_id: number;
  /** Must be unique in the team; names the effect, e.g. `script:12:generation`. */
  idempotency_key: string;
  reason: string;
  subject_type?: string;
  subject_id?: string;
}

export interface Balance {
  /** The credits that can still be spent, after holds. */
  available: number;
  held: number;
}

export class InsufficientCreditsError extends Error {
  override readonly name = 'InsufficientCreditsError';
  readonly required: number;
  readonly available: number;
  constructor(requiredCredits: number, availableCredits: number) {
    super(`Needs ${requiredCredits} credits, ${availableCredits} are left.`);
    this.required = requiredCredits;
    this.available = availableCredits;
  }
}

/** Thrown if the key belongs to another effect, or the hold or charge is already settled. */
export class LedgerConflictError extends Error {
  override readonly name = 'LedgerConflictError';
}

async function lockTeam(tx: Db, teamId: number): Promise<void> {
  // FOR NO KEY UPDATE: inserts that reference the team don't block.
  const rows = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
  if (rows.length === 0) throw new Error(`There is no team ${teamId}.`);
}

async function sumAvailable(tx: Db, teamId: number): Promise<number> {
  const [row] = await tx
    .select({ sum: sql<string>`coalesce(sum(${credit_ledger.delta}), 0)`.mapWith(Number) })
    .from(credit_ledger)
    .where(eq(credit_ledger.team_id, teamId));
  return row?.sum ?? 0;
}

interface NewEntry {
  kind: LedgerEntry['kind'];
  amount: number;
  delta: number;
  settles_id?: number;
}

/** Writes the entry from `createEntry`, unless the key was used already. */
async function writeOnce(
  tx: Db,
  note: LedgerNote,
  kind: LedgerEntry['kind'],
  createEntry: () => Promise<NewEntry>,
): Promise<LedgerEntry> {
  await lockTeam(tx, note.team_id);
  const [earlier] = await tx
    .select()
    .from(credit_ledger)
    .where(and(eq(credit_ledger.team_id, note.team_id), eq(credit_ledger.idempotency_key, note.idempotency_key)));
  if (earlier) {
    if (earlier.kind !== kind) {
      throw new LedgerConflictError(`The key ${note.idempotency_key} names a ${earlier.kind}, not a ${kind}.`);
    }
    return earlier;
  }
  const [entry] = await tx
    .insert(credit_ledger)
    .values({ ...note, ...(await createEntry()) })
    .returning();
  if (!entry) throw new Error('The ledger returned no entry.');
  return entry;
}

function checkAmount(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`${amount} is no amount of credits.`);
  return amount;
}

async function findOpenEntry(tx: Db, teamId: number, id: number, kind: 'hold' | 'charge'): Promise<LedgerEntry> {
  const [entry] = await tx
    .select()
    .from(credit_ledger)
    .where(and(eq(credit_ledger.id, id), eq(credit_ledger.team_id, teamId), eq(credit_ledger.kind, kind)));
  if (!entry) throw new LedgerConflictError(`The team has no ${kind} ${id}.`);
  const [settlement] = await tx.select().from(credit_ledger).where(eq(credit_ledger.settles_id, id));
  if (settlement) throw new LedgerConflictError(`The ${kind} ${id} was settled by a ${settlement.kind}.`);
  return entry;
}

export function grant(tx: Db, note: LedgerNote, amount: number): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'grant', async () => ({ kind: 'grant', amount: checkAmount(amount), delta: amount }));
}

/**
 * Reserves credits for work that starts. Close the hold with `charge` or `release`.
 * @throws InsufficientCreditsError
 */
export function hold(tx: Db, note: LedgerNote, amount: number): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'hold', async () => {
    checkAmount(amount);
    const spendable = await sumAvailable(tx, note.team_id);
    if (amount > spendable) throw new InsufficientCreditsError(amount, spendable);
    return { kind: 'hold', amount, delta: -amount };
  });
}

/** Turns a hold into a charge of `amount` (default: all of it) and releases the rest. */
export function charge(tx: Db, note: LedgerNote, holdId: number, amount?: number): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'charge', async () => {
    const openHold = await findOpenEntry(tx, note.team_id, holdId, 'hold');
    const chargedAmount = checkAmount(amount ?? openHold.amount);
    if (chargedAmount > openHold.amount)
      throw new LedgerConflictError(`${chargedAmount} is more than the ${openHold.amount} on hold.`);
    return { kind: 'charge', amount: chargedAmount, delta: openHold.amount - chargedAmount, settles_id: holdId };
  });
}

/** Gives all held credits back to the team. */
export function release(tx: Db, note: LedgerNote, holdId: number): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'release', async () => {
    const openHold = await findOpenEntry(tx, note.team_id, holdId, 'hold');
    return { kind: 'release', amount: openHold.amount, delta: openHold.amount, settles_id: holdId };
  });
}

/** Gives all charged credits back to the team. */
export function refund(tx: Db, note: LedgerNote, chargeId: number): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'refund', async () => {
    const openCharge = await findOpenEntry(tx, note.team_id, chargeId, 'charge');
    return { kind: 'refund', amount: openCharge.amount, delta: openCharge.amount, settles_id: chargeId };
  });
}

/** Removes up to `amount` of the available credits (end of a period, a smaller plan); holds are not affected. */
export function expire(tx: Db, note: LedgerNote, amount = Number.MAX_SAFE_INTEGER): Promise<LedgerEntry> {
  return writeOnce(tx, note, 'expire', async () => {
    const expiredAmount = Math.min(checkAmount(amount), await sumAvailable(tx, note.team_id));
    return { kind: 'expire', amount: expiredAmount, delta: -expiredAmount };
  });
}

export async function readLedgerEntry(tx: Db, teamId: number, idempotencyKey: string): Promise<LedgerEntry | null> {
  const [entry] = await tx
    .select()
    .from(credit_ledger)
    .where(and(eq(credit_ledger.team_id, teamId), eq(credit_ledger.idempotency_key, idempotencyKey)));
  return entry ?? null;
}

export async function readBalance(tx: Db, teamId: number): Promise<Balance> {
  const isSettled = sql`exists (select 1 from ${credit_ledger} s where s.settles_id = ${credit_ledger}.id)`;
  const [row] = await tx
    .select({
      available: sql<string>`coalesce(sum(${credit_ledger.delta}), 0)`.mapWith(Number),
      held: sql<string>`coalesce(sum(${credit_ledger.amount}) filter (where ${credit_ledger.kind} = 'hold' and not ${isSettled}), 0)`.mapWith(
        Number,
      ),
    })
    .from(credit_ledger)
    .where(eq(credit_ledger.team_id, teamId));
  return { available: row?.available ?? 0, held: row?.held ?? 0 };
}

/** Returns the credits charged minus those refunded since a moment; never below zero. */
export async function sumUsedSince(tx: Db, teamId: number, since: Date): Promise<number> {
  const [row] = await tx
    .select({
      used: sql<string>`coalesce(sum(case ${credit_ledger.kind} when 'charge' then ${credit_ledger.amount} when 'refund' then -${credit_ledger.amount} else 0 end), 0)`.mapWith(
        Number,
      ),
    })
    .from(credit_ledger)
    .where(and(eq(credit_ledger.team_id, teamId), gte(credit_ledger.created_at, since)));
  return Math.max(0, row?.used ?? 0);
}
