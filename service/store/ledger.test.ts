import fc from 'fast-check';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addTeam, openStoreOn } from '#test/support/stores.ts';
import { takeScriptNumber } from './numbers.ts';
import {
  readBalance,
  charge,
  expire,
  grant,
  hold,
  InsufficientCreditsError,
  LedgerConflictError,
  type LedgerNote,
  refund,
  release,
  sumUsedSince,
} from './ledger.ts';
import { channels, credit_ledger } from './schema.ts';
import type { Store } from './store.ts';

type Step =
  | { do: 'grant' | 'hold' | 'expire'; amount: number; key: number }
  | { do: 'charge' | 'release' | 'refund'; pick: number; share: number; key: number };

const stepArbitrary = fc.oneof(
  fc.record({
    do: fc.constantFrom('grant' as const, 'hold' as const, 'hold' as const, 'expire' as const),
    amount: fc.integer({ min: 0, max: 60 }),
    key: fc.nat(30),
  }),
  fc.record({
    do: fc.constantFrom('charge' as const, 'release' as const, 'refund' as const),
    pick: fc.nat(20),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    key: fc.nat(30),
  }),
);

/** Models the rules in plain arithmetic. */
class Model {
  available = 0;
  readonly keys = new Map<string, { kind: string; id: number }>();
  readonly holds = new Map<number, { amount: number; open: boolean }>();
  readonly charges = new Map<number, { amount: number; open: boolean }>();
}

async function applyStep(store: Store, model: Model, team: number, step: Step): Promise<void> {
  const note: LedgerNote = { team_id: team, idempotency_key: `k${step.key}`, reason: 'test' };
  const earlier = model.keys.get(note.idempotency_key);
  const entries = step.do === 'refund' ? model.charges : model.holds;
  const targetId = 'pick' in step ? [...entries.keys()][step.pick % Math.max(1, entries.size)] : undefined;
  if ('pick' in step && targetId === undefined) return;
  const targetEntry = targetId === undefined ? null : entries.get(targetId)!;
  const part = targetEntry && 'share' in step ? Math.floor(targetEntry.amount * step.share) : 0;
  const call = store.transaction((tx) => {
    if (step.do === 'grant') return grant(tx, note, step.amount);
    if (step.do === 'hold') return hold(tx, note, step.amount);
    if (step.do === 'expire') return expire(tx, note, step.amount);
    if (step.do === 'charge') return charge(tx, note, targetId!, part);
    return step.do === 'release' ? release(tx, note, targetId!) : refund(tx, note, targetId!);
  });
  if (earlier && earlier.kind !== step.do) return expect(call).rejects.toThrow(LedgerConflictError);
  if (earlier) return expect((await call).id).toBe(earlier.id);
  if (step.do === 'hold' && step.amount > model.available)
    return expect(call).rejects.toThrow(InsufficientCreditsError);
  if (targetEntry && !targetEntry.open) return expect(call).rejects.toThrow(LedgerConflictError);
  const entry = await call;
  model.keys.set(note.idempotency_key, { kind: step.do, id: entry.id });
  if (step.do === 'grant') model.available += step.amount;
  if (step.do === 'expire') model.available -= Math.min(step.amount, model.available);
  if (step.do === 'hold') {
    model.available -= step.amount;
    model.holds.set(entry.id, { amount: step.amount, open: true });
  }
  if (!targetEntry) return;
  targetEntry.open = false;
  model.available += step.do === 'charge' ? targetEntry.amount - part : targetEntry.amount;
  if (step.do === 'charge') model.charges.set(entry.id, { amount: part, open: true });
}

const sumOpen = (entries: Iterable<{ amount: number; open: boolean }>): number =>
  [...entries].filter((entry) => entry.open).reduce((sum, entry) => sum + entry.amount, 0);

describe.each(['pglite', 'postgresql'] as const)('the credit ledger on %s', (kind) => {
  let store: Store;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await openStoreOn(kind, 20));
    expect(store.kind).toBe(kind);
  });
  afterAll(() => close());

  it('matches a simple arithmetic model for random operations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 30 }), async (steps) => {
        const model = new Model();
        const team = await addTeam(store);
        for (const step of steps) await applyStep(store, model, team, step);
        expect(await readBalance(store.db, team)).toEqual({
          available: model.available,
          held: sumOpen(model.holds.values()),
        });
        expect(model.available).toBeGreaterThanOrEqual(0);
        expect(await sumUsedSince(store.db, team, new Date(0))).toBe(sumOpen(model.charges.values()));
      }),
      { numRuns: 25 },
    );
  });

  it('50 concurrent holds never exceed the balance', async () => {
    const team = await addTeam(store);
    await store.transaction((tx) => grant(tx, { team_id: team, idempotency_key: 'g', reason: 'test' }, 100));
    const tries = Array.from({ length: 50 }, (_, i) =>
      store.transaction((tx) => hold(tx, { team_id: team, idempotency_key: `h${i}`, reason: 'test' }, 7)),
    );
    const results = await Promise.allSettled(tries);
    const refusals = results.filter((r) => r.status === 'rejected').map((r) => r.reason as unknown);
    expect(refusals).toHaveLength(50 - 14);
    for (const reason of refusals) expect(reason).toBeInstanceOf(InsufficientCreditsError);
    expect(await readBalance(store.db, team)).toEqual({ available: 2, held: 98 });
  });

  it('50 concurrent requests with one key create one entry', async () => {
    const team = await addTeam(store);
    await store.transaction((tx) => grant(tx, { team_id: team, idempotency_key: 'g', reason: 'test' }, 100));
    const note = { team_id: team, idempotency_key: 'h', reason: 'test' };
    const entries = await Promise.all(Array.from({ length: 50 }, () => store.transaction((tx) => hold(tx, note, 10))));
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        store.transaction((tx) => charge(tx, { ...note, idempotency_key: `c${i}` }, entries[0]!.id)),
      ),
    );
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
    expect(await readBalance(store.db, team)).toEqual({ available: 90, held: 0 });
  });

  it('never charges more than was on hold', async () => {
    const team = await addTeam(store);
    const note = { team_id: team, reason: 'test' };
    await store.transaction((tx) => grant(tx, { ...note, idempotency_key: 'g' }, 100));
    const openHold = await store.transaction((tx) => hold(tx, { ...note, idempotency_key: 'h' }, 10));
    const tooMuch = store.transaction((tx) => charge(tx, { ...note, idempotency_key: 'c' }, openHold.id, 11));
    await expect(tooMuch).rejects.toThrow(LedgerConflictError);
    expect(await readBalance(store.db, team)).toEqual({ available: 90, held: 10 });
  });

  it('keeps nothing of a transaction that fails', async () => {
    const team = await addTeam(store);
    const failingTransaction = store.transaction(async (tx) => {
      await grant(tx, { team_id: team, idempotency_key: 'g', reason: 'test' }, 100);
      throw new Error('after the grant');
    });
    await expect(failingTransaction).rejects.toThrow('after the grant');
    const rows = await store.db.select({ n: count() }).from(credit_ledger).where(eq(credit_ledger.team_id, team));
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('numbers scripts without gaps or duplicates while others fail', async () => {
    const team = await addTeam(store);
    const channel = await store.transaction(async (tx) => {
      const [row] = await tx.insert(channels).values({ team_id: team }).returning();
      return row!.id;
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) =>
        store.transaction(async (tx) => {
          const number = await takeScriptNumber(tx, channel);
          if (i % 3 === 0) throw new Error('fails after taking a number');
          return number;
        }),
      ),
    );
    const numbers = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});
