/** Tests on both databases that a new credit plan keeps the credits used in the period. */
import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hold } from '#service/store/ledger.ts';
import { credit_ledger } from '#service/store/schema.ts';
import { DATABASES } from '#test/support/service.ts';

import { TEAM, World } from './support/world.ts';

describe.each(DATABASES)('on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await World.open(database);
  });
  afterAll(() => world.service.stop());

  const setPlan = async (plan_credits: number) => {
    await world.owner.data('local.creditPlan.put', { body: { plan_credits } });
    return world.getCredits();
  };
  const sumLedger = async (): Promise<number> => {
    const sum = sql<number>`sum(${credit_ledger.delta})`.mapWith(Number);
    const [row] = await world.service.store.db
      .select({ sum })
      .from(credit_ledger)
      .where(eq(credit_ledger.team_id, TEAM));
    return row!.sum;
  };

  test('remaining credits are the plan minus used and held ones, after any plan change', async () => {
    for (let i = 0; i < 3; i++) {
      await world.owner.data('intel.lookUpChannels', { body: { identifiers: ['@samplerail'] } });
    }
    const note = { team_id: TEAM, idempotency_key: `test:${randomUUID()}`, reason: 'Under way' };
    await world.write((tx) => hold(tx, note, 4));
    const { credits_used_this_period: usedCredits } = await world.getCredits();
    expect(usedCredits).toBeGreaterThanOrEqual(3);
    // Goes below the used credits and back: a plan must not give used credits a second time.
    for (const plan_credits of [500, 100, usedCredits + 5, usedCredits + 1, 0, 1, 100, 0, 500]) {
      const credits = await setPlan(plan_credits);
      const remaining = Math.max(0, plan_credits - usedCredits - 4);
      expect(credits, `plan of ${plan_credits}`).toMatchObject({
        plan_credits,
        credits_used_this_period: usedCredits,
        credits_remaining: remaining,
        current_credits: remaining + 4,
      });
      expect(await sumLedger()).toBe(remaining);
    }
  });
});
