/** Uses the jobs table as a queue: rows are claimed with `skip locked`, and each row holds its own lease. */
import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';

import { DAY_MS } from '#contract/values.ts';
import { jobs, type JsonObject } from '../store/schema.ts';
import type { Db } from '../store/store.ts';
import { JobLostError, type ConcurrencyLimit } from './job.ts';

export type JobRow = typeof jobs.$inferSelect;

export interface NewJob {
  readonly id: string;
  readonly kind: string;
  readonly payload: object;
  readonly afterSeconds: number;
}

const fromNow = (ms: number) => sql`now() + ${ms} * interval '1 millisecond'`;

export async function insertJob(tx: Db, { id, kind, payload, afterSeconds }: NewJob): Promise<void> {
  await tx.insert(jobs).values({ id, kind, payload: payload as JsonObject, run_at: fromNow(afterSeconds * 1000) });
}

export interface Claim {
  readonly kind: string;
  readonly count: number;
  readonly leaseMs: number;
  /** The jobs of this process, which must not claim them again once their leases have expired. */
  readonly running: readonly string[];
  readonly limits: readonly (ConcurrencyLimit & { readonly inUse: readonly string[] })[];
}

const isUnowned = or(isNull(jobs.lease_until), lt(jobs.lease_until, sql`now()`));

/**
 * Matches the first jobs within each limit. Applies the limits one after the other, so that a job that one of them
 * excludes takes no slot of the next.
 */
function selectWithinLimits(tx: Db, { limits }: Claim, candidates: SQL | undefined): SQL | undefined {
  return limits.reduce<SQL | undefined>((eligible, { key, max, inUse }) => {
    const name = sql`${jobs.payload} ->> ${key}`;
    const rankedJobs = tx
      .select({
        id: jobs.id,
        name: sql<string | null>`${name}`.as('share_name'),
        rank: sql<number>`row_number() over (partition by ${name} order by ${jobs.run_at}, ${jobs.created_at})`.as(
          'rank_in_limit',
        ),
      })
      .from(jobs)
      .where(eligible)
      .as('ranked');
    const freeSlots = sql`${max} - (select count(*) from jsonb_array_elements_text(${JSON.stringify(inUse)}::jsonb) as busy(taken) where busy.taken = ${rankedJobs.name})`;
    const fitting = tx
      .select({ id: rankedJobs.id })
      .from(rankedJobs)
      .where(or(isNull(rankedJobs.name), lte(rankedJobs.rank, freeSlots)));
    return inArray(jobs.id, fitting);
  }, candidates);
}

/** Claims due jobs that have no owner; from then on, writes of every earlier owner are refused. */
export async function claimJobs(tx: Db, claim: Claim): Promise<JobRow[]> {
  const { kind, count, leaseMs, running } = claim;
  const isDue = and(
    eq(jobs.kind, kind),
    isNull(jobs.finished_at),
    lte(jobs.run_at, sql`now()`),
    isUnowned,
    running.length > 0 ? notInArray(jobs.id, [...running]) : undefined,
  );
  // The outer condition is checked again for a row that another process has changed meanwhile.
  const mayBeClaimed = and(isDue, selectWithinLimits(tx, claim, isDue));
  // The planner may run a plain subquery more than once and then lock more rows than the limit.
  const dueJobs = tx
    .$with('due')
    .as(
      tx
        .select({ id: jobs.id })
        .from(jobs)
        .where(mayBeClaimed)
        .orderBy(asc(jobs.run_at), asc(jobs.created_at))
        .limit(count)
        .for('update', { skipLocked: true }),
    );
  const claimedRows = await tx
    .with(dueJobs)
    .update(jobs)
    .set({ fence: sql`${jobs.fence} + 1`, attempts: sql`${jobs.attempts} + 1`, lease_until: fromNow(leaseMs) })
    .where(inArray(jobs.id, tx.select({ id: dueJobs.id }).from(dueJobs)))
    .returning();
  return claimedRows.toSorted((a, b) => a.run_at.getTime() - b.run_at.getTime());
}

const isOwnedBy = (id: string, fence: number) => and(eq(jobs.id, id), eq(jobs.fence, fence), isNull(jobs.finished_at));

const createJobLostError = (id: string) => new JobLostError(`The job ${id} has another owner or is finished.`);

/** Keeps the job's row locked for the rest of the transaction. @throws JobLostError */
export async function guardJob(tx: Db, id: string, fence: number): Promise<void> {
  const rows = await tx.select({ id: jobs.id }).from(jobs).where(isOwnedBy(id, fence)).for('update');
  if (rows.length === 0) throw createJobLostError(id);
}

/** Renews the lease. @throws JobLostError */
export async function renewJob(
  tx: Db,
  id: string,
  fence: number,
  leaseMs: number,
): Promise<{ cancelRequested: boolean }> {
  const [row] = await tx
    .update(jobs)
    .set({ lease_until: fromNow(leaseMs) })
    .where(isOwnedBy(id, fence))
    .returning({ cancel_requested_at: jobs.cancel_requested_at });
  if (!row) throw createJobLostError(id);
  return { cancelRequested: row.cancel_requested_at !== null };
}

/** Returns a job to the queue, where it can be claimed after a while. `countsAsAttempt` is false after an interruption. */
export async function releaseJob(
  tx: Db,
  { id, fence }: { readonly id: string; readonly fence: number },
  { countsAsAttempt, afterMs }: { readonly countsAsAttempt: boolean; readonly afterMs: number },
): Promise<void> {
  const attempts = countsAsAttempt ? jobs.attempts : sql`${jobs.attempts} - 1`;
  const run_at = afterMs > 0 ? fromNow(afterMs) : jobs.run_at;
  await tx
    .update(jobs)
    .set({ lease_until: null, attempts: sql`${attempts}`, fence: sql`${jobs.fence} + 1`, run_at: sql`${run_at}` })
    .where(isOwnedBy(id, fence));
}

export async function finishJob(tx: Db, id: string): Promise<void> {
  await tx
    .update(jobs)
    .set({ finished_at: sql`now()` })
    .where(eq(jobs.id, id));
}

/** Cancels a job and returns the state it was in; for `running`, the request is stored for its owner. */
export async function cancelJob(tx: Db, kind: string, id: string): Promise<'queued' | 'running' | 'finished'> {
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.kind, kind)))
    .for('update');
  if (!job || job.finished_at !== null) return 'finished';
  const isQueued = job.lease_until === null;
  await tx
    .update(jobs)
    .set(isQueued ? { finished_at: sql`now()` } : { cancel_requested_at: sql`now()` })
    .where(eq(jobs.id, id));
  return isQueued ? 'queued' : 'running';
}

/** Releases all jobs; only for the sole process of a database, since every earlier owner is then dead. */
export async function releaseAll(tx: Db): Promise<void> {
  await tx
    .update(jobs)
    .set({ lease_until: null })
    .where(and(isNull(jobs.finished_at), isNotNull(jobs.lease_until)));
}

export async function deleteFinished(tx: Db, olderThanDays: number): Promise<void> {
  await tx.delete(jobs).where(lt(jobs.finished_at, fromNow(-olderThanDays * DAY_MS)));
}
