import { and, eq, lt } from 'drizzle-orm';

import { ABILITIES } from '#contract/abilities.ts';
import { DAY_MS } from '#contract/values.ts';

import { tokens } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { createTokenSecret } from './secret.ts';

const MAX_AGE_MS = 7 * DAY_MS;

/**
 * Creates an owner's token with every ability for whoever started this process. Deletes earlier session tokens: all if
 * no other process uses the database, else only old ones.
 */
export async function openSession(store: Store, owner: { teamId: number; ownerId: number }, now: Date) {
  const { secret, hash, prefix } = createTokenSecret();
  const id = await store.transaction(async (tx) => {
    const isStale = store.kind === 'pglite' ? undefined : lt(tokens.created_at, new Date(now.getTime() - MAX_AGE_MS));
    await tx.delete(tokens).where(and(eq(tokens.kind, 'session'), isStale));
    const [row] = await tx
      .insert(tokens)
      .values({
        team_id: owner.teamId,
        user_id: owner.ownerId,
        kind: 'session',
        name: 'Studio session',
        hash,
        prefix,
        abilities: [...ABILITIES],
      })
      .returning({ id: tokens.id });
    if (!row) throw new Error('The session token was not returned.');
    return row.id;
  });
  return {
    secret,
    close: () =>
      store.transaction(async (tx) => {
        await tx.delete(tokens).where(eq(tokens.id, id));
      }),
  };
}
