import { and, eq, lt } from 'drizzle-orm';

import { ABILITIES } from '#contract/abilities.ts';

import { tokens } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { newTokenSecret } from './secret.ts';

const STALE_MS = 7 * 86_400_000;

/**
 * Creates an owner's token with every ability for whoever started this process. Deletes earlier session tokens: all of
 * them if this process is the only one using the database, else those too old for their process to be alive.
 */
export async function openSession(store: Store, owner: { teamId: number; ownerId: number }, now: Date) {
  const { secret, hash, prefix } = newTokenSecret();
  const id = await store.transaction(async (tx) => {
    const old = store.kind === 'pglite' ? undefined : lt(tokens.created_at, new Date(now.getTime() - STALE_MS));
    await tx.delete(tokens).where(and(eq(tokens.kind, 'session'), old));
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
