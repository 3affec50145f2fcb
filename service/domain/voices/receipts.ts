/**
 * Issues receipts: each proves that this exact profile was validated for this voice in this state (spec 3 "Voice
 * profiles").
 */
import { randomBytes } from 'node:crypto';

import { and, eq, lt } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { sha256 } from '#platform/sha256.ts';

import { voice_receipts } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Fail } from '../call.ts';

const MINUTE_MS = 60_000;
/** How long expired receipts are kept, so that callers get the right error. */
const RETENTION_MS = 7 * 24 * 60 * MINUTE_MS;

type ReceiptFields = Omit<typeof voice_receipts.$inferInsert, 'hash' | 'expires_at' | 'used_at' | 'created_at'>;
export type Receipt = typeof voice_receipts.$inferSelect;

export async function issueReceipt(
  tx: Db,
  fields: ReceiptFields,
  now: Date,
): Promise<{ receipt: string; expires_at: Date }> {
  await tx.delete(voice_receipts).where(lt(voice_receipts.expires_at, new Date(now.getTime() - RETENTION_MS)));
  const receipt = `vr_${randomBytes(32).toString('base64url')}`;
  const expires_at = new Date(now.getTime() + LIMITS.voiceReceiptMinutes * MINUTE_MS);
  await tx.insert(voice_receipts).values({ ...fields, hash: sha256(receipt), expires_at });
  return { receipt, expires_at };
}

type ReceiptErrors =
  'voice_receipt_unknown' | 'voice_receipt_used' | 'voice_receipt_expired' | 'voice_receipt_mismatch';

interface ReceiptProof {
  readonly receipt: string;
  readonly checksum: string;
  readonly teamId: number;
  readonly channelId: number;
  readonly now: Date;
}

/** Uses up a receipt when the surrounding transaction commits. */
export async function redeemReceipt(tx: Db, proof: ReceiptProof, fail: Fail<ReceiptErrors>): Promise<Receipt> {
  const { receipt, checksum, teamId, channelId, now } = proof;
  const isThisReceipt = and(
    eq(voice_receipts.hash, sha256(receipt)),
    eq(voice_receipts.team_id, teamId),
    eq(voice_receipts.channel_id, channelId),
  );
  const [row] = await tx.select().from(voice_receipts).where(isThisReceipt).for('update');
  if (!row) throw fail('voice_receipt_unknown');
  if (row.used_at !== null) throw fail('voice_receipt_used');
  if (row.expires_at <= now) throw fail('voice_receipt_expired');
  if (row.checksum !== checksum) throw fail('voice_receipt_mismatch');
  await tx.update(voice_receipts).set({ used_at: now }).where(eq(voice_receipts.hash, row.hash));
  return row;
}
