import { and, asc, eq } from 'drizzle-orm';

import type { Ability } from '#contract/abilities.ts';

import { tokens } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import { isUniqueViolation } from '../../store/sql-error.ts';
import type { Handlers, Principal } from '../call.ts';
import type { Services } from '../services.ts';
import { recordAdministration } from '../people/administration.ts';
import { createTokenSecret } from './secret.ts';

/** Matches the tokens that the caller made for this team, not the app's own sessions. */
const isOwnToken = ({ teamId, userId }: Principal) =>
  and(eq(tokens.team_id, teamId), eq(tokens.user_id, userId), eq(tokens.kind, 'user'));

const toActorFields = ({ teamId, userId }: Principal) => ({ teamId, actorId: userId });

interface NewToken {
  readonly name: string;
  readonly abilities: Ability[];
  readonly hash: string;
  readonly prefix: string;
  readonly address: string;
}

async function insertToken(tx: Db, principal: Principal, { address, ...fields }: NewToken): Promise<number> {
  const { teamId: team_id, userId: user_id, tokenId } = principal;
  const [creator] = await tx.select({ kind: tokens.kind }).from(tokens).where(eq(tokens.id, tokenId));
  // Sessions are replaced at each start, so a token made with one must not end with it.
  const made_with = creator?.kind === 'user' ? tokenId : null;
  const [row] = await tx
    .insert(tokens)
    .values({ team_id, user_id, kind: 'user', made_with, ...fields })
    .returning({ id: tokens.id });
  if (!row) throw new Error('The token was not returned.');
  const subject = fields.name;
  await recordAdministration(tx, { ...toActorFields(principal), action: 'token_created', subject, address });
  return row.id;
}

type TokenHandlers = Pick<Handlers, 'tokens.list' | 'tokens.create' | 'tokens.delete'>;

export function createTokenHandlers({ store, principals }: Services): TokenHandlers {
  return {
    'tokens.list': async ({ principal }) => {
      const rows = await store.db.select().from(tokens).where(isOwnToken(principal)).orderBy(asc(tokens.id));
      const list = rows.map(({ id, name, abilities, last_used_at }) => ({
        id,
        name,
        abilities,
        last_used_at: (principals.getPendingUse(id) ?? last_used_at)?.toISOString() ?? null,
      }));
      return { status: 200, body: { tokens: list } };
    },

    'tokens.create': async ({ principal, body: { name, abilities }, fail, address }) => {
      const missingAbilities = abilities.filter((ability) => !principal.abilities.has(ability)).join(', ');
      if (missingAbilities !== '') {
        throw fail('abilities_not_held', {
          ability: missingAbilities,
          extras: { missing_abilities: missingAbilities },
        });
      }
      const { secret, hash, prefix } = createTokenSecret();
      try {
        const newToken = { name, abilities, hash, prefix, address };
        const id = await store.transaction((tx) => insertToken(tx, principal, newToken));
        return { status: 201, body: { token: { id, name, abilities, token: secret } } };
      } catch (error) {
        if (!isUniqueViolation(error, 'tokens_name')) throw error;
        throw fail('validation_failed', { fields: { name: ['You already have a token with this name.'] } });
      }
    },

    'tokens.delete': async ({ principal, params, fail, address }) => {
      await store.transaction(async (tx) => {
        const [deletedRow] = await tx
          .delete(tokens)
          .where(and(isOwnToken(principal), eq(tokens.id, params.token)))
          .returning({ name: tokens.name });
        if (!deletedRow) throw fail('token_not_found');
        const subject = deletedRow.name;
        await recordAdministration(tx, { ...toActorFields(principal), action: 'token_deleted', subject, address });
      });
      principals.forget();
      return { status: 200, body: { message: 'Token deleted' } };
    },
  };
}
