/**
 * Runs a write once per Idempotency-Key. Claiming the key, the work and storing its answer are one transaction: either
 * all of it is stored or nothing, and a second request with the key waits for the first one.
 */
import { and, eq, lt, sql } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/values.ts';

import { idempotency_keys } from './schema.ts';
import type { Json } from './schema-team.ts';
import type { Db, Store } from './store.ts';

interface KeyedRequest {
  readonly teamId: number;
  readonly userId: number;
  readonly operation: string;
  readonly key: string;
  /** Distinguishes this request from another one with the same key. */
  readonly hash: string;
}

interface StoredAnswer {
  readonly status: number;
  readonly body: object;
  readonly etag?: string;
}

export type OnceOutcome<A> =
  { readonly kind: 'done'; readonly answer: A } | ReplayedAnswer | { readonly kind: 'reused' };
interface ReplayedAnswer {
  readonly kind: 'replayed';
  readonly answer: StoredAnswer;
}

const matchesRequest = ({ teamId, userId, operation, key }: KeyedRequest) =>
  and(
    eq(idempotency_keys.team_id, teamId),
    eq(idempotency_keys.user_id, userId),
    eq(idempotency_keys.operation, operation),
    eq(idempotency_keys.key, key),
  );

/** Returns whether this request got the key. */
async function claimKey(tx: Db, request: KeyedRequest, now: Date): Promise<boolean> {
  const expiryTime = new Date(now.getTime() - LIMITS.idempotencyDays * DAY_MS);
  const keyColumns = [
    idempotency_keys.team_id,
    idempotency_keys.user_id,
    idempotency_keys.operation,
    idempotency_keys.key,
  ];
  const columns = sql.join(keyColumns, sql`, `);
  // Another request may be deleting the same keys in a long transaction, even one of another team.
  const staleRequests = tx
    .select({ id: sql`${columns}` })
    .from(idempotency_keys)
    .where(lt(idempotency_keys.created_at, expiryTime))
    .for('update', { skipLocked: true });
  await tx.delete(idempotency_keys).where(sql`(${columns}) in ${staleRequests}`);
  const { teamId: team_id, userId: user_id, operation, key, hash: request_hash } = request;
  const claimedRows = await tx
    .insert(idempotency_keys)
    .values({ team_id, user_id, operation, key, request_hash, created_at: now })
    .onConflictDoNothing()
    .returning({ key: idempotency_keys.key });
  return claimedRows.length > 0;
}

/**
 * Stores nothing if `work` fails, so the same key can be tried again.
 * @param work must write only through this store.
 */
export function runOnce<A extends StoredAnswer>(
  store: Store,
  request: KeyedRequest,
  now: Date,
  work: () => Promise<A>,
): Promise<OnceOutcome<A>> {
  return store.transaction(async (tx) => {
    if (await claimKey(tx, request, now)) {
      const answer = await work();
      await tx
        .update(idempotency_keys)
        .set({
          response_status: answer.status,
          response_body: answer.body as Json,
          response_headers: answer.etag === undefined ? {} : { ETag: answer.etag },
        })
        .where(matchesRequest(request));
      return { kind: 'done', answer };
    }
    const [storedRequest] = await tx.select().from(idempotency_keys).where(matchesRequest(request));
    if (!storedRequest || storedRequest.request_hash !== request.hash) return { kind: 'reused' };
    const etag = storedRequest.response_headers?.['ETag'];
    const answer = { status: storedRequest.response_status ?? 200, body: storedRequest.response_body as object };
    return { kind: 'replayed', answer: etag === undefined ? answer : { ...answer, etag } };
  });
}
