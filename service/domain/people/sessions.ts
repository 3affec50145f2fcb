/** Lists the apps in which a person is signed in, signs further ones in, and signs them out. */
import { and, desc, eq } from 'drizzle-orm';

import { LIMITS } from '#contract/limits.ts';
import { sha256 } from '#platform/sha256.ts';

import { invitations, tokens, users } from '../../store/schema.ts';
import type { Db } from '../../store/store.ts';
import type { Handlers, Principal } from '../call.ts';
import type { Services } from '../services.ts';
import { recordAdministration } from './administration.ts';
import { createCode } from './invitations.ts';

const isOwnSession = ({ teamId, userId }: Principal) =>
  and(eq(tokens.team_id, teamId), eq(tokens.user_id, userId), eq(tokens.kind, 'device'));

type SessionHandlers = Pick<Handlers, 'local.sessions.list' | 'local.sessions.invite' | 'local.sessions.end'>;

async function readName(tx: Db, userId: number): Promise<string> {
  const [row] = await tx.select({ name: users.name }).from(users).where(eq(users.id, userId));
  return row?.name ?? '';
}

/** Returns a single-use code that signs a person in on another computer and expires in minutes. */
export async function createComputerCode(
  tx: Db,
  { teamId: team_id, userId: user_id, role }: Pick<Principal, 'teamId' | 'userId' | 'role'>,
  now: Date,
  address: string,
): Promise<{ readonly code: string; readonly expires: Date }> {
  const code = createCode();
  const expires = new Date(now.getTime() + LIMITS.people.computerMinutes * 60_000);
  await tx
    .insert(invitations)
    .values({ team_id, user_id, invited_by: user_id, role, code_hash: sha256(code), expires_at: expires });
  await recordAdministration(tx, {
    ...{ teamId: team_id, actorId: user_id, action: 'session_invited', subject: await readName(tx, user_id), address },
  });
  return { code, expires };
}

export function createSessionHandlers({
  store,
  principals,
  now,
}: Pick<Services, 'store' | 'principals' | 'now'>): SessionHandlers {
  return {
    'local.sessions.list': async ({ principal }) => {
      const rows = await store.db.select().from(tokens).where(isOwnSession(principal)).orderBy(desc(tokens.id));
      const data = rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        device: name,
        created_at: created_at.toISOString(),
        last_used_at: (principals.getPendingUse(id) ?? last_used_at)?.toISOString() ?? null,
        current: id === principal.tokenId,
      }));
      return { status: 200, body: { success: true, data } };
    },

    'local.sessions.invite': async ({ principal, address }) => {
      const { code, expires } = await store.transaction((tx) => createComputerCode(tx, principal, now(), address));
      return { status: 201, body: { success: true, data: { code, expires_at: expires.toISOString() } } };
    },

    'local.sessions.end': async ({ principal, params, fail, address }) => {
      const { teamId, userId } = principal;
      await store.transaction(async (tx) => {
        const [row] = await tx
          .delete(tokens)
          .where(and(isOwnSession(principal), eq(tokens.id, params.session)))
          .returning({ name: tokens.name });
        if (!row) throw fail('session_not_found');
        await recordAdministration(tx, {
          ...{ teamId, actorId: userId, action: 'session_signed_out', subject: row.name, address },
        });
      });
      principals.forget();
      return { status: 200, body: { success: true, data: { deleted: true } } };
    },
  };
}
