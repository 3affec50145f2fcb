import { and, eq, isNull, sql } from 'drizzle-orm';
import { job_leases } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { JobLostError } from './job.ts';

export interface Claim {
  fence: number;
  attempts: number;
  /** The job's effect is there already; only the queue was not told. */
  finished: boolean;
  cancelRequested: boolean;
}

const until = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** Makes the caller the job's owner. Every earlier owner's writes are refused from here on. */
export async function claim(tx: Db, id: string, kind: string, leaseMs: number): Promise<Claim> {
  const [row] = await tx
    .insert(job_leases)
    .values({ job_id: id, kind, fence: 1, attempts: 1, lease_until: until(leaseMs) })
    .onConflictDoUpdate({
      target: job_leases.job_id,
      set: {
        fence: sql`${job_leases.fence} + 1`,
        attempts: sql`${job_leases.attempts} + 1`,
        lease_until: until(leaseMs),
      },
    })
    .returning();
  if (!row) throw new Error('The lease returned no row.');
  return {
    fence: row.fence,
    attempts: row.attempts,
    finished: row.finished_at !== null,
    cancelRequested: row.cancel_requested_at !== null,
  };
}

const mine = (id: string, fence: number) =>
  and(eq(job_leases.job_id, id), eq(job_leases.fence, fence), isNull(job_leases.finished_at));

/** Keeps the lease row locked for the rest of the transaction. @throws JobLostError */
export async function guard(tx: Db, id: string, fence: number): Promise<void> {
  const rows = await tx.select({ id: job_leases.job_id }).from(job_leases).where(mine(id, fence)).for('update');
  if (rows.length === 0) throw new JobLostError(`The job ${id} has another owner or is finished.`);
}

/** A sign of life. @throws JobLostError */
export async function renew(tx: Db, id: string, fence: number, leaseMs: number): Promise<{ cancelRequested: boolean }> {
  const [row] = await tx
    .update(job_leases)
    .set({ lease_until: until(leaseMs) })
    .where(mine(id, fence))
    .returning({ cancel_requested_at: job_leases.cancel_requested_at });
  if (!row) throw new JobLostError(`The job ${id} has another owner or is finished.`);
  return { cancelRequested: row.cancel_requested_at !== null };
}

/** The owner gives the job back unharmed: the next one may have it at once, and this try does not count. */
export async function giveBack(tx: Db, id: string, fence: number): Promise<boolean> {
  const rows = await tx
    .update(job_leases)
    .set({ lease_until: sql`now()`, attempts: sql`${job_leases.attempts} - 1`, fence: sql`${job_leases.fence} + 1` })
    .where(mine(id, fence))
    .returning({ id: job_leases.job_id });
  return rows.length > 0;
}

export async function markFinished(tx: Db, id: string): Promise<void> {
  await tx
    .update(job_leases)
    .set({ finished_at: sql`now()` })
    .where(eq(job_leases.job_id, id));
}

/** Noted for the owner, also for one that is only just claiming the job. */
export async function requestCancel(tx: Db, id: string, kind: string): Promise<void> {
  await tx
    .insert(job_leases)
    .values({ job_id: id, kind, fence: 0, attempts: 0, lease_until: sql`now()`, cancel_requested_at: sql`now()` })
    .onConflictDoUpdate({ target: job_leases.job_id, set: { cancel_requested_at: sql`now()` } });
}
