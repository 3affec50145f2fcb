/**
 * Manages the thumbnail quota (spec 2 §2): each picture takes a unit from the pool that expires first. Reservations of
 * a team run one at a time (the team's row is locked until the transaction ends), so nothing falls below zero.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import type { ThumbnailPool, ThumbnailQuota } from '#contract/schema/thumbnail.ts';

import { POOLS, thumbnail_pools, thumbnail_units } from '../../store/schema-thumbnails.ts';
import { teams } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Failing, Principal } from '../call.ts';

type Pool = (typeof POOLS)[number];

export class QuotaExhaustedError extends Error {
  override readonly name = 'QuotaExhaustedError';
  readonly required: number;
  readonly remaining: number;
  /** The next reset of a pool, or the end of the day if only a pack, which never resets, is left. */
  readonly retryAt: Date;
  readonly hasReset: boolean;
  constructor(requiredCount: number, pools: ReadonlyMap<Pool, ThumbnailPool>, now: Date) {
    const remaining = sumRemaining(pools);
    super(`Needs ${requiredCount}, ${remaining} are left.`);
    this.required = requiredCount;
    this.remaining = remaining;
    const usablePools = [...pools.values()].filter(({ limit }) => limit > 0);
    const reset = (usablePools.length > 0 ? usablePools : [...pools.values()]).find(
      ({ next_reset }) => next_reset !== null,
    )?.next_reset;
    this.hasReset = reset != null;
    this.retryAt = reset == null ? getEndOfDay(now) : new Date(reset);
  }
}

const getEndOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));

export function toQuotaFailure({ required, remaining, retryAt, hasReset }: QuotaExhaustedError, message: string) {
  const extras = { required, remaining };
  const neverMessage = `${message}. Packs never reset: buy another one, or try again tomorrow.`;
  return { extras, retryAt, ...(!hasReset && { message: neverMessage }) };
}

/** Pools reset each calendar month in UTC; packs never reset. */
const getPeriod = (pool: Pool, now: Date): string => (pool === 'pack' ? 'all' : now.toISOString().slice(0, 7));

const getNextReset = (pool: Pool, now: Date): string | null =>
  pool === 'pack'
    ? null
    : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10);

export const isEligible = ({ team: { subscription } }: Principal): boolean =>
  subscription.status === 'active' || subscription.status === 'trial';

export function checkEligible({ principal, fail }: Failing<'thumbnails_not_eligible'>): void {
  if (!isEligible(principal)) throw fail('thumbnails_not_eligible');
}

async function readLimits(db: Db, teamId: number): Promise<Map<Pool, number>> {
  const rows = await db.select().from(thumbnail_pools).where(eq(thumbnail_pools.team_id, teamId));
  return new Map<Pool, number>([
    ['free', LIMITS.thumbnails.freePool],
    ...rows.map((row) => [row.kind, row.limit] as const),
  ]);
}

async function readPools(db: Db, teamId: number, now: Date): Promise<Map<Pool, ThumbnailPool>> {
  const limits = await readLimits(db, teamId);
  const counts = await db
    .select({
      pool: thumbnail_units.pool,
      period: thumbnail_units.period,
      state: thumbnail_units.state,
      count: sql<number>`count(*)`.mapWith(Number),
    })
    .from(thumbnail_units)
    .where(and(eq(thumbnail_units.team_id, teamId), inArray(thumbnail_units.state, ['reserved', 'used'])))
    .groupBy(thumbnail_units.pool, thumbnail_units.period, thumbnail_units.state);
  const pools = new Map<Pool, ThumbnailPool>();
  for (const pool of POOLS) {
    const limit = limits.get(pool);
    if (limit === undefined) continue;
    const getCount = (state: string): number =>
      counts.find((row) => row.pool === pool && row.period === getPeriod(pool, now) && row.state === state)?.count ?? 0;
    const [used, reserved] = [getCount('used'), getCount('reserved')];
    const remaining = Math.max(0, limit - used - reserved);
    pools.set(pool, { limit, used, reserved, remaining, next_reset: getNextReset(pool, now) });
  }
  return pools;
}

const sumRemaining = (pools: ReadonlyMap<Pool, ThumbnailPool>): number =>
  [...pools.values()].reduce((sum, { remaining }) => sum + remaining, 0);

export async function readQuota(db: Db, principal: Principal, now: Date): Promise<ThumbnailQuota> {
  const pools = await readPools(db, principal.teamId, now);
  const freePool = pools.get('free');
  if (!freePool) throw new Error('The free pool is missing.');
  return {
    eligible: isEligible(principal),
    free_pool: freePool,
    addon_pool: pools.get('addon') ?? null,
    pack_pool: pools.get('pack') ?? null,
    total_remaining: sumRemaining(pools),
  };
}

export const readRemaining = async (db: Db, teamId: number, now: Date): Promise<number> =>
  sumRemaining(await readPools(db, teamId, now));

/**
 * Reserves a unit for each subject.
 * @throws QuotaExhaustedError, and then nothing is reserved.
 */
export async function reserveUnits(tx: Db, teamId: number, subjects: readonly string[], now: Date): Promise<void> {
  // FOR NO KEY UPDATE: inserts that reference the team don't block.
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('no key update');
  const pools = await readPools(tx, teamId, now);
  if (sumRemaining(pools) < subjects.length) throw new QuotaExhaustedError(subjects.length, pools, now);
  const units = [...pools].flatMap(([pool, { remaining }]) =>
    Array.from({ length: Math.min(remaining, subjects.length) }, () => pool),
  );
  const values = subjects.map((subject, index) => {
    const pool = units[index] ?? 'pack';
    return { team_id: teamId, pool, period: getPeriod(pool, now), state: 'reserved' as const, subject };
  });
  await tx.insert(thumbnail_units).values(values);
}

/** Records how a reserved unit ended; does nothing if it was settled before. */
export async function settleUnit(tx: Db, teamId: number, subject: string, state: 'used' | 'released'): Promise<void> {
  await tx
    .update(thumbnail_units)
    .set({ state, settled_at: sql`now()` })
    .where(
      and(
        eq(thumbnail_units.team_id, teamId),
        eq(thumbnail_units.subject, subject),
        eq(thumbnail_units.state, 'reserved'),
      ),
    );
}

export async function setPools(
  tx: Db,
  teamId: number,
  limits: Partial<Record<Pool, number | null | undefined>>,
): Promise<void> {
  for (const kind of POOLS) {
    const limit = limits[kind];
    if (limit === undefined) continue;
    if (limit === null) {
      await tx.delete(thumbnail_pools).where(and(eq(thumbnail_pools.team_id, teamId), eq(thumbnail_pools.kind, kind)));
      continue;
    }
    await tx
      .insert(thumbnail_pools)
      .values({ team_id: teamId, kind, limit })
      .onConflictDoUpdate({ target: [thumbnail_pools.team_id, thumbnail_pools.kind], set: { limit } });
  }
}
