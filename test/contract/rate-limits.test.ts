/** Tests that every operation counts against the budget of its rate category. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { RATE_LIMITS, APP_RATE_LIMITS } from '#contract/limits.ts';
import { OPERATION_LIST } from '#contract/operations/index.ts';

import type { Answer } from './support/client.ts';
import { expectFailure } from './support/expect-failure.ts';
import { join } from './support/people.ts';
import { World } from './support/world.ts';

let world: World;
beforeAll(async () => {
  world = await World.open('pglite', { rateLimits: true });
});
afterAll(() => world.service.stop());

const rates = [...new Set(OPERATION_LIST.map(({ rate }) => rate))].filter(
  // Joining is counted by address, which people.test.ts tests.
  (rate) => rate !== 'unlimited' && rate !== 'join',
);
test.each(rates)('operations that count as %s use up one budget together, and no other one', async (rate) => {
  const limit = RATE_LIMITS[rate];
  const operations = OPERATION_LIST.filter((operation) => operation.rate === rate);
  const client = world.owner.as(await world.createOwnerToken([]));
  const input = { params: { id: 1, token: 1 }, body: {} };
  for (let count = 1; count <= limit; count++) {
    const { status, headers } = await client.call(operations[count % operations.length]!.id, input);
    expect(status).not.toBe(429);
    expect(headers.get('X-RateLimit-Limit')).toBe(String(limit));
    expect(headers.get('X-RateLimit-Remaining')).toBe(String(limit - count));
    expect(Number(headers.get('X-RateLimit-Reset'))).toBeGreaterThan(Date.now() / 1000 - 1);
    expect(headers.has('Retry-After')).toBe(false);
  }
  for (const { id } of operations) {
    const refusal = await client.call(id, input);
    expectFailure(refusal, 'rate_limit_exceeded');
    expect(refusal.headers.get('X-RateLimit-Remaining'), id).toBe('0');
    const wait = Number(refusal.headers.get('Retry-After'));
    expect(wait, id).toBeGreaterThan(0);
    expect(wait, id).toBeLessThanOrEqual(60);
  }
  for (const other of rates.filter((name) => name !== rate)) {
    const { id } = OPERATION_LIST.find((operation) => operation.rate === other)!;
    expect((await client.call(id, input)).headers.get('X-RateLimit-Remaining'), id).toBe(
      String(RATE_LIMITS[other] - 1),
    );
  }
});

test('requests without a token count per address', async () => {
  const answers: Answer[] = [];
  for (let i = 0; i <= RATE_LIMITS.general; i++) answers.push(await world.owner.call('team.get', {}, { token: null }));
  expect(answers.map(({ status }) => status).lastIndexOf(401)).toBe(RATE_LIMITS.general - 1);
  expectFailure(answers.at(-1)!, 'rate_limit_exceeded');
});

test('the app of a member may send more requests, but generate no more', async () => {
  const { token } = await join(world, 'editor');
  const { headers } = await world.owner.as(token).call('team.get');
  expect(headers.get('X-RateLimit-Limit')).toBe(String(APP_RATE_LIMITS.general));
  const generation = OPERATION_LIST.find(({ rate }) => rate === 'generation')!;
  const answer = await world.owner.as(token).call(generation.id, { params: { id: 1 }, body: {} });
  expect(answer.headers.get('X-RateLimit-Limit')).toBe(String(RATE_LIMITS.generation));
});
